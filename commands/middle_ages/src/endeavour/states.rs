//! What an endeavour at a board elsewhere hangs on, chosen from lists as far as it is one of a few: stature, social states, population,
//! language, religion, markers. What has a name or may be any number is typed into the form that follows.

use super::verb;
use crate::words;
use middle_ages::endeavour::course::{POPULATIONS, STATES};
use middle_ages::endeavour::{Kin, Kind};
use middle_ages::marker::Marker;
use middle_ages::stature::VALUES;
use std::collections::BTreeSet;
use table_commands::asked::At;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Look, Message};
use table_commands::present::Scene;
use table_commands::rooms::Chosen;
use table_commands::{say, speech};

/// What is chosen from one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    /// The leader's stature.
    Leader,
    /// The social state of the base.
    Base,
    /// The social state of the target.
    Social,
    /// How near language and religion of the target are.
    Kin,
    /// Its population.
    Population,
    /// Its civilisation markers.
    Markers,
}

impl List {
    const ALL: [List; 6] =
        [List::Leader, List::Base, List::Social, List::Kin, List::Population, List::Markers];

    /// Its letter in what a button carries.
    fn letter(self) -> char {
        ['l', 'b', 's', 'k', 'p', 'm'][self as usize]
    }

    /// Those on which an endeavour of a kind hangs: at most four, for the row below them has buttons.
    fn of(kind: Kind) -> &'static [List] {
        match kind {
            Kind::Rule | Kind::Marker => &[List::Leader, List::Social, List::Kin, List::Markers],
            Kind::Fortify | Kind::Army | Kind::Fleet => {
                &[List::Leader, List::Social, List::Kin, List::Population]
            }
            Kind::Conquer | Kind::Pillage | Kind::Negotiate => {
                &[List::Leader, List::Base, List::Social, List::Kin]
            }
            Kind::Convert => &[List::Markers],
        }
    }

    /// What the list asks.
    fn asks(self, kind: Kind) -> String {
        match self {
            List::Leader => super::asked_of_leader(kind),
            List::Base => say!("Social state of the base"),
            List::Social => say!("Social state of the target"),
            List::Kin => say!("Language and religion of the target"),
            List::Population => say!("Population of the target"),
            List::Markers => say!("Civilisation markers of the target"),
        }
    }

    /// Its choices: what a button carries, and in words.
    fn choices(self) -> Vec<(String, String)> {
        let numbers = |(least, most): (i16, i16)| {
            (least..=most).map(|n| (n.to_string(), speech::signed(n.into()))).collect::<Vec<_>>()
        };
        match self {
            List::Leader => VALUES.iter().map(|stature| (stature.to_string(), stature.to_string())).collect(),
            List::Base | List::Social => numbers(STATES),
            List::Population => numbers(POPULATIONS),
            List::Kin => {
                let pair = |language: Kin| {
                    Kin::ALL.map(|religion| {
                        let says = format!("{}, {}", of_language(language), of_religion(religion));
                        (format!("{}{}", language as u8, religion as u8), says)
                    })
                };
                Kin::ALL.into_iter().flat_map(pair).collect()
            }
            List::Markers => {
                Marker::ALL.iter().map(|marker| (marker.key().to_owned(), words::marker(*marker))).collect()
            }
        }
    }
}

fn of_language(kin: Kin) -> String {
    match kin {
        Kin::Same => say!("same language"),
        Kin::Related => say!("related language"),
        Kin::Foreign => say!("foreign language"),
    }
}

fn of_religion(kin: Kin) -> String {
    match kin {
        Kin::Same => say!("same church"),
        Kin::Related => say!("other church"),
        Kin::Foreign => say!("other religion"),
    }
}

/// What was chosen so far, as a button carries it: `l5.s-1.k10.mcathedral+palace`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Picked(Vec<(char, String)>);

