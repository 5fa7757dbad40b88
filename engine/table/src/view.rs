//! Views: what one viewer sees of a campaign, and the only way out for it. Making a view changes nothing.

use super::act::Exchanged;
use super::assent::Telling;
use super::campaign::{Campaign, Stage};
use super::deals::DealView;
use super::decks::Held;
use super::ending::Ending;
use super::envelope::Contents;
use super::envelope::barred::lacks_word;
use super::frames::{Awaited, What};
use super::hash::Hash;
use super::lodged::{Holder, LodgedView};
use super::names::{By, SeatId};
use super::notice::Notice;
use super::parts::Part;
use super::places::Away;
use super::press::Own;
use super::ready::Ahead;
use super::set_back::SetBack;
use super::shared::Shared;
use super::standing::Answers;
use super::strongbox::BoxView;
use super::timing::{Due, Timing};
use super::typed::Proposal;
use super::undo::Undoable;
use super::undo::may::undoable;
use super::values::{Correction, Value as Tracked, Voidable};
use super::votes::{Ruling, Vote};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Who looks. Host, umpire and observers see as the public does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Viewer {
    /// Anybody.
    Public,
    /// The holder of a seat.
    Seat(SeatId),
}

/// What a viewer sees of a game's position, as the type that the game has for it.
#[derive(Clone)]
pub struct Seen {
    view: Arc<dyn Any + Send + Sync>,
    written: fn(&dyn Any) -> Value,
    worked_out: Arc<OnceLock<Arc<dyn Any + Send + Sync>>>,
}

impl Seen {
    /// What a game shows.
    pub fn new<V: Serialize + Any + Send + Sync>(view: V) -> Seen {
        let written = |view: &dyn Any| serde_json::to_value(view.downcast_ref::<V>()).unwrap_or_default();
        Seen { view: Arc::new(view), written, worked_out: Arc::default() }
    }

    /// It, where it is what that game shows ([`Game::View`](super::game::Game::View)).
    #[must_use]
    pub fn of<V: Any + Send + Sync>(&self) -> Option<Arc<V>> {
        Arc::clone(&self.view).downcast().ok()
    }

    /// What a game's front works out of it, such as what it offers: once for as long as it is looked at. One type is kept; of another it is
    /// worked out each time.
    pub fn worked_out<T: Any + Send + Sync>(&self, make: impl Fn() -> T) -> Arc<T> {
        let kept = self.worked_out.get_or_init(|| Arc::new(make()));
        Arc::clone(kept).downcast().unwrap_or_else(|_| Arc::new(make()))
    }

