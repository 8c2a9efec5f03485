//! Questions on a terminal. They go to stderr, so that stdout stays the answer.

use std::io;

use dialoguer::{
    Confirm, FuzzySelect, Input, MultiSelect, Select,
    console::{self, Term},
    theme::ColorfulTheme,
};

use super::{Screen, clean};

/// Why a question has no answer. Nothing was done then.
#[derive(Debug, thiserror::Error)]
pub enum Unanswered {
    /// Ctrl-C, where the signal of it is ignored, as in the background of a shell.
    #[error("interrupted")]
    Interrupted,
    /// The terminal failed.
    #[error("the terminal: {0}")]
    Terminal(io::Error),
}

impl Screen {
    /// Lets the person pick one of `items`; `None` when they would rather not.
    ///
    /// # Errors
    /// [`Unanswered`].
    pub fn pick(&self, prompt: &str, items: &[String]) -> Result<Option<usize>, Unanswered> {
        let theme = self.theme();
        Select::with_theme(&theme)
            .with_prompt(prompt)
            .items(items)
            .default(0)
            .interact_on_opt(&Term::stderr())
            .map_err(unanswered)
    }

    /// Lets the person mark some of `items`, each with whether it is marked already; `None` when they
    /// would rather not.
    ///
    /// # Errors
    /// As [`Screen::pick`].
    pub fn choose(&self, prompt: &str, items: &[(String, bool)]) -> Result<Option<Vec<usize>>, Unanswered> {
        let theme = self.theme();
        MultiSelect::with_theme(&theme)
            .with_prompt(format!("{prompt} (space marks, enter goes on)"))
            .items_checked(items.iter().map(|(item, marked)| (item, *marked)))
            .interact_on_opt(&Term::stderr())
            .map_err(unanswered)
    }

    /// As [`Screen::pick`] for long lists: typing narrows them.
    ///
    /// # Errors
    /// As [`Screen::pick`].
    pub fn search(&self, prompt: &str, items: &[String]) -> Result<Option<usize>, Unanswered> {
        let theme = self.theme();
        FuzzySelect::with_theme(&theme)
            .with_prompt(prompt)
            .items(items)
            .default(0)
            .interact_on_opt(&Term::stderr())
            .map_err(unanswered)
    }

    /// Asks whether to go on; no is the default.
    ///
    /// # Errors
    /// As [`Screen::pick`].
    pub fn confirm(&self, question: &str) -> Result<bool, Unanswered> {
        let theme = self.theme();
        let question = clean(question);
        let answer =
            Confirm::with_theme(&theme).with_prompt(question.as_ref()).default(false).interact_on_opt(&Term::stderr());
        Ok(answer.map_err(unanswered)?.unwrap_or(false))
    }

    /// Asks for a line that is not blank.
    ///
    /// # Errors
    /// As [`Screen::pick`].
    pub fn ask(&self, prompt: &str) -> Result<String, Unanswered> {
        let theme = self.theme();
        Input::<String>::with_theme(&theme)
            .with_prompt(prompt)
            .validate_with(|text: &String| if text.trim().is_empty() { Err("it must not be empty") } else { Ok(()) })
            .interact_text_on(&Term::stderr())
            .map_err(unanswered)
    }
}

impl Screen {
    /// The look of questions. dialoguer would decide about colours by itself; ours is decided already.
    fn theme(&self) -> ColorfulTheme {
        console::set_colors_enabled_stderr(self.colours_stderr());
        ColorfulTheme::default()
    }
}

/// Why dialoguer gives no answer. It leaves the line as it is and the cursor hidden.
fn unanswered(err: dialoguer::Error) -> Unanswered {
    let dialoguer::Error::IO(err) = err;
    if err.kind() != io::ErrorKind::Interrupted {
        return Unanswered::Terminal(err);
    }
    let terminal = Term::stderr();
    // A terminal that is gone needs neither.
    let _ = terminal.show_cursor().and_then(|()| terminal.write_line(""));
    Unanswered::Interrupted
}
