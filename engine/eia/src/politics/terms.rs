//! The Victory Conditions Chart (4.4) and what each side wants of it: sealed by all whom a peace concerns, and opened together.

use super::Happened;
use crate::months::Month;
use crate::powers::Power;
use crate::rounds::Round;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use table::envelope::NoRound;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::view::View;
use table::{rule, said};

/// How many terms a victor ranks.
pub const RANKED: usize = 3;

/// A line of the Victory Conditions Chart, and what the house rules add to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// No corps are removed.
    A1,
    /// No reparations.
    A2,
    /// No longer enforced peace.
    A3,
    /// No trade embargo.
    A4,
    /// No province is ceded; a minor country can still be.
    A5,
    /// Corps are removed.
    B1,
    /// No war on the victors for 24 months.
    B2,
    /// Reparations.
    B3,
    /// A corps on loan.
    B4,
    /// A royal marriage.
    B5,
    /// A trade embargo.
    B6,
    /// A province or a minor country is ceded.
    B7,
    /// More corps or fleets are removed.
    C1,
    /// No war on the victors for 36 months.
    C2,
    /// Larger reparations.
    C3,
    /// More is ceded.
    C4,
    /// Unconditional access.
    C5,
    /// A leader leaves the game.
    C6,
    /// Colonial trade (`house.victory-conditions.c7-colonial`).
    C7,
    /// A sphere of influence (`house.peace.sphere.duration`).
    Sphere,
    /// Denied co-operation (`house.peace.deny.duration`).
    Deny,
    /// A leader goes into exile (`house.peace.exile.return-cost`).
    Exile,
}

/// What a term asks of the peace in which it is picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// The loser's, in a conditional peace.
    A,
    /// A victor's, in any formal peace.
    B,
    /// A victor's, in an unconditional surrender alone.
    C,
}

impl Term {
    /// All of them, in the order of the chart.
    pub const ALL: [Term; 22] = [
        Term::A1,
        Term::A2,
        Term::A3,
        Term::A4,
        Term::A5,
        Term::B1,
        Term::B2,
        Term::B3,
        Term::B4,
        Term::B5,
        Term::B6,
        Term::B7,
        Term::C1,
        Term::C2,
        Term::C3,
        Term::C4,
        Term::C5,
        Term::C6,
        Term::C7,
        Term::Sphere,
        Term::Deny,
        Term::Exile,
    ];

    /// Its machine word: `b3`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Term::A1 => "a1",
            Term::A2 => "a2",
            Term::A3 => "a3",
            Term::A4 => "a4",
            Term::A5 => "a5",
            Term::B1 => "b1",
            Term::B2 => "b2",
            Term::B3 => "b3",
            Term::B4 => "b4",
            Term::B5 => "b5",
            Term::B6 => "b6",
            Term::B7 => "b7",
            Term::C1 => "c1",
            Term::C2 => "c2",
            Term::C3 => "c3",
            Term::C4 => "c4",
            Term::C5 => "c5",
            Term::C6 => "c6",
            Term::C7 => "c7",
            Term::Sphere => "sphere",
            Term::Deny => "deny",
            Term::Exile => "exile",
        }
    }

    /// The term of a machine word.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Term> {
        Term::ALL.into_iter().find(|term| term.key() == key)
    }

    /// In which column of the chart it stands. What the house rules add can be picked in an unconditional surrender alone
    /// (`house.peace.unconditional-only`).
    #[must_use]
    pub fn column(self) -> Column {
        match self {
            Term::A1 | Term::A2 | Term::A3 | Term::A4 | Term::A5 => Column::A,
            Term::B1 | Term::B2 | Term::B3 | Term::B4 | Term::B5 | Term::B6 | Term::B7 => Column::B,
            _ => Column::C,
        }
    }

    /// The term of the victors that the loser cancels with this one. A.5 spares provinces alone, so what it leaves of B.7 is a minor country.
    #[must_use]
    pub fn cancels(self) -> Option<Term> {
        match self {
            Term::A1 => Some(Term::B1),
            Term::A2 => Some(Term::B3),
            Term::A3 => Some(Term::B2),
            Term::A4 => Some(Term::B6),
            _ => None,
        }
    }

    /// Whether it can stand beside another in one treaty. Two victors may each take a leader (C.6); nothing else is picked twice.
    #[must_use]
    pub fn stands_beside(self, other: Term) -> bool {
        const NEVER: [(Term, Term); 5] = [
            (Term::B1, Term::C1),
            (Term::B1, Term::B4),
            (Term::B2, Term::C2),
            (Term::B3, Term::C3),
            (Term::B7, Term::C4),
        ];
        (self != other || self == Term::C6)
            && !NEVER.contains(&(self, other))
            && !NEVER.contains(&(other, self))
    }

    /// The rules of the house that it stands on.
    #[must_use]
    pub fn rules(self) -> Vec<RuleId> {
        match self {
            Term::B3 | Term::C3 => vec![rule!("house.peace.reparations.choice")],
            Term::C7 => vec![rule!("house.victory-conditions.c7-colonial")],
            Term::Sphere => {
                vec![rule!("house.peace.unconditional-only"), rule!("house.peace.sphere.duration")]
            }
            Term::Deny => vec![rule!("house.peace.unconditional-only"), rule!("house.peace.deny.duration")],
            Term::Exile => vec![rule!("house.peace.unconditional-only")],
            _ => Vec::new(),
        }
    }

    /// Whether it holds as long as the enforced peace of its treaty, and no longer.
    #[must_use]
    pub fn ends_with_the_peace(self) -> bool {
        matches!(self, Term::Sphere | Term::Deny | Term::B6 | Term::C7)
    }
}