    /// It as it is written.
    #[must_use]
    pub fn value(&self) -> Value {
        (self.written)(&*self.view)
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

/// What a viewer sees.
#[derive(Clone, Debug)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// Which person asks, where it is one.
    pub asker: Option<By>,
    /// Whether the person who asks runs the bot.
    pub asker_is_operator: bool,
    /// The campaign's ten characters.
    pub campaign: String,
    /// The game's key.
    pub game_key: String,
    /// The scenario's key.
    pub scenario: String,
    /// The revision of the rules that holds.
    pub rules: String,
    /// How far it has come.
    pub stage: Stage,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// Where in the outline of play it stands.
    pub step: Vec<String>,
    /// The open rounds of envelopes.
    pub rounds: Vec<RoundView>,
    /// The open epoch.
    pub epoch: EpochView,
    /// How many lines the record has.
    pub lines: u64,
    /// The record's head.
    pub head: Hash,
    /// Who has asked to close the campaign.
    pub close_asked: Vec<SeatId>,
    /// What the asker could take back.
    pub undoable: Option<Undoable>,
    /// The announced end of the campaign, where there is one.
    pub ending: Option<Ending>,
    /// Whether the host has not looked in for seven days.
    pub host_is_gone: bool,
    /// Notice that the campaign will be closed, where it was given.
    pub notice: Option<Notice>,
    /// The person who is host.
    pub host: u32,
    /// The person who is umpire, where there is one.
    pub umpire: Option<u32>,
    /// Whether the powers of a seat that is left can be put up for auction.
    pub has_auctions: bool,
    /// The clock.
    pub timing: Option<Timing>,
    /// Since when it stands, Unix seconds.
    pub paused: Option<i64>,
    /// Whether an evening by voice is under way.
    pub live: bool,
    /// Who has said that he is at the table on it.
    pub at_table: BTreeSet<SeatId>,
    /// Who is awaited for what.
    pub awaited: Vec<Awaited>,
    /// The line at which the step opened that everybody is in: of a round in which players follow one another, the round.
    pub page: Option<u64>,
    /// The open votes.
    pub votes: Shared<BTreeMap<u64, Arc<Vote>>>,
    /// How many votes each answer of an open vote has by now.
    pub counts: BTreeMap<u64, Vec<u32>>,
    /// The votes that are closed.
    pub votes_closed: imbl::OrdMap<u64, Arc<Vote>>,
    /// The campaign's own rulings.
    pub rulings: imbl::Vector<Arc<Ruling>>,
    /// Switches that do not stand as at founding.
    pub switches: Shared<BTreeMap<String, String>>,
    /// Corrections that are not settled.
    pub corrections: Shared<BTreeMap<u64, Correction>>,
    /// What was told and does not count yet, by its line of the record.
    pub tellings: Shared<BTreeMap<u64, Arc<Telling>>>,
    /// The values of a board kept elsewhere.
    pub values: Vec<Tracked>,
    /// Values of the group's own that are not confirmed yet, by their line of the record.
    pub proposals: Shared<BTreeMap<u64, Arc<Proposal>>>,
    /// Whether going back to the start of the open step is asked.
    pub set_back: Option<SetBack>,
    /// The line of the record before which play would be again then; `None` where nothing was done since.
    pub set_back_to: Option<u64>,
    /// What the viewer would see of the game's position then, while it is asked.
    pub set_back_game: Option<Seen>,
    /// The free rolls that may still be declared void.
    pub voidable: imbl::Vector<Arc<Voidable>>,
    /// The seats for which the asker is regent.
    pub regencies: Vec<SeatId>,
    /// Whether the asker looks as the regent of the seat.
    pub as_regent: bool,
    /// Whether he is so by the others' vote, and not by the player's own word.
    pub as_regent_by_vote: bool,
    /// The viewer's own strongbox, once play has begun; never anybody else's.
    pub strongbox: Option<BoxView>,
    /// Whether the game lets him be ready with the open step; where not, something of it has to be said first.
    pub may_be_ready: bool,
    /// Whether he could take back that he is ready: not where his slot is over but for what is due in it.
    pub may_take_ready_back: bool,
    /// Whether he can be ready to the end of the turn while envelopes are sealed and no step waits, until something new is asked of him.
    pub may_be_ready_ahead: bool,
    /// What the viewer has lodged ahead of his slot; never what anybody else has.
    pub lodged: LodgedView,
    /// The same for slots of his powers, by their keys.
    pub lodged_by_powers: BTreeMap<String, LodgedView>,
    /// What the viewer's answers are that stand, by the kind of round that they are for.
    pub standing: Answers,
    /// The deals that the viewer is a party of, the newest first; never what others agreed.
    pub deals: Vec<DealView>,
    /// The viewer's own anonymous texts that wait for their hour; never anybody else's.
    pub press: Vec<Own>,
    /// The cards in the viewer's own hand.
    pub hand: Vec<Held>,
    /// How many cards each deck still has.
    pub decks: BTreeMap<String, u32>,
    /// What the viewer sees of the game's position.
    pub game: Seen,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The seat.
    pub id: SeatId,
    /// Who sits there.
    pub person: Option<u32>,
    /// Whether he has laid down a word.
    pub has_word: bool,
    /// Whether the seat is the operator's.
    pub operator: bool,
    /// Who shares it.
    pub partners: Vec<u32>,
    /// Whether he is away.
    pub away: Option<Away>,
    /// Who acts as regent.
    pub regent: Option<u32>,
    /// Deadlines missed in a row.
    pub missed: u32,
    /// Who may take it as a substitute.
    pub offered: Option<u32>,
    /// Whether a stand-in sits there.
    pub stand_in: bool,
    /// Whether it is out of the game.
    pub out: bool,
    /// Ready ahead of its slot.
    pub ahead: Option<Ahead>,
}

impl SeatView {
    /// Whether somebody or a stand-in sits there.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        self.person.is_some() || self.stand_in
    }
}

