//! Any program that reads a prompt on its standard input and prints an answer: the command line of a
//! subscription, or a script.

use super::{Call, Failure, Form, Prompt, Provider, Reply, Rung, Target};

pub(super) static PROVIDER: Provider =
    Provider { name: "command", server: None, rungs: &[Rung::Text], optional: &[], request, reply };

fn request(target: &Target, prompt: &Prompt, _: &Form) -> Call {
    let Prompt { system, head, tail, .. } = prompt;
    Call::Command { line: target.command.clone(), input: format!("{system}\n\n{head}\n\n{tail}\n").into_bytes() }
}

fn reply(bytes: &[u8]) -> Result<Reply, Failure> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    if text.trim().is_empty() { Err(Failure::empty()) } else { Ok(Reply { text, tokens: None }) }
}
