//! `mem add`

use std::path::{Path, PathBuf};

use super::{Context, Error, Exit, kind_parser};
use crate::{
    cli::{behind, editor, input, judging},
    model::{
        Kind,
        header::{self, Header},
        limits,
    },
    ops::add::{self, Action, Add, Draft, Existing, Request, import},
    project::ignored,
    store::locate::{self, Place},
};

/// Save a memory
///
/// The text comes from -m, from a file, or from standard input; on a terminal what is missing is
/// asked for. A memory that says the same already is left as it is; one of the same name or file
/// that says something else is never overwritten without --update.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What it is about
    #[arg(short = 't', long = "type", value_name = "TYPE", value_parser = kind_parser(), ignore_case = true)]
    kind: Option<Kind>,
    /// What it is called, in a few words
    #[arg(short, long, value_name = "NAME", allow_hyphen_values = true)]
    name: Option<String>,
    /// One line that tells when it matters: recall judges by it
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    description: Option<String>,
    /// The text; several become paragraphs
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with_all = ["file", "stdin"])]
    message: Vec<String>,
    /// Read the text from FILE (`-` is standard input); a header in it fills what no option gives
    #[arg(short = 'F', long, value_name = "FILE", conflicts_with = "stdin")]
    file: Option<PathBuf>,
    /// `-`: read the text from standard input
    #[arg(value_name = "-", value_parser = ["-"])]
    stdin: Option<String>,
    /// Save one memory a line of JSON: {"type", "name", "description", "body"}
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-",
          conflicts_with_all = ["kind", "name", "description", "message", "file", "stdin", "edit"])]
    from_jsonl: Option<PathBuf>,
    /// Open the memory in $VISUAL or $EDITOR before it is saved
    #[arg(short, long)]
    edit: bool,
    /// Change the memory of this name if there is one
    #[arg(long, conflicts_with = "new")]
    update: bool,
    /// With --update: also where no history keeps the old text
    #[arg(long, requires = "update")]
    force: bool,
    /// Save beside a memory of this name, under a file name of its own
    #[arg(long)]
    new: bool,
    /// Save also what the rules are against; the history says so (never a secret)
    #[arg(long)]
    no_verify: bool,
}

/// Bytes of JSON lines that are read at most: room for thousands of memories.
const JSONL_BYTES: usize = 256 * 1024 * 1024;

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let (drafts, edited) = match &args.from_jsonl {
        Some(path) => {
            let text = input::read(context, path, JSONL_BYTES, "a file of memories")?;
            let source = if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() };
            (import::drafts(&text, &source)?, None)
        }
        None => match one(context, args)? {
            Some((draft, edited)) => (vec![draft], edited),
            None => {
                context.screen.notice("nothing was saved");
                return Ok(Exit::No);
            }
        },
    };
    let existing = match (args.update, args.new) {
        (true, _) => Existing::Update,
        (_, true) => Existing::Beside,
        _ => Existing::Refuse,
    };
    let place = context.place()?;
    if !drafts.is_empty() {
        locate::make_private(&place);
    }
    let request = Request { drafts, existing, force: args.force, gate: judging::gate(context, args.no_verify)? };
    let store = context.store_at(&place);
    let vectors = behind::Vectors::of(context)?;
    let added = add::run_with(&context.world, &store, &request, |files| vectors.of_few(&store, files))?;
    remember(context, &place, &added);
    context.screen.show(&added)?;
    say(context, &place, &added);
    vectors.of_many(context, &place, &store, &added.written());
    if let Some(edited) = edited {
        keep_or_discard(context, edited, &added);
    }
    Ok(if added.refused() { Exit::No } else { Exit::Done })
}

/// The first write settles which store this project uses.
fn remember(context: &Context, place: &Place, added: &Add) {
    if let Some(err) = (!added.written().is_empty()).then(|| locate::record(place).err()).flatten() {
        context.screen.notice(format_args!("the choice of {} is not remembered: {err}", place.dir.display()));
    }
}

/// What the person should know beside the result.
fn say(context: &Context, place: &Place, added: &Add) {
    for result in &added.results {
        if let Some(reason) = &result.reason {
            let hint = judging::advice(context, result.hint.as_deref(), result.overridable);
            context.screen.error(format_args!("not saved: {reason}"), hint.as_deref());
        }
        if let Some(other) = &result.other {
            context
                .screen
                .notice(format_args!("{} says nearly the same as {other}; compare them with `mem show`", result.file));
        }
    }
    for notice in &added.notices {
        context.screen.notice(notice);
    }
    let created = added.results.iter().find(|r| r.action == Action::Created);
    let swallowed =
        created.zip(place.project()).and_then(|(r, root)| ignored::by(root, Path::new(&r.path)).map(|rule| (r, rule)));
    if let Some((result, rule)) = swallowed {
        context.screen.notice(format_args!("git ignores {} ({rule}), so that commits will not carry it", result.file));
    }
}

/// A draft whose memory was refused stays where the person can find it.
fn keep_or_discard(context: &Context, edited: editor::Edited, added: &Add) {
    if added.refused() {
        context.screen.notice(format_args!("the draft is kept in {}", edited.draft.display()));
    } else {
        edited.discard();
    }
}

