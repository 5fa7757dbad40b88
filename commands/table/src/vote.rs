//! `/vote ask|cast|list|rulings|reopen|switch|end`: "when the rules are unclear, we vote".

use crate::asked::{Answer, At, at_campaign};
use crate::custom_id::CustomId;
use crate::message::{Form, Input, Message, clip};
use crate::present::names::bare;
use crate::present::names::quoted;
use crate::present::{Scene, chronicle, votes};
use crate::rooms::Room;
use crate::words::{campaigns, choices, order};
use crate::words::{line, suggest, typed_so_far};
use crate::{Context, Error, say};
use poise::serenity_prelude as serenity;
use table::rules::{Entry as Rule, RuleId, ledger};
use table::said;
use table::votes::{LONGEST, Point, ruling_on};
use table::{Act, Said, Verb, switches};

/// What its buttons and forms do.
pub(crate) const VOTE: Room = Room {
    subject: "vote",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.prompt, press.what, chosen.first())),
    opens: |press| Box::pin(opens(press.at(), press.prompt, press.what)),
    sent: |press, field| {
        Box::pin(async move {
            match press.what {
                "ask" => {
                    let given = Question {
                        question: field("question"),
                        answers: field("answers"),
                        rule: field("rule"),
                        provisional: field("provisional"),
                    };
                    Some(asks(press.at(), press.prompt, &given).await.into())
                }
                _ => None,
            }
        })
    },
    ..Room::EMPTY
};

/// Votes: unclear rules, switches, the end of the campaign
#[poise::command(
    slash_command,
    subcommands("ask", "cast", "list", "rulings", "reopen", "switch", "end"),
    rename = "vote"
)]
pub(crate) async fn vote(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Put an unclear point to the vote
#[poise::command(slash_command)]
async fn ask(
    ctx: Context<'_>,
    #[description = "The question; a form asks if you leave it or the answers out"]
    #[max_length = 400]
    question: Option<String>,
    #[description = "Two to five answers, apart by semicolons"]
    #[max_length = 800]
    answers: Option<String>,
    #[description = "The rule it is about: its number, heading or id"]
    #[autocomplete = "rules"]
    #[max_length = 100]
    rule: Option<String>,
    #[description = "The answer by which play goes on until the vote closes: its number or words"]
    #[max_length = 200]
    provisional: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let given = Question {
            question: question.unwrap_or_default(),
            answers: answers.unwrap_or_default().split(';').map(str::trim).collect::<Vec<_>>().join("\n"),
            rule: rule.unwrap_or_default(),
            provisional: provisional.unwrap_or_default(),
        };
        if given.question.trim().is_empty() || given.answers.trim().is_empty() {
            return Answer::from(form(at, 0, given).await);
        }
        let message = asks(at, 0, &given).await;
        let typed = [
            ("question", given.question.as_str()),
            ("answers", &given.answers),
            ("rule", &given.rule),
            ("provisional", &given.provisional),
        ];
        at.or_again(message, (0, "vote/ask"), &typed).await.into()
    })
    .await
}

/// A question as it was typed.
#[derive(Default)]
pub(crate) struct Question {
    /// The question.
    pub question: String,
    /// The answers, a line each.
    pub answers: String,
    /// The rule.
    pub rule: String,
    /// The answer that holds meanwhile.
    pub provisional: String,
}

/// The rules of the ledger that fit what was typed.
async fn rules(_ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let shown = |rule: &Rule| {
        let label = format!("{} · {}", rule.printed(), rule.says);
        serenity::AutocompleteChoice::new(clip(&label, 100), rule.id.as_str())
    };
    // Nothing typed yet offers the beginning of the house rules.
    let fits =
        if typed.trim().is_empty() { ledger().entries().iter().collect() } else { ledger().find(typed) };
    std::future::ready(choices(fits.into_iter().map(shown))).await
}

