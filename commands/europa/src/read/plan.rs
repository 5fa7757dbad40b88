//! A battle plan as people write it: when to leave.

use europa::battle::Plan;
use europa::thirds::Thirds;
use table::{Said, said};
use table_commands::present::names::quoted;

/// A plan: when to leave. Empty means to fight to the end.
///
/// # Errors
/// A sentence that quotes what was not understood, or two words of which one says otherwise than the other.
pub(crate) fn plan(text: &str) -> Result<(Plan, bool), Said> {
    let (mut plan, mut ask) = (Plan::default(), false);
    // What says when to leave: the word that stays, the one of morale, the one of losses.
    let (mut stays, mut by_morale, mut by_losses) = (None, None, None);
    for word in text.split([',', '\n', ';']).map(str::trim).filter(|word| !word.is_empty()) {
        let lower = word.to_lowercase();
        let number = |prefix: &str| lower.strip_prefix(prefix).map(|rest| rest.trim().parse::<i8>().ok());
        match lower.as_str() {
            "never" | "stay" => stays = Some(word),
            "always" | "leave" => at_one(&mut by_morale, word, Plan::LEAVES.leave_at_morale)?,
            "ask" | "ask me" => ask = true,
            "slip" | "slip away" => plan.slip_away = true,
            _ => match (number("morale"), number("losses")) {
                (Some(Some(at)), _) if (0..=20).contains(&at) => at_one(&mut by_morale, word, Some(at))?,
                (_, Some(Some(lost))) if (1..=20).contains(&lost) => {
                    at_one(&mut by_losses, word, Some(lost))?
                }
                _ => {
                    return Err(said!(
                        "\"{}\" says nothing of when to leave. There is: never, always, morale 2, losses 3, slip away, ask me, or off alone.",
                        quoted(word)
                    ));
                }
            },
        }
    }
    let leaves = by_morale.map(|(word, _)| word).or(by_losses.map(|(word, _)| word));
    if let (Some(stays), Some(leaves)) = (stays, leaves) {
        return Err(contradict(stays, leaves));
    }
    plan.leave_at_morale = by_morale.and_then(|(_, at)| at);
    plan.leave_at_losses = by_losses.and_then(|(_, lost)| lost).map(|lost: i8| Thirds::whole(lost.into()));
    Ok((plan, ask))
}

/// Keeps a word that says when to leave and what it comes to; another that comes to something else contradicts it.
fn at_one<'t>(kept: &mut Option<(&'t str, Option<i8>)>, word: &'t str, at: Option<i8>) -> Result<(), Said> {
    match kept {
        Some((before, was)) if *was != at => Err(contradict(before, word)),
        _ => {
            *kept = Some((word, at));
            Ok(())
        }
    }
}

/// The sentence for two words of which one says otherwise than the other.
fn contradict(one: &str, other: &str) -> Said {
    said!("\"{}\" and \"{}\" contradict each other: write one of them.", quoted(one), quoted(other))
}

/// A plan as its form takes it back.
pub(crate) fn written(plan: &Plan, ask: bool) -> String {
    let mut words = Vec::new();
    match plan.leave_at_morale {
        Some(i8::MAX) => words.push("always".to_owned()),
        Some(at) => words.push(format!("morale {at}")),
        None => {}
    }
    if let Some(lost) = plan.leave_at_losses {
        words.push(format!("losses {}", lost.0 / 3));
    }
    if plan.slip_away {
        words.push("slip away".to_owned());
    }
    if ask {
        words.push("ask me".to_owned());
    }
    if words.is_empty() { "never".to_owned() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn words_of_a_plan_that_contradict_each_other_are_named() {
        for (text, one, other) in [
            ("never, always", "never", "always"),
            ("always; stay", "stay", "always"),
            ("Never, morale 2", "Never", "morale 2"),
            ("losses 3, never", "never", "losses 3"),
            ("morale 2, always", "morale 2", "always"),
            ("morale 2, ask me, morale 3", "morale 2", "morale 3"),
            ("losses 1, losses 2", "losses 1", "losses 2"),
        ] {
            let says = plan(text).err().map(|why| why.to_string());
            let expected = format!("\"{one}\" and \"{other}\" contradict each other: write one of them.");
            assert_eq!(says, Some(expected), "{text}");
        }
        // What only says the same twice, or one thing and another, is a plan.
        let of = |text: &str| plan(text).unwrap().0;
        assert_eq!(of("never, stay, ask me"), Plan::default());
        assert_eq!((of("always, leave"), of("morale 2, MORALE 2").leave_at_morale), (Plan::LEAVES, Some(2)));
        let both = of("morale 2, losses 3");
        assert_eq!((both.leave_at_morale, both.leave_at_losses), (Some(2), Some(Thirds::whole(3))));
        assert_eq!(of(&written(&of("always, losses 3"), false)), of("always, losses 3"));
    }
}
