//! Questions on a terminal. They go to stderr, so that stdout stays the answer.

use std::io;

use dialoguer::{
    Confirm, FuzzySelect, Input, MultiSelect, Select,
    console::{self, Term},
    theme::ColorfulTheme,
};

use super::{Screen, clean};

impl Screen {
    /// Lets the person pick one of `items`; `None` when they would rather not.
    ///
    /// # Errors
    /// When the terminal fails, or the question was interrupted.
    pub fn pick(&self, prompt: &str, items: &[String]) -> io::Result<Option<usize>> {
        let theme = self.theme();
        Select::with_theme(&theme)
            .with_prompt(prompt)
            .items(items)
            .default(0)
            .interact_on_opt(&Term::stderr())
            .map_err(source)
    }

    /// Lets the person mark some of `items`, each with whether it is marked already; `None` when they
    /// would rather not.
    ///
    /// # Errors
    /// As [`Screen::pick`].
    pub fn choose(&self, prompt: &str, items: &[(String, bool)]) -> io::Result<Option<Vec<usize>>> {
        let theme = self.theme();
        MultiSelect::with_theme(&theme)
            .with_prompt(format!("{prompt} (space marks, enter goes on)"))
            .items_checked(items.iter().map(|(item, marked)| (item, *marked)))
            .interact_on_opt(&Term::stderr())
            .map_err(source)
    }

    /// As [`Screen::pick`] for long lists: typing narrows them.
    ///
    /// # Errors
    /// As [`Screen::pick`].
    pub fn search(&self, prompt: &str, items: &[String]) -> io::Result<Option<usize>> {
        let theme = self.theme();
        FuzzySelect::with_theme(&theme)
            .with_prompt(prompt)
            .items(items)
            .default(0)
            .interact_on_opt(&Term::stderr())
            .map_err(source)
    }

    /// Asks whether to go on; no is the default.
    ///
    /// # Errors
    /// As [`Screen::pick`].
    pub fn confirm(&self, question: &str) -> io::Result<bool> {
        let theme = self.theme();
        let question = clean(question);
        let answer =
            Confirm::with_theme(&theme).with_prompt(question.as_ref()).default(false).interact_on_opt(&Term::stderr());
        Ok(answer.map_err(source)?.unwrap_or(false))
    }

    /// Asks for a line that is not blank.
    ///
    /// # Errors
    /// As [`Screen::pick`].
    pub fn ask(&self, prompt: &str) -> io::Result<String> {
        let theme = self.theme();
        Input::<String>::with_theme(&theme)
            .with_prompt(prompt)
            .validate_with(|text: &String| if text.trim().is_empty() { Err("it must not be empty") } else { Ok(()) })
            .interact_text_on(&Term::stderr())
            .map_err(source)
    }
}

impl Screen {
    /// The look of questions. dialoguer would decide about colours by itself; ours is decided already.
    fn theme(&self) -> ColorfulTheme {
        console::set_colors_enabled_stderr(self.colours_stderr());
        ColorfulTheme::default()
    }
}

fn source(err: dialoguer::Error) -> io::Error {
    let dialoguer::Error::IO(err) = err;
    err
}
