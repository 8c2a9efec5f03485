//! The encoder against what the original gives, and against itself.

use super::{lexicon::Lexicon, *};
use crate::select::hash;

/// Per line: a text, its pieces, its vector by the original in 64 bit numbers, rounded to bytes.
const EXPECTED: &str = include_str!("expected.tsv");

/// All vectors of the texts as they were made here: they are the same on every machine.
const DIGEST: u64 = 0xda5e_76ac_b78c_4ebe;

fn expected() -> impl Iterator<Item = (&'static str, &'static str, Vector)> {
    EXPECTED.lines().map(|line| {
        let cells: Vec<_> = line.split('\t').collect();
        let byte = |at: usize| u8::from_str_radix(&cells[2][at * 2..][..2], 16).unwrap() as i8;
        (cells[0], cells[1], Vector::of(&std::array::from_fn(|at| f32::from(byte(at)))).unwrap())
    })
}

#[test]
fn a_text_is_cut_into_the_pieces_of_the_original() {
    let lexicon = Lexicon::open();
    for (text, pieces, _) in expected() {
        let own = tokens::tokens(text).into_iter().map(|piece| match lexicon.text(piece) {
            b"" => "<unk>".to_owned(),
            text => std::str::from_utf8(text).unwrap().replace(' ', "\u{2581}"),
        });
        assert_eq!(own.collect::<Vec<_>>().join("|"), pieces, "{text}");
    }
}

#[test]
fn a_vector_is_that_of_the_original() {
    for (text, _, vector) in expected() {
        let cosine = encode_raw(text).unwrap().dot(&vector);
        assert!(cosine > 0.999, "{text}: {cosine}");
    }
}

#[test]
fn a_vector_is_the_same_to_the_byte_on_every_machine() {
    let bytes: Vec<u8> = expected().flat_map(|(text, ..)| encode(text, Side::Query).unwrap().to_bytes()).collect();
    assert_eq!(hash::hash(&bytes), DIGEST);
}

#[test]
fn what_means_the_same_is_closer_than_what_is_written_alike() {
    let query = encode("how do we deploy the application to production", Side::Query).unwrap();
    let [near, far] = ["把应用部署到生产环境的步骤", "how do we cook the potatoes for dinner"]
        .map(|text| query.dot(&encode(text, Side::Memory).unwrap()));
    assert!(near > far + 0.2, "{near} {far}");
}

#[test]
fn a_text_without_words_means_nothing() {
    for text in ["", "  ", "\n\u{200b}\t", "\u{feff}"] {
        assert_eq!(encode(text, Side::Memory), None, "{text:?}");
    }
}

#[test]
fn a_text_without_end_costs_no_more_than_a_long_one() {
    let text = "x = 1; 漢字 ".repeat(1_000_000);
    assert_eq!(tokens::tokens(&text), tokens::tokens(&text[..text.floor_char_boundary(4_000)]));
}

#[test]
fn vectors_survive_their_bytes() {
    let vector = encode("kept", Side::Memory).unwrap();
    assert_eq!(Vector::from_bytes(&vector.to_bytes()), Some(vector.clone()));
    assert!((vector.dot(&vector) - 1.0).abs() < 1e-5);
    assert_eq!(vector.dot_bytes(&vector.to_bytes()), Some(vector.dot(&vector)));
    let mut bytes = vector.to_bytes();
    assert_eq!(Vector::from_bytes(&bytes[1..]), None);
    bytes[WIDTH..].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(Vector::from_bytes(&bytes), None);
}

#[test]
fn numbers_without_a_direction_make_no_vector() {
    assert_eq!(Vector::of(&[0.0; WIDTH]), None);
    assert_eq!(Vector::of(&[f32::INFINITY; WIDTH]), None);
}

#[test]
fn the_language_is_that_of_most_letters() {
    let cases = [
        ("how do we deploy", Language::Latin),
        ("¿cómo desplegamos?", Language::Latin),
        ("12:30 → 🎉", Language::Latin),
        ("用 docker 部署", Language::Han),
        ("把 PostgreSQL 的 migration 跑一遍", Language::Latin),
        ("本番環境へのデプロイ", Language::Kana),
        ("テストが通るまで", Language::Kana),
        ("프로덕션에 배포", Language::Hangul),
        ("как развернуть", Language::Other),
    ];
    for (text, expected) in cases {
        assert_eq!(language(text), expected, "{text}");
    }
}

#[test]
fn a_memory_is_its_head_and_pieces_of_its_body() {
    let body = "One sentence of a body. ".repeat(20);
    let pieces = pieces("Name", "What it says", &body);
    assert_eq!(pieces[0], "Name. What it says");
    assert_eq!(pieces.len(), 4);
    assert!(pieces[1..].iter().all(|piece| piece.ends_with("body.") && piece.len() <= 175), "{pieces:?}");
    assert_eq!(pieces[1..].join(" "), body.trim_end());
}

#[test]
fn pieces_are_few_and_end_between_characters() {
    for body in ["A".repeat(5_000_000), "漢字かな".repeat(10_000), "word ".repeat(10_000), "\n".repeat(5_000)] {
        let pieces = pieces("n", "", &body);
        assert!(pieces.len() <= PIECES);
        assert!(pieces.iter().all(|piece| !piece.is_empty() && piece.chars().count() <= 175));
    }
    assert_eq!(pieces("", "", " \n "), Vec::<String>::new());
}