/// The form of a question. `about` is the line of the record whose result is questioned, 0 for none: what it was is quoted.
pub(crate) async fn form(at: At<'_>, about: u64, mut given: Question) -> Result<Form, Message> {
    let (seated, known) = at.look(|s| (s.own.seat().is_some(), s.public.lines)).await?;
    if !seated {
        return Err(
            said!("You have no seat in this campaign, so you cannot put anything to the vote.").into()
        );
    }
    if about > 0 && about < known {
        let quoted = at.look_back(|scene, entries| chronicle::quote(scene, entries, about)).await;
        if let Ok(Some(quoted)) = quoted {
            if given.question.is_empty() {
                given.question = format!("{}: ", clip(quoted.text.trim_end_matches('.'), 200));
            }
            if given.rule.is_empty() {
                given.rule = quoted.rules.first().map(|rule| rule.as_str().to_owned()).unwrap_or_default();
            }
        }
    }
    // Before play, or after its end, a form could only be refused.
    let act = Act::Ask { options: 2, rule: None, about: None, provisional: None };
    let text = at.text("?\n1\n2")?;
    at.would_take(Verb::Act { act, text: Some(text) }).await?;
    Ok(Form {
        title: say!("Put it to the vote"),
        custom_id: CustomId::of(at.campaign, about, "vote/ask"),
        inputs: vec![
            Input { long: true, value: given.question, ..line("question", say!("The question"), 400) },
            Input {
                long: true,
                value: given.answers,
                placeholder: say!("Yes, the modifier counts\nNo, it does not"),
                ..line("answers", say!("Two to five answers, one a line"), 800)
            },
            Input {
                value: given.rule,
                required: false,
                placeholder: say!("12.3.4, or a heading, or an id"),
                ..line("rule", say!("The rule it is about (optional)"), 100)
            },
            Input {
                value: given.provisional,
                required: false,
                placeholder: "1".to_owned(),
                ..line("provisional", say!("Until then play goes on by (optional)"), 200)
            },
        ],
    })
}

/// Puts a question to the vote. Where the group has ruled on it the refusal has the button that asks to reopen the ruling.
pub(crate) async fn asks(at: At<'_>, about: u64, given: &Question) -> Result<Message, Message> {
    let (words, options, rule, provisional) = read(given)?;
    let text = at.text(&words)?;
    let about = (about > 0).then_some(about);
    let verb = Verb::Act { act: Act::Ask { options, rule, about, provisional }, text: Some(text) };
    let message = at.order(verb).await;
    if !message.is_refusal() {
        return Ok(message);
    }
    let point = Point { rule, question: words.lines().next() };
    let reopens = at.look(|scene| {
        ruling_on(&scene.public.rulings, point).map(|ruling| votes::reopen_button(scene, ruling.vote))
    });
    Ok(match reopens.await {
        Ok(Some(button)) => message.buttons(vec![button]),
        _ => message,
    })
}

/// A question as the engine takes it: its words, how many answers, the rule, the provisional reading.
fn read(given: &Question) -> Result<(String, u32, Option<RuleId>, Option<u32>), Said> {
    let question = given.question.split_whitespace().collect::<Vec<_>>().join(" ");
    if question.is_empty() {
        return Err(said!("A vote needs a question."));
    }
    let answers: Vec<String> = given
        .answers
        .lines()
        .map(|answer| answer.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|answer| !answer.is_empty())
        .collect();
    match answers.len() {
        2..=5 => {}
        1 => {
            return Err(said!(
                "A vote has two to five answers, one a line; there is only \"{}\".",
                quoted(&answers[0])
            ));
        }
        n => return Err(said!("A vote has two to five answers, one a line; there are {}.", n)),
    }
    for (n, answer) in answers.iter().enumerate() {
        if answers[..n].iter().any(|other| other.to_lowercase() == answer.to_lowercase()) {
            return Err(said!("The answer \"{}\" stands twice.", quoted(answer)));
        }
    }
    let words = format!("{question}\n{}", answers.join("\n"));
    let length = words.chars().count();
    if length > LONGEST {
        return Err(said!(
            "Question and answers together have at most {} characters; these have {}.",
            LONGEST,
            length
        ));
    }
    let provisional = match given.provisional.trim() {
        "" => None,
        typed => Some(answer_meant(&answers, typed).ok_or_else(|| {
            said!(
                "\"{}\" is none of the answers. The reading until then is the number of an answer, 1 to {}, or its words.",
                quoted(typed),
                answers.len()
            )
        })?),
    };
    Ok((words, answers.len() as u32, rule_meant(&given.rule)?, provisional))
}

/// Which of some answers is meant: by its number, its words, or their beginning where only one begins so.
fn answer_meant(answers: &[String], typed: &str) -> Option<u32> {
    let typed = typed.trim().trim_end_matches('.').to_lowercase();
    if let Ok(number) = typed.parse::<usize>()
        && (1..=answers.len()).contains(&number)
    {
        return Some(number as u32 - 1);
    }
    let lower: Vec<String> = answers.iter().map(|answer| answer.to_lowercase()).collect();
    if let Some(place) = lower.iter().position(|answer| answer.trim_end_matches('.') == typed) {
        return Some(place as u32);
    }
    let mut begin =
        lower.iter().enumerate().filter(|(_, answer)| !typed.is_empty() && answer.starts_with(&typed));
    match (begin.next(), begin.next()) {
        (Some((place, _)), None) => Some(place as u32),
        _ => None,
    }
}