/// An open round of envelopes.
#[derive(Clone, Debug)]
pub struct RoundView {
    /// The round.
    pub round: String,
    /// The line of the record at which it opened.
    pub line: u64,
    /// Who is asked, and whether his envelope is Final.
    pub asked: Vec<(SeatId, bool)>,
    /// The viewer's own part in it, where he is asked.
    pub mine: Option<Mine>,
    /// When it falls due.
    pub due: Option<Due>,
    /// What is sealed, where they are free envelopes.
    pub exchange: Option<Exchanged>,
    /// What those are about.
    pub about: Option<String>,
    /// What others have sealed that the viewer may see before it is opened, by seat: the plan of his own side in a battle.
    pub shown: BTreeMap<SeatId, Value>,
}

/// The viewer's own part in a round of envelopes.
#[derive(Clone, Debug)]
pub struct Mine {
    /// What he has sealed.
    pub sealed: Option<Sealed>,
    /// Whether the operator's envelope must come first and has not.
    pub waits_for_operator: bool,
    /// Whether it cannot be changed any more: the operator's own, once sealed.
    pub fixed: bool,
    /// Whether what he has sealed cannot be made final yet, because a word of his for the dice is missing.
    pub needs_word: bool,
}

/// What the viewer himself has sealed.
#[derive(Clone)]
pub struct Sealed {
    /// The choice, and the word that came with it.
    pub contents: Contents,
    /// The same as it was sealed: of a choice in parts the codes of its parts.
    pub sealed_as: Contents,
    /// The parts, where the choice is one in parts.
    pub parts: Vec<Part>,
    /// The seal's number.
    pub n: u64,
    /// The seal's salt.
    pub salt: Hash,
    /// The seal's code.
    pub code: Hash,
    /// Whether it is Final.
    pub is_final: bool,
    /// Whether it came in the place of another choice that was sealed before.
    pub replaces: bool,
}

impl std::fmt::Debug for Sealed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(sealed)")
    }
}

/// The open epoch as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpochView {
    /// Its number.
    pub number: u64,
    /// When it began, Unix seconds.
    pub began: Option<i64>,
    /// How many rolls it has.
    pub rolls: u64,
    /// Whether every player's word is there, so that dice may fall.
    pub words_complete: bool,
    /// Who has asked for its seed.
    pub reveal: Vec<SeatId>,
}

impl View {
    /// How a switch stands; empty for one that is none.
    #[must_use]
    pub fn switch(&self, key: &str) -> &str {
        super::switches::by_key(key).map_or("", |switch| switch.stands(&self.switches))
    }

    /// Whether the viewer may seal a choice in a round now.
    #[must_use]
    pub fn may_seal(&self, round: &str) -> bool {
        let mine = self.rounds.iter().find(|open| open.round == round).and_then(|open| open.mine.as_ref());
        mine.is_some_and(|mine| {
            let is_final = mine.sealed.as_ref().is_some_and(|sealed| sealed.is_final);
            !mine.waits_for_operator && !mine.fixed && !is_final
        })
    }

    /// The open step that waits for players to be ready, where one does.
    #[must_use]
    pub fn step_awaits(&self) -> Option<&Awaited> {
        self.awaited.iter().find(|awaited| awaited.what == What::Ready)
    }

    /// What is awaited at a line: a frame or a round of envelopes.
    #[must_use]
    pub fn awaited_at(&self, line: u64) -> Option<&Awaited> {
        self.awaited.iter().find(|awaited| awaited.line == line)
    }

    /// The seat of who looks.
    #[must_use]
    pub fn seat(&self) -> Option<&SeatId> {
        match &self.viewer {
            Viewer::Public => None,
            Viewer::Seat(seat) => Some(seat),
        }
    }

    /// The seats that have a voice where all players decide, in order.
    #[must_use]
    pub fn voters(&self) -> Vec<SeatId> {
        let voters = self.seats.iter().filter(|seat| seat.person.is_some() && !seat.out && !seat.stand_in);
        voters.map(|seat| seat.id.clone()).collect()
    }

    /// Whether a seat is the operator's.
    #[must_use]
    pub fn is_operator(&self, seat: &SeatId) -> bool {
        self.seats.iter().any(|view| view.id == *seat && view.operator)
    }
}

impl Campaign {
    /// What everybody sees.
    #[must_use]
    pub fn public_view(&self) -> View {
        self.view(Viewer::Public, None, false)
    }

    /// What a person sees: as the holder of his seat, or as the public.
    #[must_use]
    pub fn view_for(&self, asker: By, is_operator: bool) -> View {
        let viewer = self.seat_of(asker).cloned().map_or(Viewer::Public, Viewer::Seat);
        self.view(viewer, Some(asker), is_operator)
    }

