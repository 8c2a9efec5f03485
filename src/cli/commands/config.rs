//! `mem config`

use super::{Context, Error, Exit};
use crate::{cli::input, config::Origin, ops};

/// List the settings with their origin, and say which model recall would ask
///
/// `mem config set KEY VALUE` sets one in your own file. Keys are never shown.
#[derive(clap::Args)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Set a setting in your own file, whose comments stay
    Set {
        /// The setting, such as llm.provider
        #[arg(value_name = "KEY")]
        key: String,
        /// Its value; `-` reads it from standard input, so that a key stays out of the shell's history
        #[arg(value_name = "VALUE", allow_hyphen_values = true)]
        value: String,
    },
}

/// Bytes of a value.
const VALUE_BYTES: usize = 64 * 1024;

pub(super) fn run(context: &Context, args: &Args) -> Result<Exit, Error> {
    let changed = match &args.action {
        None => None,
        Some(Action::Set { key, value }) => {
            let value = match value.as_str() {
                "-" => String::from_utf8_lossy(&input::stdin(context, VALUE_BYTES, "the value")?).into_owned(),
                value => value.to_owned(),
            };
            Some(ops::config::set(&context.world, key, &value)?.name)
        }
    };
    // Read behind the change, so that the listing shows it.
    let config = context.config()?;
    if let Some(setting) = changed.and_then(|key| config.get(key))
        && !matches!(setting.origin, Origin::User(_))
    {
        context.screen.notice(format_args!("{} counts for more here: {}", setting.origin, setting.key));
    }
    context.screen.show(&ops::config::Settings { changed, ..ops::config::list(&context.world, config) })?;
    Ok(Exit::Done)
}
