//! One question: its requests, what is tried again, what is left out, and when to give up.

use std::time::Duration;

use super::{Call, Deadline, Failure, Form, Prompt, Reason, Reply, Target, calls, http, memo, process, retry};
use crate::{model::text, world::World};

/// Requests for one question at most.
const REQUESTS: u32 = 4;

/// What a question may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// When it must be done.
    pub deadline: Deadline,
    /// Requests on one day, those of other questions included.
    pub daily_calls: u64,
}

/// What came of a question.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The answer, or why there is none.
    pub reply: Result<Reply, Failure>,
    /// Requests made.
    pub attempts: u32,
    /// The HTTP status of the last one, if it was answered.
    pub status: Option<u16>,
    /// What happened, a line each.
    pub steps: Vec<String>,
}

/// Asks a model. It is certain to end at the deadline.
#[must_use]
pub fn ask(world: &World, target: &Target, prompt: &Prompt, limits: Limits) -> Asked {
    let form = memo::recall(world, target);
    let mut question = Question {
        world,
        target,
        prompt,
        limits,
        form: form.clone(),
        attempts: 0,
        status: None,
        is_retried: false,
        steps: Vec::new(),
        http: None,
    };
    let reply = question.run();
    if reply.is_ok() && question.form != form {
        memo::note(world, target, &question.form);
    }
    question.http.take().into_iter().for_each(http::Http::close);
    Asked { reply, attempts: question.attempts, status: question.status, steps: question.steps }
}

struct Question<'a> {
    world: &'a World,
    target: &'a Target,
    prompt: &'a Prompt,
    limits: Limits,
    form: Form,
    attempts: u32,
    status: Option<u16>,
    is_retried: bool,
    steps: Vec<String>,
    http: Option<http::Http>,
}

/// A request that gave no answer.
struct Trouble {
    failure: Failure,
    /// What may be done about it.
    remedy: Remedy,
}

enum Remedy {
    None,
    /// The same again, after this time.
    Wait(Duration),
    /// Something of the request is not understood; these are the server's words.
    Change(String),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self { failure, remedy: Remedy::None }
    }
}