    /// What a regent sees of the seat for which he acts; as his own view where he is no regent of it.
    #[must_use]
    pub fn view_as_regent(&self, asker: By, seat: &SeatId, at: i64) -> View {
        if !self.regencies(asker, at).contains(seat) {
            return self.view_for(asker, false);
        }
        let mut view = self.view(Viewer::Seat(seat.clone()), Some(asker), false);
        view.as_regent = true;
        view.as_regent_by_vote = self.play.seats.get(seat).is_some_and(|place| place.regent.is_some());
        for round in &mut view.rounds {
            if let Some(mine) = round.mine.as_mut().filter(|_| self.leaves_to_player(seat, &round.round)) {
                mine.fixed = true;
            }
        }
        // The open steps do not need what lies in the strongbox.
        view.strongbox = None;
        view.lodged = LodgedView::default();
        view.lodged_by_powers.clear();
        view.standing.clear();
        // Nor what its player agreed with others.
        view.deals = Vec::new();
        view.press = Vec::new();
        view.undoable = super::undo::may::envelope_of(self, seat);
        view
    }

    /// What the holder of a seat sees, whoever he is: for stand-ins.
    pub(crate) fn view_of_seat(&self, seat: &SeatId) -> View {
        self.view(Viewer::Seat(seat.clone()), None, false)
    }

    fn view(&self, viewer: Viewer, asker: Option<By>, asker_is_operator: bool) -> View {
        let play = &self.play;
        let path = play.path();
        let mut seats: Vec<SeatView> = play
            .seats
            .iter()
            .map(|(id, seat)| SeatView {
                id: id.clone(),
                person: seat.person,
                has_word: seat.word.is_some(),
                operator: self.is_operator(id),
                partners: seat.partners.clone(),
                away: seat.away.clone(),
                regent: seat.regent_at(self.last_at),
                missed: seat.missed,
                offered: seat.offered,
                stand_in: seat.stand_in,
                out: seat.out,
                ahead: seat.ahead.clone().filter(|ahead| Some(&ahead.turn) == path.first()),
            })
            .collect();
        seats.sort_by_key(|seat| seat.id.number());
        let rounds = play
            .rounds
            .iter()
            .map(|(round, open)| RoundView {
                round: round.clone(),
                line: open.line,
                asked: open.asked.iter().map(|id| (id.clone(), open.is_final(id))).collect(),
                mine: match &viewer {
                    Viewer::Seat(seat) if open.asked.contains(seat) => Some(self.own_part(open, seat)),
                    _ => None,
                },
                due: open.due.clone(),
                exchange: open.exchange.clone(),
                about: open.about.clone().or_else(|| self.play.game.about(round)),
                shown: match &viewer {
                    Viewer::Seat(seat) => self.shown_to(round, open, seat),
                    _ => BTreeMap::new(),
                },
            })
            .collect();
        let undoable =
            asker.filter(|_| play.stage != Stage::Closed).and_then(|asker| undoable(self, asker).ok());
        View {
            asker,
            asker_is_operator,
            campaign: self.id().to_owned(),
            game_key: self.founded.game.clone(),
            scenario: self.founded.scenario.clone(),
            rules: self.rules.clone(),
            stage: play.stage,
            seats,
            step: path,
            rounds,
            epoch: EpochView {
                number: self.epoch.number,
                began: self.epoch.began,
                rolls: self.epoch.next_roll - 1,
                words_complete: self.epoch.words.is_some(),
                reveal: self.epoch.reveal.iter().cloned().collect(),
            },
            lines: self.next_line,
            head: self.head,
            close_asked: play.wishes_to_close(self.last_at).into_iter().collect(),
            undoable,
            ending: play.ending.clone(),
            host_is_gone: self.host_is_gone(self.last_at),
            notice: play.notice.clone(),
            host: play.host,
            umpire: self.umpire(),
            has_auctions: play.game.has_auctions(),
            timing: play.timing.clone(),
            paused: play.paused,
            live: play.live,
            at_table: play.at_table.clone(),
            awaited: self.awaited(),
            page: play.page(),
            votes: play.votes.clone(),
            counts: play.votes.iter().map(|(n, vote)| (*n, super::votes::counted(play, vote))).collect(),
            votes_closed: play.votes_closed.clone(),
            rulings: play.rulings.clone(),
            switches: play.switches.clone(),
            corrections: play.corrections.clone(),
            tellings: play.tellings.clone(),
            values: self.values(),
            proposals: play.proposals.clone(),
            set_back: play.set_back.clone(),
            set_back_to: self.set_back_to(),
            set_back_game: (self.start.as_ref().filter(|_| play.set_back.is_some()))
                .map(|start| start.game.view(&viewer)),
            voidable: self.last_rolls.clone(),
            regencies: asker.map(|asker| self.regencies(asker, self.last_at)).unwrap_or_default(),
            as_regent: false,
            as_regent_by_vote: false,
            strongbox: match &viewer {
                Viewer::Public => None,
                Viewer::Seat(seat) => self.box_view(seat),
            },
            hand: match &viewer {
                Viewer::Public => Vec::new(),
                Viewer::Seat(seat) => self.hand(seat),
            },
            may_be_ready: match &viewer {
                Viewer::Public => true,
                Viewer::Seat(seat) => play.game.may_be_ready(seat).is_ok(),
            },
            may_take_ready_back: match &viewer {
                Viewer::Public => true,
                Viewer::Seat(seat) => play.game.may_take_ready_back(seat).is_ok(),
            },
            may_be_ready_ahead: match &viewer {
                Viewer::Public => false,
                Viewer::Seat(seat) => play.may_be_ready_from_envelopes(seat),
            },
            lodged: match &viewer {
                Viewer::Public => LodgedView::default(),
                Viewer::Seat(seat) => self.lodged_by(&Holder::seat(seat)),
            },
            lodged_by_powers: match &viewer {
                Viewer::Public => BTreeMap::new(),
                Viewer::Seat(seat) => self.lodged_by_powers(seat),
            },
            standing: match &viewer {
                Viewer::Public => Answers::new(),
                Viewer::Seat(seat) => {
                    self.standing.get(seat).map(|answers| (**answers).clone()).unwrap_or_default()
                }
            },
            press: match &viewer {
                Viewer::Seat(seat) => self.press_of(seat),
                Viewer::Public => Vec::new(),
            },
            deals: match &viewer {
                Viewer::Public => Vec::new(),
                Viewer::Seat(seat) => self.deals_of(seat),
            },
            decks: play.decks.iter().map(|(name, deck)| (name.clone(), deck.left())).collect(),
            game: play.game.view(&viewer),
            viewer,
        }
    }

