//! A find as the memory that it would be.

use jiff::Timestamp;

use super::{Action, Decision, Done, Finder, decide::Verdict, wish::Wish};
use crate::{
    lint::secret,
    model::{Document, Kind, age, digest, slug, text},
    ops::{
        OpError,
        add::{self, Draft},
        tombstone,
    },
    select::near,
    store::{Store, inbox::Proposal, scan, session::Idea},
    transcript::Turn,
};

/// Characters of a name.
const NAME: usize = 60;
/// Characters of a description.
const DESCRIPTION: usize = 200;
/// Characters of what was said, in the text: a wish is a sentence or two.
const STATEMENT: usize = 1_000;

/// A memory that may be made of what was said.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) draft: Draft,
    /// What the person said that it comes from, in the person's words.
    pub(super) said: String,
    /// What it says first, which is compared with what memories say.
    pub(super) statement: String,
    /// Digests of what it says.
    pub(super) gists: Vec<String>,
    pub(super) finder: Finder,
    /// Whether the person asked for it in plain words.
    pub(super) is_wish: bool,
    /// The turn, counted from 1.
    pub(super) turn: usize,
}

impl Candidate {
    pub(super) fn of_wish(wish: &Wish, turn: &Turn, number: usize, now: Timestamp) -> Self {
        let said = text::one_line(&wish.text);
        let day = turn.at.as_deref().and_then(age::parse).unwrap_or(now);
        let statement = text::clip(&capital(&said), STATEMENT);
        let body = format!("{statement}\n\n**Why:** the user said so on {}.\n", day.strftime("%Y-%m-%d"));
        let description = text::clip(&said, DESCRIPTION);
        let draft = Draft { kind: kind(wish), name: name(&said), description, body };
        let gists = vec![near::gist(&said)];
        Self { draft, gists, statement: said.clone(), said, finder: Finder::Words, is_wish: true, turn: number }
    }

    /// # Errors
    /// [`OpError::Usage`] when it can be no memory.
    pub(super) fn of_idea(idea: &Idea) -> Result<Self, OpError> {
        let kind = Kind::parse(&idea.kind).unwrap_or(Kind::Project);
        let draft = Draft::new(kind, &idea.name, &idea.description, &idea.body)?;
        let statement = tombstone::first_paragraph(&draft.body).trim().to_owned();
        let gists = tombstone::gists(&draft.description, &draft.body);
        let (said, finder) = (idea.said.clone(), Finder::Model);
        Ok(Self { draft, said, statement, gists, finder, is_wish: idea.is_wish, turn: idea.turn })
    }

    /// The file that it would be.
    pub(super) fn document(&self, store: &Store, now: Timestamp) -> Document {
        let file = slug::file_name(self.draft.kind.as_str(), &self.draft.name);
        let path = scan::path_of(store.dir(), &file);
        add::document(file, path, self.draft.compose(now))
    }

    pub(super) fn decision(&self, verdict: &Verdict) -> Decision {
        let change = verdict.change.as_ref();
        let Draft { kind, name, description, body } = change.map_or(&self.draft, |change| &change.draft);
        Decision {
            action: verdict.action,
            done: Done::Nothing,
            reason: verdict.reason.clone(),
            finder: self.finder,
            file: verdict.file.clone(),
            id: verdict.id.clone(),
            kind: kind.as_str().to_owned(),
            name: name.clone(),
            description: secret::masked(description).into_owned(),
            body: secret::masked(body).into_owned(),
            dropped: change.map(|change| change.dropped.clone()).unwrap_or_default(),
            said: self.said.clone(),
            turn: self.turn,
        }
    }

    pub(super) fn proposal(&self, verdict: &Verdict, session: Option<String>, why: Option<String>) -> Proposal {
        let change = verdict.change.as_ref();
        let Draft { kind, name, description, body } =
            change.map_or_else(|| self.draft.clone(), |change| change.draft.clone());
        Proposal {
            id: self.id(),
            changes: verdict.file.clone().filter(|_| verdict.action == Action::Update),
            kind: kind.as_str().to_owned(),
            name,
            description,
            body,
            said: self.said.clone(),
            session,
            reason: why,
            base: change.map(|change| change.base.clone()),
            dropped: change.map(|change| change.dropped.clone()).unwrap_or_default(),
        }
    }

    /// The name of its proposal: the same for what says the same.
    pub(super) fn id(&self) -> String {
        digest::short(self.gists.first().map_or(&[][..], |gist| gist.as_bytes()))
    }
}

/// The beginning of what was said, up to the end of a word.
fn name(said: &str) -> String {
    let bare = said.trim_end_matches(['.', '。', '!', '！', ';', ':']);
    let clause =
        bare.split(['，', '。', ';', '；']).next().filter(|clause| clause.chars().count() >= 6).unwrap_or(bare);
    if clause.chars().count() <= NAME {
        return capital(clause);
    }
    let cut = text::clip(clause, NAME);
    let cut = cut.trim_end_matches('…');
    let whole = cut.rfind(' ').filter(|at| *at > cut.len() / 2).map_or(cut, |at| &cut[..at]);
    capital(whole.trim_end_matches([',', ' ', '、', '-']))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// What kind of memory a wish is, from plain signs; how to work where it is a rule.
fn kind(wish: &Wish) -> Kind {
    let text = format!(" {} ", wish.text.to_lowercase());
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let person = has(&[" i ", " i'm ", " i've ", " my ", " me ", "我", "私", "僕", "저는", "나는", "제 ", "내 "])
        && !has(&["我们", "我們"]);
    let place = has(&[
        "https://",
        "http://",
        "dashboard",
        "wiki",
        "confluence",
        "看板",
        "文档在",
        "ダッシュボード",
        "대시보드",
    ]);
    match () {
        () if person && !has(&["when you", "ask me", "tell me", "叫我", "问我", "show me"]) => Kind::User,
        () if wish.rule => Kind::Feedback,
        () if place => Kind::Reference,
        () => Kind::Project,
    }
}