/// The parts of a memory as far as they are known.
#[derive(Default)]
struct Parts {
    kind: Option<Kind>,
    name: Option<String>,
    description: Option<String>,
    body: Option<String>,
    /// A type that is none of the four.
    unknown: Option<String>,
    /// Keys of the text's own header that are not kept.
    dropped: Vec<String>,
}

type Made = (Draft, Option<editor::Edited>);

/// One draft from options, input, questions and editor; `None` when the person saved nothing.
fn one(context: &Context, args: &Args) -> Result<Option<Made>, Error> {
    let mut parts = Parts {
        kind: args.kind,
        name: args.name.clone(),
        description: args.description.clone(),
        body: given(context, args)?,
        ..Parts::default()
    };
    parts.fill_from_header();
    if context.screen.can_ask() && !args.edit && !parts.ask(context)? {
        return Ok(None);
    }
    let by_editor = args.edit || parts.body.is_none() && context.screen.can_ask() && editor::command(context).is_some();
    if by_editor {
        return parts.edited(context);
    }
    if parts.body.is_none() {
        let text = input::stdin(context, limits::ADD_BYTES, "the memory's text")?;
        parts.body = Some(input::utf8(text, "standard input")?);
        parts.fill_from_header();
    }
    if !parts.dropped.is_empty() {
        context.screen.notice(format_args!("of the text's own header this is not kept: {}", parts.dropped.join(", ")));
    }
    Ok(Some((parts.draft()?, None)))
}

/// The text that options name. Standard input is left alone where it is a terminal.
fn given(context: &Context, args: &Args) -> Result<Option<String>, Error> {
    let file = args.file.as_deref().or(args.stdin.as_deref().map(Path::new));
    if let Some(path) = file {
        return input::read(context, path, limits::ADD_BYTES, "a memory").map(Some);
    }
    Ok((!args.message.is_empty()).then(|| args.message.join("\n\n")))
}

impl Parts {
    /// A text that is a whole memory brings its own name, description and type.
    fn fill_from_header(&mut self) {
        let Some(text) = &self.body else { return };
        let header = Header::parse(text);
        if !["name", "description", "type"].iter().any(|key| header.get(key).is_some()) {
            return;
        }
        let word = header.get("type").filter(|word| !word.trim().is_empty());
        self.kind = self.kind.or_else(|| word.and_then(Kind::parse));
        self.unknown = word.filter(|_| self.kind.is_none()).map(Into::into);
        let kept = ["name", "description", "type", "metadata.name", "metadata.description", "metadata.type"];
        self.dropped =
            header.fields().map(|(key, _)| key.to_owned()).filter(|key| !kept.contains(&key.as_str())).collect();
        self.name = self.name.take().or_else(|| header.get("name").map(Into::into));
        self.description = self.description.take().or_else(|| header.get("description").map(Into::into));
        self.body = Some(header.body(text).to_owned());
    }

    /// Asks for what is missing; `false` when the person would rather not.
    fn ask(&mut self, context: &Context) -> Result<bool, Error> {
        let screen = &context.screen;
        if self.kind.is_none() {
            let items = Kind::ALL.map(|kind| format!("{kind:<10} {}", kind.question()));
            match screen.pick("What is it about", &items)? {
                Some(at) => self.kind = Some(Kind::ALL[at]),
                None => return Ok(false),
            }
        }
        if self.name.is_none() {
            self.name = Some(screen.ask("Name, in a few words")?);
        }
        if self.description.is_none() {
            self.description = Some(screen.ask("Description: when does it matter")?);
        }
        Ok(true)
    }

    /// Opens the memory as a file; what is saved there counts.
    fn edited(self, context: &Context) -> Result<Option<Made>, Error> {
        let text = |part: &Option<String>| part.clone().unwrap_or_default();
        let fields = [
            ("name", text(&self.name)),
            ("description", text(&self.description)),
            ("type", self.kind.map_or("", Kind::as_str).into()),
        ];
        let fields: Vec<(&str, &str)> = fields.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let whole = header::compose(&fields, &text(&self.body));
        let Some(edited) = editor::edit(context, &whole, self.draft().is_ok())? else {
            return Ok(None);
        };
        let mut parts = Self { body: Some(edited.text.clone()), ..Self::default() };
        parts.fill_from_header();
        match parts.draft() {
            Ok(draft) => Ok(Some((draft, Some(edited)))),
            Err(err) => Err(err.hinting(format!("the draft is kept in {}", edited.draft.display()))),
        }
    }

    fn draft(&self) -> Result<Draft, Error> {
        let missing = |option: &str| {
            Error::usage(format!("{option} is missing"), "mem add -t TYPE -n NAME -d DESCRIPTION -m TEXT")
        };
        if let Some(word) = &self.unknown {
            let types = Kind::ALL.map(Kind::as_str).join(", ");
            return Err(Error::usage(format!("the type `{word}` is unknown"), format!("the types are {types}")));
        }
        let kind = self.kind.ok_or_else(|| missing("the type (-t user, feedback, project or reference)"))?;
        let name = self.name.as_deref().ok_or_else(|| missing("the name (-n)"))?;
        let description = self.description.as_deref().ok_or_else(|| missing("the description (-d)"))?;
        Ok(Draft::new(kind, name, description, self.body.as_deref().unwrap_or_default())?)
    }
}
