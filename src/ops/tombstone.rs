//! What was removed or rejected is not learnt again: digests of what it said are kept.

use crate::{
    model::header::Header,
    select::near,
    store::{Store, StoreError},
    world::World,
};

/// The digests by which a memory's text is known again: of its first paragraph and its description.
pub(super) fn gists(description: &str, body: &str) -> Vec<String> {
    let parts = [first_paragraph(body), description];
    parts.into_iter().filter(|part| !part.trim().is_empty()).map(near::gist).collect()
}

/// What a memory says first: the rule or the fact itself.
pub(super) fn first_paragraph(body: &str) -> &str {
    let body = body.trim_start();
    body.find("\n\n").map_or(body, |end| &body[..end])
}

/// Keeps the digests of a removed memory. It is removed by then: one that cannot be noted may be
/// proposed again, and no more.
pub(super) fn bury_text(world: &World, store: &Store, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let header = Header::parse(&text);
    let _ = bury(world, store, header.uncut("description").unwrap_or_default(), header.body(&text));
}

/// Keeps the digests of what is not to be proposed again.
pub(super) fn bury(world: &World, store: &Store, description: &str, body: &str) -> Result<(), StoreError> {
    store.inbox(world).map_or(Ok(()), |inbox| inbox.bury(&gists(description, body)))
}
