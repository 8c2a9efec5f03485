//! A certificate authority of a test's own: its certificate, and one that it signs for this machine.
//! Made anew each time, in the few shapes of DER that it takes.

use std::{fs, path::Path};

use ring::{
    rand::SystemRandom,
    signature::{Ed25519KeyPair, KeyPair as _},
};

/// Universal tags of ASN.1.
const INTEGER: u8 = 0x02;
const BITS: u8 = 0x03;
const BYTES: u8 = 0x04;
const OID: u8 = 0x06;
const UTF8: u8 = 0x0c;
const TIME: u8 = 0x17;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;

/// Object identifiers: Ed25519, a common name, the two extensions.
const ED25519: &[u8] = &[0x2b, 0x65, 0x70];
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 0x13];
const ALTERNATIVE_NAME: &[u8] = &[0x55, 0x1d, 0x11];

/// What a server on this machine needs, and what its clients have to trust.
pub(crate) struct Authority {
    root: Vec<u8>,
    /// The certificate for `localhost` and 127.0.0.1.
    pub(crate) certificate: Vec<u8>,
    /// Its key, as PKCS #8.
    pub(crate) key: Vec<u8>,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let (own, _) = pair();
        let (server, key) = pair();
        // Basic constraints: it is an authority, and this is critical.
        let is_authority = tlv(SEQUENCE, &[&[0x01, 0x01, 0xff]]);
        let root =
            certificate("test root", "test root", &own, &own, &extension(BASIC_CONSTRAINTS, true, &is_authority));
        let names = tlv(SEQUENCE, &[&tlv(0x82, &[b"localhost"]), &tlv(0x87, &[&[127, 0, 0, 1]])]);
        let names = extension(ALTERNATIVE_NAME, false, &names);
        let certificate = certificate("test root", "localhost", &own, &server, &names);
        Self { root, certificate, key }
    }

    /// Writes the root's certificate as programs read it.
    pub(crate) fn write(&self, file: &Path) {
        let text = base64(&self.root);
        let lines: Vec<_> = text.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).unwrap()).collect();
        let mark = |word: &str| format!("-----{word} CERTIFICATE-----\n");
        fs::write(file, format!("{}{}\n{}", mark("BEGIN"), lines.join("\n"), mark("END"))).unwrap();
    }
}

fn pair() -> (Ed25519KeyPair, Vec<u8>) {
    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    (Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap(), document.as_ref().to_vec())
}

/// A value with its tag and length.
fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let value = parts.concat();
    let length = match value.len() {
        n @ 0..128 => vec![n as u8],
        n @ 128..256 => vec![0x81, n as u8],
        n => vec![0x82, (n >> 8) as u8, n as u8],
    };
    [&[tag][..], &length, &value].concat()
}

fn extension(oid: &[u8], critical: bool, value: &[u8]) -> Vec<u8> {
    let critical: &[u8] = if critical { &[0x01, 0x01, 0xff] } else { &[] };
    tlv(SEQUENCE, &[&tlv(OID, &[oid]), critical, &tlv(BYTES, &[value])])
}

fn name(text: &str) -> Vec<u8> {
    let pair = tlv(SEQUENCE, &[&tlv(OID, &[COMMON_NAME]), &tlv(UTF8, &[text.as_bytes()])]);
    tlv(SEQUENCE, &[&tlv(SET, &[&pair])])
}

fn certificate(
    issuer: &str,
    subject: &str,
    signer: &Ed25519KeyPair,
    own: &Ed25519KeyPair,
    extension: &[u8],
) -> Vec<u8> {
    let algorithm = tlv(SEQUENCE, &[&tlv(OID, &[ED25519])]);
    let version = tlv(0xa0, &[&tlv(INTEGER, &[&[2]])]);
    let serial = tlv(INTEGER, &[&[subject.len() as u8]]);
    let valid = tlv(SEQUENCE, &[&tlv(TIME, &[b"200101000000Z"]), &tlv(TIME, &[b"491231000000Z"])]);
    let public = tlv(SEQUENCE, &[&algorithm, &tlv(BITS, &[&[0], own.public_key().as_ref()])]);
    let extensions = tlv(0xa3, &[&tlv(SEQUENCE, &[extension])]);
    let (issuer, subject) = (name(issuer), name(subject));
    let body = tlv(SEQUENCE, &[&version, &serial, &algorithm, &issuer, &valid, &subject, &public, &extensions]);
    let signature = tlv(BITS, &[&[0], signer.sign(&body).as_ref()]);
    tlv(SEQUENCE, &[&body, &algorithm, &signature])
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() { letter as char } else { '=' });
        }
    }
    text
}