    fn shown_to(
        &self,
        name: &str,
        round: &super::envelope::Round,
        viewer: &SeatId,
    ) -> BTreeMap<SeatId, Value> {
        let others = round.envelopes.iter().filter(|(seat, _)| *seat != viewer && round.exchange.is_none());
        let shown = others.filter_map(|(seat, envelope)| {
            let shown = self.play.game.shown(name, seat, viewer, &envelope.whole(round).choice)?;
            Some((seat.clone(), shown))
        });
        shown.collect()
    }

    fn own_part(&self, open: &super::envelope::Round, seat: &SeatId) -> Mine {
        let sealed = open.envelopes.get(seat).map(|envelope| Sealed {
            contents: envelope.whole(open),
            sealed_as: envelope.contents.reveal().clone(),
            parts: envelope.parts.to_vec(),
            n: open.number(seat).unwrap_or(open.first_n),
            salt: Hash(*envelope.salt.reveal()),
            code: envelope.code,
            is_final: envelope.is_final,
            replaces: envelope.replaces(),
        });
        Mine {
            waits_for_operator: super::envelope::barred::waits_for_operator(self, open).contains(seat),
            fixed: self.is_operator(seat) && sealed.is_some(),
            needs_word: open.envelopes.get(seat).is_some_and(|envelope| lacks_word(self, seat, envelope)),
            sealed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;
    use std::cell::Cell;

    #[test]
    fn what_is_worked_out_of_a_view_is_worked_out_once_and_is_of_that_view_alone() {
        let (seen, times) = (Seen::new(7_u8), Cell::new(0));
        let twice = |seen: &Seen| {
            *seen.worked_out(|| {
                times.set(times.get() + 1);
                seen.of::<u8>().map(|own| u32::from(*own) * 2)
            })
        };
        assert_eq!([twice(&seen), twice(&seen), twice(&seen.clone())], [Some(14); 3]);
        assert_eq!(times.get(), 1);
        assert_eq!(twice(&Seen::new(8_u8)), Some(16));
        assert_eq!(times.get(), 2);
        // What another works out of the same view is not mistaken for it.
        assert_eq!(*seen.worked_out(|| "words"), "words");
    }
}
