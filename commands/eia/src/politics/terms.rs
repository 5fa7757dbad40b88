//! The terms of formal peaces: the form on which they are chosen, and the treaty that comes of it.

use super::present::{envelope, is_final, words};
use crate::months;
use crate::rounds::{Rounds, ToldRound};
use crate::seen::position;
use eia::outline::Month;
use eia::politics::terms::PeaceTermWishes;
use eia::politics::terms::{Term, Wishes, fields};
use eia::politics::treaty::Treaty;
use eia::powers::Power;
use eia::rounds::Choice as Sealed;
use eia::rounds::Round;
use eia::{EmpiresInArms, Position};
use serde_json::{Map, Value, json};
use table::Entry;
use table::said;
use table::view::RoundView;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message};
use table_commands::present::front::RoundWords;
use table_commands::present::{Posts, Scene};
use table_commands::say;

/// What stands for nothing in a select.
const NOTHING: &str = "nothing";
/// Selects on a page of the form.
const A_PAGE: usize = 4;

/// What the round is called.
fn title(month: Month) -> String {
    say!("Terms of peace of {}", months::month(month))
}

impl ToldRound<Rounds> for PeaceTermWishes {
    fn words(&self, _: Option<&str>) -> RoundWords {
        RoundWords::new(
            title(self.month),
            (say!("My terms of peace"), say!("Change my terms")),
            "politics/terms",
        )
    }

    fn contents(&self, _: &Scene<'_>, wishes: &Wishes) -> String {
        lines(wishes)
    }

    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        asked(scene, posts, round, self.month);
    }

    fn post_opened(&self, scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
        super::present::opened(scene, posts, entries, &title(self.month), say!("Nothing is agreed."));
    }
}

/// The terms of a month's treaties are asked for.
fn asked(scene: &Scene<'_>, posts: &mut Posts, round: &RoundView, month: Month) {
    let says = say!(
        "Victors and losers say what they want of the peace; all is opened together when all are Final."
    );
    let embed = Embed::new("", says).footer(&scene.record());
    let message = Message::text(format!("**{}**", title(month))).with(embed).buttons(vec![
        scene.button(Look::Primary, &say!("My terms of peace"), round.line, "politics/terms"),
        scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
    ]);
    posts.council("politics", message);
}

/// A term in words: "B.3 · reparations".
pub(crate) fn term(term: Term) -> String {
    let what = match term {
        Term::A1 => say!("no corps are removed"),
        Term::A2 => say!("no reparations"),
        Term::A3 => say!("no longer enforced peace"),
        Term::A4 => say!("no trade embargo"),
        Term::A5 => say!("no province is ceded"),
        Term::B1 => say!("corps are removed"),
        Term::B2 => say!("no war for 24 months"),
        Term::B3 => say!("reparations"),
        Term::B4 => say!("a corps on loan"),
        Term::B5 => say!("a royal marriage"),
        Term::B6 => say!("a trade embargo"),
        Term::B7 => say!("a province or minor country is ceded"),
        Term::C1 => say!("more corps or fleets are removed"),
        Term::C2 => say!("no war for 36 months"),
        Term::C3 => say!("larger reparations"),
        Term::C4 => say!("more is ceded"),
        Term::C5 => say!("unconditional access"),
        Term::C6 => say!("a leader leaves the game"),
        Term::C7 => say!("colonial trade"),
        Term::Sphere => return say!("Sphere of influence"),
        Term::Deny => return say!("Denied co-operation"),
        Term::Exile => return say!("Exile of a leader"),
    };
    format!("{} · {what}", term.name())
}

fn power(key: &str) -> String {
    Power::by_key(key).map_or_else(String::new, crate::names::called)
}

/// What a field asks.
fn asks(field: &str) -> String {
    match *field.split('/').collect::<Vec<_>>().as_slice() {
        ["spare", own] => say!("{} is to be spared …", power(own)),
        ["reparations", own] => say!("{} pays reparations in …", power(own)),
        ["wish", victor, loser, "1"] => say!("{} wants most of {} …", power(victor), power(loser)),
        ["wish", victor, loser, "2"] => say!("{} wants next of {} …", power(victor), power(loser)),
        ["wish", victor, loser, _] => say!("{} wants last of {} …", power(victor), power(loser)),
        _ => String::new(),
    }
}

/// What is chosen in a field.
fn choice(word: &str) -> String {
    match word {
        "one" => say!("one quarter"),
        "two" => say!("two quarters"),
        _ => Term::by_key(word).map_or_else(String::new, term),
    }
}

/// What is chosen in a field, in a line.
fn line(field: &str, word: &Value) -> Option<String> {
    Some(format!("{} **{}**", asks(field), choice(word.as_str()?)))
}