impl Picked {
    /// What a button carries; what no list has is left out.
    pub(super) fn read(text: &str) -> Picked {
        let one = |part: &str| {
            let mut chars = part.chars();
            let letter = chars.next()?;
            let list = List::ALL.into_iter().find(|list| list.letter() == letter)?;
            let known: BTreeSet<String> = list.choices().into_iter().map(|(value, _)| value).collect();
            let value = chars.as_str();
            let fits = value.is_empty() || value.split('+').all(|value| known.contains(value));
            fits.then(|| (letter, value.to_owned()))
        };
        Picked(text.split('.').filter_map(one).collect())
    }

    fn written(&self) -> String {
        self.0.iter().map(|(letter, value)| format!("{letter}{value}")).collect::<Vec<_>>().join(".")
    }

    /// A verb with what was chosen behind it.
    pub(super) fn within(&self, verb: &str) -> String {
        if self.0.is_empty() { verb.to_owned() } else { format!("{verb}/{}", self.written()) }
    }

    fn get(&self, list: List) -> Option<&str> {
        self.0.iter().find(|(letter, _)| *letter == list.letter()).map(|(_, value)| value.as_str())
    }

    fn with(mut self, letter: char, value: String) -> Picked {
        self.0.retain(|(own, _)| *own != letter);
        self.0.push((letter, value));
        self
    }

    /// The stature that was chosen.
    pub(super) fn leader(&self) -> Option<&str> {
        self.get(List::Leader)
    }

    /// What was typed of the base, with the social state that was chosen: what is typed besides holds before it.
    pub(super) fn base(&self, typed: &str) -> String {
        let state = self.get(List::Base).map(|state| format!("state {state}"));
        joined(typed, state.into_iter().collect())
    }

    /// What was typed of the targets, a line each, with what was chosen of them.
    pub(super) fn target(&self, typed: &str) -> String {
        let mut chosen = Vec::new();
        chosen.extend(self.get(List::Social).map(|state| format!("state {state}")));
        chosen.extend(self.get(List::Population).map(|people| format!("population {people}")));
        let kin = self.get(List::Kin).unwrap_or_default();
        chosen.extend(match kin.chars().next() {
            Some('1') => Some("related language".to_owned()),
            Some('2') => Some("foreign language".to_owned()),
            _ => None,
        });
        chosen.extend(match kin.chars().nth(1) {
            Some('1') => Some("other church".to_owned()),
            Some('2') => Some("other religion".to_owned()),
            _ => None,
        });
        let markers = self.get(List::Markers).unwrap_or_default();
        chosen.extend(markers.split('+').filter(|marker| !marker.is_empty()).map(str::to_owned));
        let lines = typed.lines().filter(|line| !line.trim().is_empty());
        lines.map(|line| joined(line, chosen.clone())).collect::<Vec<_>>().join("\n")
    }
}

/// A name with what was chosen of it, then what was typed behind its colon: what is read last holds.
fn joined(typed: &str, chosen: Vec<String>) -> String {
    if chosen.is_empty() || typed.trim().is_empty() {
        return typed.to_owned();
    }
    let (name, rest) = typed.split_once(':').unwrap_or((typed, ""));
    let rest = Some(rest.trim().to_owned()).filter(|rest| !rest.is_empty());
    format!("{}: {}", name.trim(), chosen.into_iter().chain(rest).collect::<Vec<_>>().join(", "))
}

/// The verb of the lists of an endeavour with what was chosen so far.
fn lists(kind: Kind, odds: bool, picked: &Picked) -> String {
    format!("ages/state/{}/{}/{}", u8::from(odds), kind.key(), picked.written())
}

/// One of these lists was chosen from, or they are shown again; `None` for what is none of them.
pub(super) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Result<Message, Message>> {
    let mut parts = what.strip_prefix("state/")?.splitn(3, '/');
    let odds = parts.next()? == "1";
    let kind = super::kind_of(parts.next()?)?;
    let (so_far, list) = parts.next()?.rsplit_once('~')?;
    let picked = Picked::read(so_far).with(list.chars().next()?, chosen.values.join("+"));
    Some(shown(at, kind, odds, Some(Picked::read(&picked.written()))).await)
}

