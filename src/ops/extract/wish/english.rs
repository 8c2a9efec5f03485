//! English wishes.

use super::{Asked, Sentence, after, list, without};

/// Openings that say nothing. Lower case.
const OPENINGS: &str = "\
    please |pls |also |also, |and |but |ok |ok, |okay |okay, |hey |hey, |hi |hi, |so |so, |btw |btw, |\
    by the way, |no, |nope, |yes, |yeah, |oh, |ah, |hm, |hmm, |thanks, |great, |perfect, |good, |right, |\
    actually, |claude, |important: |note: |one more thing: |just |then |you should |you must |you need to |\
    i want you to |make sure to ";
/// Openings of a request in the form of a question.
const REQUESTS: &str = "\
    can you |could you |would you |will you |please ";

/// What follows one of these is to be remembered.
const EXPLICIT: &str = "\
    remember that |remember: |remember, |remember - |remember this: |remember the following: |\
    remember for next time: |remember for next time that |remember for the future: |remember for later: |\
    remember for future sessions: |remember for future sessions that |keep in mind that |keep in mind: |\
    keep in mind, |bear in mind that |for future reference, |for future reference: |for future sessions, |\
    for future sessions: |note for the future: |note for later: |note for next time: |make a note that |\
    make a note: |make note that |take note that |save to memory: |save to memory that |save this to memory: |\
    save in memory: |save in memory that |store in memory: |store in memory that |add to memory: |\
    add to memory that |add to your memory: |add to your memory that |add this to memory: |\
    add this to your memory: |put in memory that |memorize that |memorize: |don't forget that |\
    do not forget that |never forget that |write down that ";

/// A sentence that is one of these is about the one before it.
const THAT: &str = "\
    remember that|remember this|remember it|remember that for next time|remember this for next time|\
    remember that for the future|remember this for the future|remember that please|keep that in mind|\
    keep this in mind|keep it in mind|save that|save this|save that to memory|save this to memory|\
    add that to memory|add this to memory|add that to your memory|add this to your memory|don't forget that|\
    make a note of that";

/// A sentence that begins so is a rule by itself.
const RULES: &str = "\
    from now on|from here on|going forward|moving forward|don't ever |do not ever |never ever |\
    you should always |you should never |i always want |i never want |as a rule, |as a general rule, |\
    house rule: |rule: |our convention is |the convention here is |whenever you |every time you |each time you |\
    remember to always |remember to never ";

/// Rules about who the person is.
const PREFERENCES: &str = "\
    i prefer |i strongly prefer |i generally prefer |i always prefer |i like it when you |\
    i don't like it when you |i hate it when you |my preference is ";

/// Before an order these make it a rule.
const STANDING: &str = "\
    always |never |in future, |in the future, |next time, |next time ";
/// Behind an order these make it a rule.
const TRAILING: &str = "\
    from now on|going forward|moving forward|in future|in the future|from here on|next time|every time|\
    ever again";

/// Verbs that an order begins with.
const VERBS: &str = "\
    add|answer|ask|avoid|build|call|change|check|choose|comment|commit|create|delete|deploy|describe|do|\
    document|don't|do not|dont|edit|end|explain|fix|follow|format|generate|give|group|ignore|import|include|\
    install|keep|leave|let me|link|lint|log|make|mention|merge|mock|move|name|never|always|open|pin|prefer|\
    prefix|propose|push|put|quote|read|rebase|recommend|refer|remove|rename|reply|report|respond|restart|return|\
    reuse|review|run|say|send|set|show|sign|skip|sort|speak|split|squash|start|stick|stop|suggest|summarize|\
    talk|tell|test|treat|update|use|wait|write";

/// Habits that one is told to stop.
const HABITS: &str = "\
    adding|using|writing|ending|apologizing|apologising|summarizing|summarising|putting|explaining|asking|\
    repeating|saying|mocking|committing|pushing|formatting|suggesting|creating|guessing";