/// What stands in wishes, for who has them.
fn lines(wishes: &Wishes) -> String {
    let Value::Object(filled) = wishes.filled() else { return String::new() };
    let lines: Vec<String> = filled.iter().filter_map(|(field, word)| line(field, word)).collect();
    if lines.is_empty() { say!("Nothing is chosen.") } else { lines.join("\n") }
}

fn round<'v>(scene: &'v Scene<'_>) -> Option<(&'v RoundView, Month)> {
    scene.own.rounds.iter().find_map(|round| match round.round.parse() {
        Ok(Round::Terms(PeaceTermWishes { month, .. })) => Some((round, month)),
        _ => None,
    })
}

/// The fields that the viewer is asked for.
fn of_viewer(scene: &Scene<'_>) -> Option<Vec<(String, Vec<&'static str>)>> {
    Some(fields(&*position(&scene.own)?, scene.own.seat()?))
}

/// A draft as it stands in the ids: two hex digits a field, 0 for nothing.
fn key_of(fields: &[(String, Vec<&'static str>)], filled: &Value) -> String {
    let at = |(name, words): &(String, Vec<&'static str>)| {
        let word = filled.get(name).and_then(Value::as_str);
        word.and_then(|word| words.iter().position(|one| *one == word)).map_or(0, |at| at + 1)
    };
    fields.iter().map(|field| format!("{:02x}", at(field))).collect()
}

/// Such a draft read back; `None` where it is of other fields.
fn draft_of(fields: &[(String, Vec<&'static str>)], key: &str) -> Option<Value> {
    if !key.is_ascii() || key.len() != 2 * fields.len() {
        return None;
    }
    let mut filled = Map::new();
    for (i, (name, words)) in fields.iter().enumerate() {
        let at = usize::from_str_radix(key.get(2 * i..2 * i + 2)?, 16).ok()?;
        if at > 0 {
            filled.insert(name.clone(), json!(words.get(at - 1)?));
        }
    }
    Some(Value::Object(filled))
}

/// The form: as it is sealed, or by a draft.
pub(crate) fn form(scene: &Scene<'_>, draft: Option<(Value, usize)>) -> Message {
    let (Some((round, month)), Some(fields)) = (round(scene), of_viewer(scene)) else {
        return Message::refusal(said!("No terms of a peace are asked of you now."));
    };
    let mine = match envelope(round) {
        Ok(mine) => mine,
        Err(says) => return says,
    };
    let sealed = mine.sealed.as_ref().and_then(|sealed| match sealed.contents.of::<EmpiresInArms>()? {
        Sealed::Terms(wishes) => Some(wishes),
        _ => None,
    });
    let withdraw = say!("Your terms are Final. Withdraw Final at your desk to change them.");
    if let Some(says) = is_final(mine, withdraw) {
        return Message::text(says).with(Embed::new(&title(month), lines(&sealed.unwrap_or_default())));
    }
    let is_sealed = draft.is_none() && sealed.is_some();
    let (filled, page) = draft.unwrap_or_else(|| (sealed.unwrap_or_default().filled(), 0));
    let key = key_of(&fields, &filled);
    let mut stands: Vec<String> =
        fields.iter().filter_map(|(name, _)| line(name, filled.get(name)?)).collect();
    stands.push(if is_sealed { say!("*So it is sealed.*") } else { say!("*Not sealed yet.*") });
    let mut message = Message::text(say!(
        "What you want, the most wanted first; the victors pick in turn, and what the loser is spared is cancelled. All is opened together."
    ))
    .with(Embed::new(&title(month), stands.join("\n")).footer(&scene.record()));
    for (at, (name, words)) in fields.iter().enumerate().skip(page * A_PAGE).take(A_PAGE) {
        let mut choices: Vec<Choice> = words.iter().map(|word| Choice::new(&choice(word), *word)).collect();
        choices.push(Choice::new(&say!("nothing"), NOTHING));
        let id = CustomId::on(&scene.own, round.line, &format!("politics/term/{at}/{key}"));
        message = message.select(Component::select(&asks(name), id, choices));
    }
    let seal = scene.button(Look::Primary, &say!("Seal"), round.line, &format!("politics/seal_terms/{key}"));
    let mut buttons = vec![seal];
    let pages = fields.len().div_ceil(A_PAGE);
    if pages > 1 {
        let next = (page + 1) % pages;
        let verb = format!("politics/terms_page/{next}/{key}");
        buttons.push(scene.button(Look::Secondary, &say!("More of it"), round.line, &verb));
    }
    scene.for_its_seat(message.buttons(buttons))
}

/// The form with what was chosen in a field.
pub(crate) fn chooses(scene: &Scene<'_>, prompt: u64, at: usize, key: &str, chosen: &str) -> Option<Message> {
    round(scene).filter(|(round, _)| round.line == prompt)?;
    let fields = of_viewer(scene)?;
    let mut filled = draft_of(&fields, key)?;
    let (name, words) = fields.get(at)?;
    let all = filled.as_object_mut()?;
    if words.contains(&chosen) {
        all.insert(name.clone(), json!(chosen));
    } else {
        all.remove(name);
    }
    Some(form(scene, Some((filled, at / A_PAGE))))
}

/// Another page of the form.
pub(crate) fn turned(scene: &Scene<'_>, prompt: u64, page: usize, key: &str) -> Option<Message> {
    round(scene).filter(|(round, _)| round.line == prompt)?;
    let filled = draft_of(&of_viewer(scene)?, key)?;
    Some(form(scene, Some((filled, page))))
}

/// What is sealed out of a draft: the round and the wishes.
pub(crate) fn filled(scene: &Scene<'_>, prompt: u64, key: &str) -> Option<(String, Value)> {
    let (round, _) = round(scene).filter(|(round, _)| round.line == prompt)?;
    Some((round.round.clone(), draft_of(&of_viewer(scene)?, key)?))
}

/// A treaty in sentences.
pub(crate) fn treaty(treaty: &Treaty) -> Vec<String> {
    let of = |unconditional: bool| {
        let of = treaty.victors.iter().filter(|victor| victor.unconditional == unconditional);
        of.map(|victor| victor.power).collect::<Vec<_>>()
    };
    let mut lines = Vec::new();
    if !of(false).is_empty() {
        lines.push(say!("{} makes a conditional peace with {}.", treaty.loser, words(of(false))));
    }
    if !of(true).is_empty() {
        lines.push(say!("{} surrenders unconditionally to {}.", treaty.loser, words(of(true))));
    }
    lines.extend(treaty.spared.map(|spared| say!("{} is spared: {}.", treaty.loser, term(spared))));
    for pick in &treaty.picks {
        lines.push(if pick.counts {
            say!("{} takes {}.", pick.by, term(pick.term))
        } else {
            say!("{} wanted {}, which does not count.", pick.by, term(pick.term))
        });
    }
    lines.extend(treaty.passed_over.iter().map(|wish| {
        let first = treaty.picks.iter().find(|pick| pick.term == wish.term && pick.by != wish.by);
        match first {
            Some(first) => {
                say!("{} wanted {} too, which {} picked first.", wish.by, term(wish.term), first.by)
            }
            None => say!(
                "{} wanted {} too, which does not stand beside what was picked.",
                wish.by,
                term(wish.term)
            ),
        }
    }));
    if treaty.parted {
        lines.push(say!("{} pays reparations in two quarters.", treaty.loser));
    }
    let ends = treaty.month.later(treaty.months);
    lines.push(say!(
        "Enforced peace until {}; war can be declared from {} on.",
        months::month(ends),
        months::month(ends.next())
    ));
    lines
}

/// A term with its end, where it has one of its own.
fn with_end(treaty: &Treaty, by: eia::powers::Power, of: Term) -> String {
    if of.ends_with_the_peace() {
        return say!("{} (until {})", term(of), months::month(treaty.truce(by).ends));
    }
    match of {
        Term::B5 | Term::C5 => say!("{} (until they are at war)", term(of)),
        Term::B3 | Term::C3 => match treaty.due().last() {
            Some(last) => say!("{} (until {})", term(of), months::month(*last)),
            None => term(of),
        },
        _ => term(of),
    }
}

/// The treaties with terms in force, and enforced peaces, each in a line with its end.
pub(crate) fn in_force(now: &Position) -> Vec<String> {
    let mut lines: Vec<String> = now
        .politics
        .truces
        .iter()
        .map(|truce| {
            let until = months::month(truce.ends);
            say!("{}: enforced peace until {}", words(truce.pair.powers()), until)
        })
        .collect();
    for treaty in &now.politics.treaties {
        let terms: Vec<String> = now
            .in_force(treaty)
            .map(|(by, of)| format!("{}: {}", crate::names::called(by), with_end(treaty, by, of)))
            .collect();
        if !terms.is_empty() {
            let made = months::month(treaty.month);
            lines.push(say!("{}, peace of {}: {}", treaty.loser, made, terms.join("; ")));
        }
    }
    lines.extend(now.politics.carried.exiles.iter().map(|exile| {
        say!("{} of {}: in exile since {}", exile.leader.as_str(), exile.of, months::month(exile.since))
    }));
    lines
}