/// The lists of an endeavour, for who asks: with what was chosen so far, or at first with the stature of his leader.
pub(super) async fn shown(
    at: At<'_>,
    kind: Kind,
    odds: bool,
    picked: Option<Picked>,
) -> Result<Message, Message> {
    let list =
        |scene: &Scene<'_>| message(scene, kind, odds, picked.unwrap_or_else(|| of_leader(scene, kind)));
    at.look(list).await
}

/// What is known before anything is chosen: the stature of the leader that was told.
fn of_leader(scene: &Scene<'_>, kind: Kind) -> Picked {
    super::stature_told(scene, kind)
        .map_or_else(Picked::default, |stature| Picked::default().with(List::Leader.letter(), stature))
}

fn message(scene: &Scene<'_>, kind: Kind, odds: bool, picked: Picked) -> Message {
    let select = |list: &List| {
        let held: Vec<&str> = picked.get(*list).map(|value| value.split('+').collect()).unwrap_or_default();
        let choice = |(value, label): (String, String)| {
            let is = held.contains(&value.as_str());
            Choice::new(&format!("{}: {label}", list.asks(kind)), value).chosen(is)
        };
        let choices = list.choices().into_iter().map(choice).collect();
        let verb = format!("{}~{}", lists(kind, odds, &picked), list.letter());
        let select = Component::select(&list.asks(kind), CustomId::on(&scene.own, 0, &verb), choices);
        if *list == List::Markers { select.several() } else { select }
    };
    let says = say!("{}: what it hangs on. *Go on* asks for names, forces and gold.", words::kind(kind));
    let message = List::of(kind).iter().map(select).fold(Message::text(says), Message::select);
    let on = picked.within(&verb(kind, odds));
    message.buttons(vec![scene.button(Look::Primary, &say!("Go on…"), 0, &on)])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::read;
    use super::*;

    #[test]
    fn what_is_chosen_passes_through_a_button_and_joins_what_is_typed() {
        let picked = Picked::read("l5.b1.s-2.k12.mcathedral+palace.x9.p7");
        assert_eq!(picked.written(), "l5.b1.s-2.k12.mcathedral+palace", "what no list has is left out");
        assert_eq!(picked.leader(), Some("5"));
        assert_eq!(picked.base("Tuscany"), "Tuscany: state 1");
        assert_eq!(picked.base("Tuscany: armies 2"), "Tuscany: state 1, armies 2");
        assert_eq!(picked.base(""), "", "no name is made up");
        let target = picked.target("Lombardy: fort 1\n\nRome");
        assert_eq!(
            target,
            "Lombardy: state -2, related language, other religion, cathedral, palace, fort 1\nRome: state -2, related language, other religion, cathedral, palace"
        );
        let lombardy = read::target(Kind::Rule, target.lines().next().unwrap()).unwrap();
        assert_eq!((lombardy.social, lombardy.fort, lombardy.language), (-2, 1, Kin::Related));
        assert_eq!(
            (lombardy.religion, lombardy.markers),
            (Kin::Foreign, [Marker::Cathedral, Marker::Palace].into())
        );
        // What is typed besides and says another thing of the same is not guessed at.
        let own = read::target(Kind::Rule, &picked.target("Rome: state 3"));
        assert!(
            own.unwrap_err().to_string().contains("\"state -2\" and \"state 3\" say two things of the same")
        );
    }

    #[test]
    fn no_endeavour_has_more_lists_than_rows_and_no_list_more_than_a_select_holds() {
        for kind in Kind::ALL {
            assert!((1..=4).contains(&List::of(kind).len()), "{kind:?}");
        }
        for list in List::ALL {
            assert!((2..=25).contains(&list.choices().len()), "{list:?}");
        }
        assert_eq!(List::Kin.choices()[5], ("12".to_owned(), "related language, other religion".to_owned()));
        let longest = format!(
            "v1:k7q2m4x9aa:0:ages/state/1/negotiate/{}~m@7",
            "l9.b-3.s-3.k22.p-2.mcathedral+palace+commerce+university"
        );
        assert!(longest.len() <= 100, "{}", longest.len());
    }
}