/// "Remember I prefer …": what a person says of their own ways.
const OWN: &str = "\
    we always |we never |we only |we use |we don't |we do not |i prefer |i like |i use |i don't |i want |i am |i'm |my ";

/// Meant for this once.
const ONCE: &str = "\
    for now|this time|this once|for this|in this session|in this conversation|in this chat|\
    in this pr|in this task|in this run|in this case|right now|today|tonight|for the moment|\
    temporarily|until i|for today|on this branch|in this branch|in this file|in this test|\
    in this commit|this one|again please|mind|for the rest of this";

/// Rules about people, not about what happened: "never works" is no order.
pub(super) fn asked(sentence: &Sentence) -> Option<Asked> {
    let lower = sentence.text.to_ascii_lowercase();
    if lower.starts_with(['"', '\'', '“', '`']) {
        return None;
    }
    let bare = without(&lower, OPENINGS);
    let request = without(bare, REQUESTS);
    let polite = request.len() < bare.len();
    let rest_of = |tail: &str| sentence.text[sentence.text.len() - tail.len()..].to_owned();
    if let Some(tail) = after(request, EXPLICIT).filter(|tail| tail.contains(' ') || !tail.is_ascii()) {
        let asks = sentence.question && !polite;
        return (!asks).then(|| Asked::For(rest_of(tail), is_order(tail)));
    }
    if list(THAT).any(|word| word == request.trim_end_matches(" please").trim_end_matches(',')) {
        return Some(Asked::ForThat);
    }
    if sentence.question {
        return None;
    }
    inner(bare).map(|tail| Asked::For(rest_of(tail), is_order(tail))).or_else(|| standing(sentence, bare))
}

/// "…, and remember that X": what follows.
fn inner(text: &str) -> Option<&str> {
    const JOINTS: [&str; 6] = [", and ", " and please ", ", ", "; ", " - ", " — "];
    JOINTS.into_iter().find_map(|joint| {
        text.match_indices(joint).find_map(|(at, _)| {
            let clause = without(&text[at + joint.len()..], "please ");
            after(clause, "remember that |remember: |keep in mind that |don't forget that ")
        })
    })
}

/// An order that holds from now on.
fn standing(sentence: &Sentence, bare: &str) -> Option<Asked> {
    let padded = format!(" {bare} ").replace([',', '.'], " ");
    if list(ONCE).any(|words| padded.contains(&format!(" {words} "))) {
        return None;
    }
    let whole = || sentence.text[sentence.text.len() - bare.len()..].to_owned();
    if after(bare, PREFERENCES).is_some_and(|rest| !rest.starts_with("this") && !rest.starts_with("that")) {
        return Some(Asked::For(whole(), true));
    }
    let ruled = after(bare, RULES).is_some();
    let standing = after(bare, STANDING).is_some_and(|order| is_order(without(order, "please ")));
    let habit = bare.strip_prefix("stop ").is_some_and(|rest| {
        let mut words = rest.split(' ');
        list(HABITS).any(|word| word == words.next().unwrap_or_default())
            && words.clone().count() > 1 - usize::from(words.next().is_some_and(|w| w.len() > 4))
    });
    let trailing =
        list(TRAILING).any(|tail| bare.strip_suffix(tail).is_some_and(|rest| rest.ends_with(' '))) && is_order(bare);
    let recalled = bare.strip_prefix("remember ").is_some_and(|rest| after(rest, OWN).is_some());
    if recalled {
        return bare
            .strip_prefix("remember ")
            .map(|rest| Asked::For(whole()[whole().len() - rest.len()..].to_owned(), false));
    }
    (ruled || standing || habit || trailing).then(|| Asked::For(whole(), true))
}

/// Whether a text begins as an order does.
fn is_order(text: &str) -> bool {
    list(VERBS).any(|verb| text.strip_prefix(verb).is_some_and(|rest| rest.starts_with([' ', ','])))
}
