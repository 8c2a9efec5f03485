//! A server with TLS whose certificate an authority of the test's own has signed.

use std::sync::Arc;

use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer},
};

use crate::support::{
    Mem,
    authority::Authority,
    server::{Server, chooses},
};

fn server(authority: &Authority) -> Server {
    let certificate = CertificateDer::from(authority.certificate.clone());
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(authority.key.clone()));
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let config = Arc::new(config);
    let wrap = move |stream| Some(Box::new(StreamOwned::new(ServerConnection::new(config.clone()).ok()?, stream)) as _);
    Server::wrapped([chooses(&["feedback_tests.md"])], Arc::new(wrap))
}

#[test]
fn a_certificate_is_trusted_where_its_authority_is() {
    let authority = Authority::new();
    let server = server(&authority);
    let mem = Mem::new();
    mem.memory("user", "quokka", "Quokka", "The quokka smiles", "It does.");
    mem.memory("feedback", "tests", "Tests", "Tests use a real database", "Always.");
    let file = mem.root().join("root.pem");
    authority.write(&file);
    let mem = mem.env("MEM_PROVIDER", "openai").env("MEM_MODEL", "small").env("MEM_RECALL_TIMEOUT", "120s");
    let mem = mem.env("MEM_BASE_URL", format!("https://localhost:{}", server.port())).env("MEM_API_KEY", "k");
    let prompt = "does the quokka smile";
    // The system knows nothing of it: no request is made.
    let json = mem.json(["recall", prompt]);
    assert_eq!((&json["fallback"]["reason"], &json["memories"][0]["file"]), (&"http".into(), &"user_quokka.md".into()));
    mem.run(["recall", prompt]).ok().says("certificate");
    assert!(server.seen().is_empty());
    let mem = mem.env("SSL_CERT_FILE", file.to_str().unwrap());
    let json = mem.json(["recall", prompt]);
    assert_eq!(
        (&json["selector"], &json["memories"][0]["file"]),
        (&"llm".into(), &"feedback_tests.md".into()),
        "{json:#}"
    );
    let by_number = mem.env("MEM_BASE_URL", format!("127.0.0.1:{}", server.port()));
    assert_eq!(by_number.json(["recall", prompt])["fallback"]["reason"], "http", "no scheme means http here");
    let by_number = by_number.env("MEM_BASE_URL", format!("https://127.0.0.1:{}/v1", server.port()));
    assert_eq!(by_number.json(["recall", prompt])["selector"], "llm");
}