/// What a player wants and spares in the treaties of a month.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wishes {
    /// What each of his powers that sued is to be spared.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub spared: BTreeMap<Power, Term>,
    /// Which of them pay reparations in two quarters, not in one (`house.peace.reparations.choice`).
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub parted: BTreeSet<Power>,
    /// What each of his victorious powers wants of a loser, the most wanted first.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub wanted: BTreeMap<Power, BTreeMap<Power, Vec<Term>>>,
}

/// Who sues in a month for what comes to a peace, with whom and whether it is an unconditional surrender.
fn peaces(state: &Position) -> impl Iterator<Item = (Power, &BTreeMap<Power, bool>)> {
    let all = state.politics.suits.iter().map(|suit| (suit.by, &suit.peaces));
    all.filter(|(_, peaces)| !peaces.is_empty())
}

/// The round of the terms of a month's formal peaces: `politics/1805-03/terms`; outside the political phase with its number in the month
/// behind it, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeaceTermWishes {
    /// The month.
    pub month: Month,
    /// Which it is of those outside the phase; 0 within it.
    pub nth: u8,
}

impl fmt::Display for PeaceTermWishes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "politics/{}/terms", self.month)?;
        if self.nth == 0 { Ok(()) } else { write!(f, "/{}", self.nth) }
    }
}

impl FromStr for PeaceTermWishes {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<PeaceTermWishes, NoRound> {
        let parts: Vec<&str> = name.split('/').collect();
        let (month, nth) = match *parts.as_slice() {
            ["politics", month, "terms"] => (month, "0"),
            ["politics", month, "terms", nth] => (month, nth),
            _ => return Err(NoRound),
        };
        let month = month.parse().map_err(|_| NoRound)?;
        Ok(PeaceTermWishes { month, nth: nth.parse().map_err(|_| NoRound)? })
    }
}

/// Asks all whom a peace concerns; whether there are any.
pub(super) fn ask(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<bool, Refusal> {
    let state = table.state();
    let concerned: BTreeSet<Power> =
        peaces(state).flat_map(|(by, peaces)| peaces.keys().copied().chain([by])).collect();
    let plays = |seat: &SeatId| state.bidders(seat).iter().any(|power| concerned.contains(power));
    let asked: Vec<SeatId> = table.players().into_iter().filter(plays).collect();
    if asked.is_empty() {
        return Ok(false);
    }
    table.emit(&Event::Politics(Happened::TermsAsked { month }))?;
    let nth = table.state().politics.outside;
    table.open_envelopes(&Round::Terms(PeaceTermWishes { month, nth }), asked, false)?;
    Ok(true)
}

/// The fields that a seat is asked for, each with the words that it takes: `spare/france`, `reparations/france`, `wish/austria/france/1`.
#[must_use]
pub fn fields(state: &Position, seat: &SeatId) -> Vec<(String, Vec<&'static str>)> {
    let own = state.bidders(seat);
    let words = |fits: &dyn Fn(Term) -> bool| -> Vec<&'static str> {
        Term::ALL.into_iter().filter(|term| fits(*term)).map(Term::key).collect()
    };
    let mut fields = Vec::new();
    for (by, peaces) in peaces(state) {
        if own.contains(&by) {
            if peaces.values().any(|unconditional| !unconditional) {
                fields.push((format!("spare/{}", by.key()), words(&|term| term.column() == Column::A)));
            }
            fields.push((format!("reparations/{}", by.key()), vec!["one", "two"]));
        }
        for (victor, unconditional) in peaces.iter().filter(|(victor, _)| own.contains(victor)) {
            let fits =
                |term: Term| term.column() == Column::B || *unconditional && term.column() == Column::C;
            for rank in 1..=RANKED {
                fields.push((format!("wish/{}/{}/{rank}", victor.key(), by.key()), words(&fits)));
            }
        }
    }
    fields
}

/// The terms, where they are asked of the viewer.
pub(crate) fn offers(position: &Position, table: &View) -> Vec<Offer> {
    let (Some(seat), Some(month)) = (table.seat(), position.politics.asked) else { return Vec::new() };
    let name = PeaceTermWishes { month, nth: position.politics.outside }.to_string();
    let fields = fields(position, seat).into_iter();
    vec![Offer::seal(&name, fields.map(|(name, of)| Field::optional(&name, Kind::one_of(of))).collect())]
}