/// The rule that is meant: by its id, by the printed number, or by a heading under which there is one rule.
fn rule_meant(typed: &str) -> Result<Option<RuleId>, Said> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    if let Some(rule) = RuleId::find(typed) {
        return Ok(Some(rule));
    }
    let found = ledger().find(typed);
    let exact: Vec<&&Rule> =
        found.iter().filter(|rule| rule.printed().to_lowercase() == typed.to_lowercase()).collect();
    match (exact.as_slice(), found.as_slice()) {
        ([one], _) => Ok(Some(one.id)),
        ([], []) => Err(said!(
            "\"{}\" names no rule that this bot knows. Give its printed number, heading or id, or leave it out.",
            quoted(typed)
        )),
        ([], [one]) => Ok(Some(one.id)),
        ([], several) => Err(several_rules(typed, several)),
        (several, _) => Err(several_rules(typed, &several.iter().map(|rule| **rule).collect::<Vec<_>>())),
    }
}

fn several_rules(typed: &str, several: &[&Rule]) -> Said {
    let first: Vec<String> = several.iter().take(4).map(|rule| rule.id.to_string()).collect();
    said!(
        "\"{}\" could be {} rules. Name one by its id, as {}.",
        quoted(typed),
        several.len(),
        first.join(", ")
    )
}

/// The open votes by number and question.
async fn open_votes(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let open = scene.public.votes.iter();
        open.map(|(n, vote)| {
            (format!("{n} · {}", votes::question(scene, vote).replace('\\', "")), n.to_string())
        })
        .collect()
    })
    .await
}

/// The answers of the vote that was chosen.
async fn open_answers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let chosen = typed_so_far(ctx, "vote").and_then(|vote| vote.trim().parse::<u64>().ok());
    suggest(ctx, typed, |scene| {
        let Some(vote) = chosen.and_then(|n| scene.public.votes.get(&n)) else { return Vec::new() };
        let answers = votes::answers(vote).into_iter().enumerate();
        answers.map(|(n, answer)| (answer.replace('\\', ""), (n + 1).to_string())).collect()
    })
    .await
}

/// Cast or change your vote
#[poise::command(slash_command)]
async fn cast(
    ctx: Context<'_>,
    #[description = "Which vote"]
    #[autocomplete = "open_votes"]
    #[max_length = 100]
    vote: String,
    #[description = "Your answer: its number or words"]
    #[autocomplete = "open_answers"]
    #[max_length = 200]
    answer: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let n: Option<u64> = vote.split_whitespace().next().and_then(|n| n.parse().ok());
        let open = |scene: &Scene<'_>| {
            let open = n.and_then(|n| scene.public.votes.get(&n));
            open.map(|vote| votes::answers(vote).iter().map(|a| a.replace('\\', "")).collect::<Vec<_>>())
        };
        let none = || said!("There is no open vote \"{}\". /vote list shows them.", quoted(&vote));
        let answers = at.show_or(open, none).await?;
        match (n, answer_meant(&answers, &answer)) {
            (Some(vote), Some(option)) => Ok(casts(at, vote, option).await),
            _ => Err(Message::refusal(said!(
                "\"{}\" is none of the answers. They are: {}.",
                quoted(&answer),
                answers.iter().map(|answer| bare(answer, 80)).collect::<Vec<_>>().join("; ")
            ))),
        }
    })
    .await
}

async fn casts(at: At<'_>, vote: u64, option: u32) -> Message {
    at.order(Verb::Act { act: Act::Cast { vote, option }, text: None }).await
}

/// The votes: open ones as they stand, and how the last ones ended
#[poise::command(slash_command)]
async fn list(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { listed(asking.at()).await }).await
}

async fn listed(at: At<'_>) -> Result<Message, Message> {
    at.look_back(votes::listed).await
}

/// This campaign's own rulings
#[poise::command(slash_command)]
async fn rulings(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().look(votes::rulings).await }).await
}

/// The rulings that a vote could reopen.
async fn closed_rulings(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let rulings = votes::to_reopen(scene);
        rulings.map(|ruling| (votes::ruling_in_a_line(ruling), ruling.vote.to_string())).collect()
    })
    .await
}

/// Propose that a ruling be reopened: if the vote carries, its point can be asked again
#[poise::command(slash_command)]
async fn reopen(
    ctx: Context<'_>,
    #[description = "The ruling, by the number of the vote that gave it"]
    #[autocomplete = "closed_rulings"]
    #[max_length = 100]
    ruling: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let vote = ruling.trim().parse().map_err(|_| {
            said!(
                "\"{}\" is no ruling. A ruling is named by the number of the vote that gave it: /vote rulings lists them.",
                quoted(&ruling)
            )
        })?;
        Ok(reopens(asking.at(), vote).await)
    })
    .await
}

async fn reopens(at: At<'_>, ruling: u64) -> Message {
    at.order(Verb::Act { act: Act::Reopen { ruling }, text: None }).await
}

/// The switches by name.
async fn switch_names(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        votes::known_switches(&scene.public)
            .map(|switch| (crate::speech::word(switch.name), switch.key.to_owned()))
            .collect()
    })
    .await
}

