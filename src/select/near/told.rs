//! What many notes say, read once: as sets of words, and a claim a sentence.

use super::{
    COMPARED,
    claims::{self, At, Claims, Opposed, Repeated, Sentence},
    pairs::{self, Bag, Lexicon, Said, Topic},
    reader::{Reader, Take},
};
use crate::{
    model::cores::{beside, in_runs},
    select::{Fields, hash::Hashed, scan},
};

/// Fewer notes than this are read before a thread has started.
const SHARE: usize = 64;

/// How much of each body is looked through for claims, in bytes.
const READ: usize = 65_536;

/// Notes, read.
pub struct Told<'n> {
    notes: Vec<Fields<'n>>,
    words: (Lexicon, Vec<Bag>),
    claims: Claims,
}

impl<'n> Told<'n> {
    /// Reads these notes.
    pub fn of(notes: impl IntoIterator<Item = Fields<'n>>) -> Self {
        let notes: Vec<(usize, Fields<'n>)> = notes.into_iter().enumerate().collect();
        let (said, read): (Vec<Said>, Vec<Claims>) = in_runs(&notes, SHARE, read).into_iter().unzip();
        let sort = || {
            let mut claims = Claims::default();
            read.into_iter().for_each(|read| claims.append(read));
            claims.sort();
            claims
        };
        let number = || pairs::number(&said);
        let (claims, words) = if notes.len() < SHARE { (sort(), number()) } else { beside(sort, number) };
        Self { notes: notes.into_iter().map(|(_, fields)| fields).collect(), words, claims }
    }

    /// Two notes that say the same, by position, the earlier one first, and how alike they are (0 to 1).
    #[must_use]
    pub fn alike(&self) -> Vec<(usize, usize, f64)> {
        pairs::pairs(&self.notes, &self.words)
    }

    /// The sentences that stand in several notes.
    #[must_use]
    pub fn repeated(&self) -> Vec<Repeated> {
        self.claims.repeated()
    }

    /// Where two notes contradict each other.
    #[must_use]
    pub fn opposed(&self) -> Vec<Opposed> {
        self.claims.opposed()
    }

    /// The sentence of one of the notes that says the opposite of what others say of that note.
    #[must_use]
    pub fn against(&self, others: &Told<'_>, note: usize) -> Option<At> {
        self.claims.against(&others.claims, note)
    }
}

/// What a run of notes says.
fn read(notes: &[(usize, Fields<'_>)]) -> (Said, Claims) {
    let mut reader = Reader::default();
    reader.sentence = Some(Sentence::default());
    let mut run = Run { reader, claims: Claims::default() };
    notes.iter().for_each(|(note, fields)| run.read(*note, fields));
    (run.reader.words.said, run.claims)
}

/// The words of notes that are read one behind the other, each note's once.
#[derive(Default)]
struct Numbered {
    said: Said,
    /// The place of a word by its hash.
    places: Hashed<u32>,
    /// The last note that each word was met in, counted from 1.
    met: Vec<usize>,
    /// What the note that is being read says.
    words: Vec<u32>,
    negated: bool,
    /// Whether what follows in it is not compared.
    is_full: bool,
}

impl Take for Numbered {
    /// Its place.
    type Topic = u32;

    fn topic(&mut self, hash: u64, weight: f64) -> u32 {
        let next = self.met.len();
        let place = *self.places.entry(hash).or_insert(next as u32);
        if place as usize == next {
            self.met.push(0);
            self.said.topics.push(Topic { hash, weight, count: 0 });
        }
        place
    }

    fn add(&mut self, place: u32) {
        if self.is_full {
            return;
        }
        let note = self.said.notes.len() + 1;
        if std::mem::replace(&mut self.met[place as usize], note) != note {
            self.said.topics[place as usize].count += 1;
            self.words.push(place);
        }
    }

    fn negate(&mut self) {
        self.negated |= !self.is_full;
    }
}

impl Numbered {
    /// Ends a note.
    fn end(&mut self) {
        self.said.notes.push((std::mem::take(&mut self.words), std::mem::take(&mut self.negated)));
        self.is_full = false;
    }
}

struct Run {
    reader: Reader<Numbered>,
    claims: Claims,
}

impl Run {
    fn read(&mut self, note: usize, fields: &Fields<'_>) {
        if [fields.description, fields.body].iter().all(|text| text.trim().is_empty()) {
            // A name claims nothing.
            self.reader.read(fields, |_| true);
            self.reader.sentence = Some(Sentence::default());
        } else {
            let description = &fields.description[..fields.description.floor_char_boundary(COMPARED)];
            self.sentence(description, Some((At { note, byte: None }, true)));
            self.body(note, fields.body);
        }
        self.reader.words.end();
    }

    fn body(&mut self, note: usize, body: &str) {
        let body = &body[..body.floor_char_boundary(READ)];
        let first = body.len() - body.trim_start().len();
        let (mut start, mut fenced) = (0, false);
        for line in body.split_inclusive('\n') {
            let text = line.trim_start();
            let fence = text.starts_with("```") || text.starts_with("~~~");
            fenced ^= fence;
            // Code, headings, tables and quotes claim nothing themselves.
            let claims = !(fence || fenced || text.starts_with(['#', '|', '>']));
            for (at, sentence) in claims::split(line) {
                let byte = start + at;
                self.reader.words.is_full = byte >= COMPARED;
                let claimed = claims.then_some((At { note, byte: Some(byte) }, byte <= first));
                self.sentence(sentence, claimed);
            }
            start += line.len();
        }
    }

    /// Reads a sentence; what it claims, and whether that is the first thing said, is for this place.
    fn sentence(&mut self, text: &str, claimed: Option<(At, bool)>) {
        let reader = &mut self.reader;
        for (at, part) in text.split('`').enumerate() {
            if let Some(sentence) = &mut reader.sentence {
                sentence.named = at % 2 == 1;
            }
            scan::scan(part, reader);
        }
        match (&mut reader.sentence, claimed) {
            (Some(sentence), Some((at, leads))) => self.claims.add(at, text, leads, sentence),
            (Some(sentence), None) => sentence.clear(),
            (None, _) => {}
        }
    }
}