/// Wishes as they are filled in.
pub(super) fn read(state: &Position, seat: &SeatId, filled: &Value) -> Result<Wishes, Refusal> {
    let unreadable = || Refusal::new(said!("Those are no terms of a peace."));
    let asked = fields(state, seat);
    let mut wishes = Wishes::default();
    let mut ranked: BTreeMap<(Power, Power), BTreeMap<u8, Term>> = BTreeMap::new();
    for (name, word) in filled.as_object().ok_or_else(unreadable)? {
        let word = word.as_str().ok_or_else(unreadable)?;
        let (_, of) = asked.iter().find(|(asked, _)| asked == name).ok_or_else(unreadable)?;
        if !of.contains(&word) {
            return Err(not_of_these(Term::by_key(word).ok_or_else(unreadable)?, name));
        }
        let power = |key: &str| Power::by_key(key).ok_or_else(unreadable);
        match *name.split('/').collect::<Vec<_>>().as_slice() {
            ["spare", own] => {
                wishes.spared.insert(power(own)?, Term::by_key(word).ok_or_else(unreadable)?);
            }
            ["reparations", own] if word == "two" => {
                wishes.parted.insert(power(own)?);
            }
            ["wish", victor, loser, rank] => {
                let rank = rank.parse().map_err(|_| unreadable())?;
                let term = Term::by_key(word).ok_or_else(unreadable)?;
                ranked.entry((power(victor)?, power(loser)?)).or_default().insert(rank, term);
            }
            _ => {}
        }
    }
    for ((victor, loser), terms) in ranked {
        wishes.wanted.entry(victor).or_default().insert(loser, terms.into_values().collect());
    }
    Ok(wishes)
}

/// Why a term is none that can be picked there.
fn not_of_these(term: Term, field: &str) -> Refusal {
    if field.starts_with("wish/") && term.column() == Column::C {
        return Refusal::under(
            rule!("house.peace.unconditional-only"),
            said!(
                "{} can be picked in an unconditional surrender alone; this peace is a conditional one.",
                term.name()
            ),
        );
    }
    Refusal::new(said!("{} is not to be chosen there.", term.name()))
}

impl Term {
    /// As the chart has it: `B.3`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Term::Sphere => "Sphere of influence".to_owned(),
            Term::Deny => "Denied co-operation".to_owned(),
            Term::Exile => "Exile".to_owned(),
            _ => {
                let (column, line) = self.key().split_at(1);
                format!("{}.{line}", column.to_uppercase())
            }
        }
    }
}

impl Wishes {
    /// As they are filled in.
    #[must_use]
    pub fn filled(&self) -> Value {
        let mut filled = Map::new();
        for (power, term) in &self.spared {
            filled.insert(format!("spare/{}", power.key()), json!(term.key()));
        }
        for power in &self.parted {
            filled.insert(format!("reparations/{}", power.key()), json!("two"));
        }
        for (victor, of) in &self.wanted {
            for (loser, terms) in of {
                for (rank, term) in (1..).zip(terms) {
                    let name = format!("wish/{}/{}/{rank}", victor.key(), loser.key());
                    filled.insert(name, json!(term.key()));
                }
            }
        }
        Value::Object(filled)
    }
}

/// Checks that wishes are written as they are: it holds for sealed ones too.
pub(super) fn check(wishes: &Wishes) -> Result<(), Refusal> {
    let lists = || wishes.wanted.values().flat_map(BTreeMap::values);
    let spares = wishes.spared.values().all(|term| term.column() == Column::A);
    let wants = lists().all(|terms| {
        !terms.is_empty() && terms.len() <= RANKED && terms.iter().all(|term| term.column() != Column::A)
    });
    if spares && wants { Ok(()) } else { Err(Refusal::new(said!("Those are no terms of a peace."))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_read_back_from_its_word() {
        for term in Term::ALL {
            assert_eq!(Term::by_key(term.key()), Some(term));
        }
        assert_eq!((Term::B3.name(), Term::C7.name()), ("B.3".to_owned(), "C.7".to_owned()));
        assert_eq!(Term::by_key("b8"), None);
    }

    #[test]
    fn nothing_but_a_leader_is_taken_twice_and_some_terms_exclude_each_other() {
        assert!(Term::C6.stands_beside(Term::C6) && !Term::B5.stands_beside(Term::B5));
        for (one, other) in [
            (Term::B1, Term::C1),
            (Term::B4, Term::B1),
            (Term::C2, Term::B2),
            (Term::B3, Term::C3),
            (Term::C4, Term::B7),
        ] {
            assert!(!one.stands_beside(other) && !other.stands_beside(one), "{one:?} {other:?}");
        }
        assert!(Term::B3.stands_beside(Term::B5) && Term::C1.stands_beside(Term::B4));
    }

    // house.peace.unconditional-only
    #[test]
    fn what_the_house_adds_is_of_unconditional_surrenders_alone() {
        for term in [Term::Sphere, Term::Deny, Term::Exile] {
            assert_eq!(term.column(), Column::C);
            assert!(term.rules().contains(&rule!("house.peace.unconditional-only")));
        }
    }
}