/// The ways of the switch that was chosen.
async fn switch_ways(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let chosen = typed_so_far(ctx, "which");
    suggest(ctx, typed, |_| {
        let ways = chosen.and_then(|key| switches::by_key(&key)).map_or(&[][..], |switch| switch.ways);
        ways.iter().map(|(way, words)| (crate::speech::word(words), (*way).to_owned())).collect()
    })
    .await
}

/// The switches: see how they stand, or put one to the vote
#[poise::command(slash_command)]
async fn switch(
    ctx: Context<'_>,
    #[description = "Which switch; all are shown if you leave it out"]
    #[autocomplete = "switch_names"]
    #[max_length = 100]
    which: Option<String>,
    #[description = "How it should stand"]
    #[autocomplete = "switch_ways"]
    #[max_length = 100]
    to: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        match (which, to) {
            (Some(key), Some(value)) => Ok(switched(at, key.trim(), value.trim()).await),
            _ => at.look(votes::switches).await,
        }
    })
    .await
}

/// Puts a switch to the vote. Where the group has ruled on the rule whose reading it is, that is asked about first.
async fn switched(at: At<'_>, key: &str, value: &str) -> Message {
    let ruled = at.look(|scene| {
        let rule = switches::by_key(key)?.rule?;
        let ruling = ruling_on(&scene.public.rulings, Point { rule: Some(rule), question: None })?;
        Some(votes::ruled_before(scene, ruling, key, value))
    });
    match ruled.await {
        Ok(Some(asks)) => asks,
        _ => turns(at, key, value).await,
    }
}

async fn turns(at: At<'_>, key: &str, value: &str) -> Message {
    let act = Act::Switch { key: key.to_owned(), value: value.to_owned() };
    at.order(Verb::Act { act, text: None }).await
}

/// Propose that the campaign ends here; the others vote
#[poise::command(slash_command)]
async fn end(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Act { act: Act::Conclude, text: None }).await
}

/// A button or select of votes. `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, prompt: u64, what: &str, chosen: Option<&str>) -> Option<Answer> {
    Some(match what {
        "ask" => form(at, prompt, Question::default()).await.into(),
        "list" => listed(at).await.into(),
        "rulings" => at.look(votes::rulings).await.into(),
        "switches" => at.look(votes::switches).await.into(),
        what if what == "switch" || what.starts_with("switch/") => {
            let (key, value) = chosen?.split_once('/')?;
            at.with_desk(switched(at, key, value).await).await.into()
        }
        "show" => at
            .look(|scene| match scene.public.votes.get(&prompt) {
                Some(vote) => votes::card(scene, prompt, vote),
                None => Message::refusal(said!("That vote is closed. /vote list shows how it ended.")),
            })
            .await
            .into(),
        "reopen" => {
            // A button names the ruling, the list of rulings lets one choose.
            let ruling = chosen.map_or(Some(prompt), |chosen| chosen.parse().ok())?;
            at.with_desk(reopens(at, ruling).await).await.into()
        }
        turn if turn.starts_with("turn/") => {
            let (key, value) = turn.strip_prefix("turn/")?.split_once('/')?;
            at.with_desk(turns(at, key, value).await).await.into()
        }
        _ => {
            let option = what.strip_prefix("cast/")?.parse().ok()?;
            at.with_desk(casts(at, prompt, option).await).await.into()
        }
    })
}

/// The form of a question as it opens now. `None` for what is no form.
pub(crate) async fn opens(at: At<'_>, about: u64, what: &str) -> Option<Answer> {
    match what {
        "ask" => Some(form(at, about, Question::default()).await.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_rule_is_meant_by_id_number_or_heading() {
        let vote = table::rule!("house.general.unclear-rule-vote");
        assert_eq!(rule_meant(" "), Ok(None));
        assert_eq!(rule_meant("house.general.unclear-rule-vote"), Ok(Some(vote)));
        assert!(rule_meant("house.general.nothing-such zzzz").is_err());
        let several = rule_meant("stacking").unwrap_err();
        assert!(several.contains("rules. Name one by its id, as house.land.stacking."), "{several}");
        for rule in ledger().entries() {
            assert_eq!(rule_meant(rule.id.as_str()), Ok(Some(rule.id)));
        }
    }

    #[test]
    fn an_answer_is_meant_by_number_words_or_beginning() {
        let answers = ["Yes, in port too", "No, at sea only", "No"].map(str::to_owned);
        for (typed, meant) in [
            ("1", Some(0)),
            ("2.", Some(1)),
            ("no", Some(2)),
            ("yes", Some(0)),
            ("No, at", Some(1)),
            ("n", None),
            ("0", None),
            ("4", None),
            ("", None),
            ("maybe", None),
        ] {
            assert_eq!(answer_meant(&answers, typed), meant, "{typed:?}");
        }
    }
}