impl Question<'_> {
    fn run(&mut self) -> Result<Reply, Failure> {
        loop {
            if self.limits.deadline.is_over() {
                return Err(self.late());
            }
            if !calls::take(self.world, self.limits.daily_calls, self.limits.deadline) {
                let most = self.limits.daily_calls;
                return Err(Reason::DailyCalls.because(format!("recall.daily_calls allows {most} requests a day")));
            }
            self.attempts += 1;
            let start = self.limits.deadline.passed();
            let call = (self.target.provider.request)(self.target, self.prompt, &self.form);
            let sent = if let Call::Http { body, .. } = &call { body.clone() } else { Vec::new() };
            let result = self.send(call);
            self.account(start, &result);
            let Trouble { failure, remedy } = match result {
                Ok(reply) => return Ok(reply),
                Err(trouble) => trouble,
            };
            if self.attempts == REQUESTS || !self.mend(remedy, &sent) {
                return Err(failure);
            }
        }
    }

    /// Notes down one request for `--explain`.
    fn account(&mut self, start: Duration, result: &Result<Reply, Trouble>) {
        let took = self.limits.deadline.passed().saturating_sub(start).as_millis();
        let came = match result {
            Ok(Reply { tokens: Some((input, output)), .. }) => format!("answered, {input} tokens in, {output} out"),
            Ok(Reply { tokens: None, .. }) => "answered".to_owned(),
            Err(Trouble { failure, .. }) => failure.detail.clone(),
        };
        let without = self.form.without.map(|name| format!(" without {name}")).unwrap_or_default();
        let form =
            if self.target.url.is_empty() { String::new() } else { format!(" ({}{without})", self.form.rung.word()) };
        self.steps.push(format!("  request {}{form}: {took} ms; {came}", self.attempts));
    }

    fn late(&self) -> Failure {
        let allowed = crate::config::written(self.limits.deadline.allowed());
        Reason::Timeout.because(format!("it took longer than {allowed}"))
    }

    /// Does what may help; whether it is worth another request.
    fn mend(&mut self, remedy: Remedy, sent: &[u8]) -> bool {
        match remedy {
            Remedy::None => false,
            Remedy::Wait(time) => {
                let fits = !self.is_retried && time < self.limits.deadline.left();
                self.is_retried = true;
                if fits {
                    self.world.pause(time);
                }
                fits
            }
            Remedy::Change(words) => self.change(&words, sent),
        }
    }

    /// Leaves out the parameter that the server names, else goes one rung down when it is the form of
    /// the answer that it does not know.
    fn change(&mut self, words: &str, sent: &[u8]) -> bool {
        let sent = String::from_utf8_lossy(sent);
        let provider = self.target.provider;
        let named = |name: &&&str| words.contains(**name) && sent.contains(&format!("\"{name}\":"));
        if let Some(name) = provider.optional.iter().find(named).filter(|_| self.form.without.is_none()) {
            self.form.without = Some(name);
            return true;
        }
        const FORMS: [&str; 7] =
            ["response_format", "json_schema", "json_object", "output_config", "schema", "structured", "grammar"];
        let lower = provider.rungs.iter().skip_while(|rung| **rung != self.form.rung).nth(1);
        match lower.filter(|_| FORMS.iter().any(|form| words.contains(form))) {
            Some(rung) => {
                self.form.rung = *rung;
                true
            }
            None => false,
        }
    }

    fn send(&mut self, call: Call) -> Result<Reply, Trouble> {
        match call {
            Call::Command { line, input } => {
                let printed = process::run(&line, input, self.limits.deadline)?;
                Ok((self.target.provider.reply)(&printed)?)
            }
            Call::Http { url, headers, body } => self.post(&url, &headers, body),
        }
    }

    fn post(&mut self, url: &str, headers: &[(&'static str, String)], body: Vec<u8>) -> Result<Reply, Trouble> {
        let http = match self.http.take() {
            Some(http) => http,
            None => http::Http::new(url, self.target.proxy.as_ref())?,
        };
        let answer = self.http.insert(http).post(url, headers, body, self.limits.deadline.left());
        let answer = answer.map_err(|broken| Trouble {
            remedy: if broken.is_passing { Remedy::Wait(retry::BACKOFF) } else { Remedy::None },
            failure: if broken.failure.reason == Reason::Timeout { self.late() } else { broken.failure },
        })?;
        self.status = Some(answer.status);
        if (200..300).contains(&answer.status) {
            return Ok((self.target.provider.reply)(&answer.body)?);
        }
        Err(self.refused(&answer))
    }

    /// A status that is not a good one.
    fn refused(&self, answer: &http::Answer) -> Trouble {
        let body = String::from_utf8_lossy(&answer.body);
        let remedy = match answer.status {
            400 | 422 => Remedy::Change(body.clone().into_owned()),
            status if retry::may_pass(status, &answer.headers, &body) => {
                Remedy::Wait(retry::wait(&answer.headers, self.world.now()))
            }
            _ => Remedy::None,
        };
        let detail = match (&answer.location, answer.status) {
            (Some(_), 300..=399) => "the server sends us elsewhere, where no key and no prompt goes".to_owned(),
            // Servers like to repeat a key that they do not take.
            (_, 401 | 403) => format!("the server answered {}, so that it does not take the key", answer.status),
            (_, status) => format!("the server answered {status}{}", self.said(&body)),
        };
        Trouble { failure: Reason::Http.because(detail), remedy }
    }

    /// The server's own words, as far as they are short, plain and hold no part of a key.
    fn said(&self, body: &str) -> String {
        // Characters of a message that fit into a line.
        const CHARS: usize = 160;
        let document: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
        let message =
            document["error"]["message"].as_str().or(document["error"].as_str()).or(document["message"].as_str());
        let key = self.target.key.as_ref().map_or("", |key| key.secret.expose());
        match message.map(|message| text::clip(&text::one_line(message), CHARS)) {
            Some(message) if key.is_empty() || !message.contains(key) => format!(": {message}"),
            _ => String::new(),
        }
    }
}
