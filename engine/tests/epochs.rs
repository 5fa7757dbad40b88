//! Epochs: when seeds are published, what happens when a chain is spent, and what a restore from backup founds anew.
#![allow(clippy::unwrap_used)]

use crate::common::{
    self, DAY, EPOCH_OF_TESTS, Play, fixed_roots, founding, kinds, seat, sheet, untied, word,
};
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::table::chain::{Commitments, EPOCHS, Roots, seed_before, veil_commitment};
use engine::table::chance::Scripted;
use engine::table::hash::Hash;
use engine::table::record::{Extent, line};
use engine::table::roll::{RollRequest, draw};
use engine::table::verify::verify;
use engine::table::{By, Campaign, Chance, Entry, Event, Order, Refusal, Verb, decide, found};
use serde_json::json;

fn tick(play: &mut Play, after: i64) -> Vec<Entry> {
    play.at += after;
    play.bot(Verb::Tick)
}

#[test]
fn an_epoch_with_dice_ends_after_seven_days() {
    let mut play = Play::real(3, 2, 0, json!({})).started();
    let began = play.campaign.epoch.began.unwrap();
    play.roll(1, &[[6, 2]]);
    assert!(tick(&mut play, 3 * DAY).is_empty());
    play.at = began + 7 * DAY - 61;
    assert!(kinds(&tick(&mut play, 0)).is_empty(), "a second is missing");
    play.at = began + 7 * DAY - 60;
    let made = tick(&mut play, 0);
    assert_eq!(kinds(&made), ["order:tick", "epoch"]);
    let Event::Epoch { epoch: 1, seed } = made[1].event else { panic!() };
    assert_eq!(seed_before(&seed.0), play.campaign.founded.anchor.0);
    assert_eq!(play.campaign.epoch.number, 2);
    assert_eq!(play.campaign.epoch.began, Some(began + 7 * DAY));
    assert!(made.iter().all(|entry| entry.by == By::Bot));
}

#[test]
fn an_epoch_without_dice_stays_open() {
    let mut play = Play::real(3, 2, 0, json!({}));
    assert!(tick(&mut play, 30 * DAY).is_empty());
    let mut play = play.started();
    assert_eq!(
        kinds(&tick(&mut play, 30 * DAY))[0],
        "order:ask_after",
        "nothing but that who is absent is asked after"
    );
    assert!(kinds(&tick(&mut play, DAY)).is_empty(), "the host is written to, off the record");
    assert_eq!(play.campaign.epoch.number, 1);
}

#[test]
fn two_players_who_are_not_the_operator_end_an_epoch() {
    let mut play = Play::real(4, 3, 1, json!({})).started();
    assert!(play.refused(2, Verb::Reveal).contains("No dice have fallen"));
    play.roll(1, &[[6, 1]]);
    assert!(play.refused(1, Verb::Reveal).contains("operator could read the seed"));
    assert!(play.refused(9, Verb::Reveal).contains("no seat"));
    let made = play.must(2, Verb::Reveal);
    assert_eq!(kinds(&made), ["order:reveal", "table:reveal_asked"]);
    assert!(play.refused(2, Verb::Reveal).contains("already"));
    let made = play.must(3, Verb::Reveal);
    assert_eq!(kinds(&made), ["order:reveal", "table:reveal_asked", "epoch"]);
    assert_eq!(play.campaign.epoch.number, 2);
    assert!(play.campaign.epoch.reveal.is_empty());
    assert!(play.refused(2, Verb::Reveal).contains("No dice have fallen in epoch 2"));
}

#[test]
fn roll_ids_count_without_gaps_in_their_epoch() {
    let mut play = Play::real(5, 2, 0, json!({})).started();
    let mut ids = Vec::new();
    for _ in 0..2 {
        for person in [1, 2, 2] {
            let made = play.roll(person, &[[6, 1]]);
            let rolled = made.iter().find_map(|entry| entry.event.rolled()).unwrap().clone();
            ids.push((rolled.id, rolled.slot));
        }
        play.must(1, Verb::Reveal);
        play.must(2, Verb::Reveal);
    }
    let want = [
        ("1.1", "free/seat-1/1"),
        ("1.2", "free/seat-2/1"),
        ("1.3", "free/seat-2/2"),
        ("2.1", "free/seat-1/2"),
        ("2.2", "free/seat-2/3"),
        ("2.3", "free/seat-2/4"),
    ];
    assert_eq!(ids, want.map(|(id, slot)| (id.to_owned(), slot.to_owned())));
}

#[test]
fn words_count_from_the_next_epoch_on() {
    let mut play = Play::real(6, 2, 1, json!({})).started();
    let words = |made: &[Entry]| made.iter().find_map(|entry| entry.event.rolled()).unwrap().entropy.clone();
    let of = |word: &str| vec![("seat-2".to_owned(), word.to_owned())];
    assert_eq!(words(&play.roll(2, &[[6, 1]])), of("word2"), "and none of the operator's seat");
    play.lay_down(2, "second");
    play.lay_down(1, "mine");
    assert_eq!(words(&play.roll(1, &[[6, 1]])), of("word2"));
    tick(&mut play, 8 * DAY);
    assert_eq!(words(&play.roll(2, &[[6, 1]])), of("second"));
}

#[test]
fn the_same_order_gives_the_same_dice() {
    let mut play = Play::real(7, 2, 0, json!({})).started();
    let mut again = Play::real(7, 2, 0, json!({})).started();
    let (first, second) = (play.roll(1, &[[6, 5], [20, 1]]), again.roll(1, &[[6, 5], [20, 1]]));
    assert_eq!(first, second);
    // A refused order consumes no roll.
    again.refused(1, Verb::Roll { notation: "d0".to_owned(), label: None });
    again.refused(1, Verb::Roll { notation: "101d6".to_owned(), label: None });
    again.refused(1, Verb::Roll { notation: "nothing".to_owned(), label: None });
    let rolled = |made: Vec<Entry>| made[1].event.rolled().unwrap().clone();
    assert_eq!(rolled(play.roll(1, &[[6, 1]])), rolled(again.roll(1, &[[6, 1]])));
}

#[test]
fn dice_wait_for_the_start() {
    let mut play = Play::real(7, 2, 0, json!({}));
    play.join(1);
    let says = play.refused(1, Verb::Roll { notation: "d6".to_owned(), label: None });
    assert!(says.contains("wait for the start"));
}

#[test]
fn a_label_is_at_most_200_characters() {
    let mut play = Play::real(7, 2, 0, json!({})).started();
    let roll = |text: &str| Verb::Roll { notation: "d6".to_owned(), label: Some(common::label(text)) };
    assert!(play.refused(1, roll(&"é".repeat(201))).contains("201 characters long; 200 is the most"));
    assert!(play.refused(1, roll("e\u{301}")).contains("composed"));
    play.must(1, roll(&"é".repeat(200)));
}

/// A real chain whose seeds were all made beforehand, so that 4,096 epochs take no time.
struct Walked {
    seeds: Vec<Hash>,
    first: u64,
    veil: [u8; 32],
    next_head: [u8; 32],
}

impl Walked {
    fn new(head: [u8; 32], veil: [u8; 32], next_head: [u8; 32], first: u64) -> Walked {
        let mut seeds = vec![Hash(head)];
        for _ in 0..EPOCHS {
            seeds.push(Hash(seed_before(&seeds[seeds.len() - 1].0)));
        }
        seeds.reverse();
        Walked { seeds, first, veil, next_head }
    }
}

impl Chance for Walked {
    fn roll(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        let seed = self.seed(request.epoch)?;
        Ok(draw(request.key(&seed.0)?, &request.dice))
    }

    fn veiled(&mut self, request: &RollRequest) -> Result<Vec<u32>, Refusal> {
        Ok(draw(request.veiled_key(&self.veil)?, &request.dice))
    }

    fn salt(&mut self, n: u64) -> Result<[u8; 32], Refusal> {
        Ok(engine::table::chain::seal_salt(&self.veil, n))
    }

    fn seed(&mut self, epoch: u64) -> Result<Hash, Refusal> {
        let place = usize::try_from(epoch + 1 - self.first).unwrap();
        self.seeds.get(place).copied().ok_or_else(|| Refusal::new("The chain is spent."))
    }

    fn new_chain(&mut self, first_epoch: u64, new_veil: bool) -> Result<Commitments, Refusal> {
        if first_epoch > 1 {
            assert!(!new_veil, "a chain that follows a spent one keeps the veil key");
            *self = Walked::new(self.next_head, self.veil, [0; 32], first_epoch);
        }
        Ok(Commitments { anchor: self.seeds[0], veil: veil_commitment(&self.veil) })
    }

    fn veil_key(&mut self) -> Result<Hash, Refusal> {
        Ok(Hash(self.veil))
    }
}

#[test]
fn a_spent_chain_is_followed_by_a_new_one_under_the_same_veil() {
    let (head, veil) = fixed_roots(8);
    let (next, _) = fixed_roots(9);
    let mut chance = Walked::new(head, veil, next, 1);
    assert_eq!(Roots::new(head, veil, 1).commitments().anchor, chance.seeds[0]);
    let mut entries = found(&founding(2, 0, json!({"ceiling": 60})), &mut chance).unwrap();
    let mut campaign = Campaign::founded(&entries[0]).unwrap();
    let mut at = EPOCH_OF_TESTS;
    let mut give = |by: By, verb: Verb, campaign: &mut Campaign, wait: i64| -> Vec<Entry> {
        at += wait;
        let made = decide(campaign, &Order { at, by, operator: false, verb }, &mut chance).unwrap();
        made.iter().for_each(|entry| campaign.apply(entry).unwrap());
        made
    };
    for n in 1..=2 {
        entries.extend(give(By::Person(n), Verb::Join { word: word("w") }, &mut campaign, 1));
    }
    entries.extend(give(By::Person(1), Verb::Start, &mut campaign, 1));
    let roll = || Verb::Roll { notation: "d6".to_owned(), label: None };
    for epoch in 1..=EPOCHS {
        assert_eq!(campaign.epoch.number, epoch);
        entries.extend(give(By::Person(1), roll(), &mut campaign, 1));
        let made = give(By::Bot, Verb::Tick, &mut campaign, 8 * DAY);
        assert_eq!(made.len(), if epoch == EPOCHS { 3 } else { 2 });
        entries.extend(made);
    }
    let Event::Chain { anchor, veil: same, first } = entries[entries.len() - 1].event else { panic!() };
    assert_eq!((first, same), (EPOCHS + 1, campaign.founded.veil));
    assert_eq!(anchor, Roots::new(next, veil, EPOCHS + 1).commitments().anchor);
    assert_eq!((campaign.epoch.number, campaign.epoch.last), (EPOCHS + 1, 2 * EPOCHS));
    assert!(!campaign.epoch.words.as_ref().unwrap().is_empty());
    // Dice fall from the new chain, and its seed leads back to the new anchor.
    for n in 1..=2 {
        entries.extend(give(By::Person(n), roll(), &mut campaign, 1));
    }
    entries.extend(give(By::Bot, Verb::Tick, &mut campaign, 8 * DAY));
    let Event::Epoch { epoch, seed } = entries[entries.len() - 1].event else { panic!() };
    assert_eq!((epoch, Hash(seed_before(&seed.0))), (EPOCHS + 1, anchor));
    let file: String = entries.iter().filter_map(|entry| line(entry, Extent::Public).unwrap()).collect();
    let report = verify(file.as_bytes(), &[]).unwrap();
    assert_eq!((report.epochs, report.rolls_checked, report.rolls_waiting), (EPOCHS + 1, EPOCHS + 2, 0));
}

#[test]
fn the_real_chance_founds_the_next_chain_with_the_veil_in_use() {
    let (head, veil) = fixed_roots(1);
    let roots = Roots::with_length(head, veil, 1, 2);
    let fresh = fixed_roots(2);
    let mut chance = engine::table::chance::Chain::of(&roots, fresh);
    assert!(chance.seed(3).unwrap_err().says.contains("spent"));
    let new = chance.new_chain(3, false).unwrap();
    assert_eq!(new.veil, roots.commitments().veil);
    assert!(chance.seed(3).is_ok() && chance.seed(2).is_err());
    assert!(chance.new_chain(4, false).is_err(), "fresh roots are used once");
    let founded = chance.founded().unwrap();
    assert_eq!((founded.head(), founded.veil(), founded.first_epoch), (&fresh.0, &veil, 3));
    let mut chance = engine::table::chance::Chain::of(&roots, fresh);
    assert_eq!(chance.new_chain(2, true).unwrap().veil, veil_commitment(&fresh.1));
}

fn before_restore() -> Play {
    let mut play = Play::real(10, 3, 1, json!({"ceiling": 60})).started();
    play.seal(1, untied(1));
    play.seal(2, untied(2));
    play.make_final(2);
    play
}

#[test]
fn a_restore_founds_new_roots_and_asks_everything_again() {
    let mut play = before_restore();
    play.roll(3, &[[6, 1]]);
    let (veil, epoch) = (*play.roots().veil(), play.campaign.epoch.number);
    let lines = play.campaign.next_line;
    let made = play.bot(Verb::Restored);
    assert_eq!(kinds(&made), ["order:restored", "epoch", "restored"]);
    let Event::Restored { anchor, veil: committed, first, lost_after } = made[2].event else { panic!() };
    assert_eq!((first, lost_after), (epoch + 1, lines - 1));
    assert_eq!(anchor, play.roots().commitments().anchor);
    assert_eq!(committed, play.roots().commitments().veil);
    assert_ne!(*play.roots().veil(), veil);
    // Words, dice, envelopes.
    assert!(play.campaign.play.seats.values().all(|seat| seat.word.is_none() && seat.person.is_some()));
    let open = &play.campaign.play.rounds[CHOICE_OF_POWERS];
    assert!(open.envelopes.is_empty() && open.first_n == 0 && play.campaign.next_seal == 3);
    let roll = || Verb::Roll { notation: "d6".to_owned(), label: None };
    assert!(play.refused(3, roll()).contains("every player has laid down a word"));
    assert!(!play.campaign.public_view().epoch.words_complete);
    assert!(
        play.refused_seal(2, untied(2)).contains("operator"),
        "his envelope too is asked again, and first"
    );
    play.lay_down(2, "second");
    assert!(play.refused(3, roll()).contains("every player has laid down a word"));
    play.lay_down(3, "third");
    // The operator's word feeds nothing, so nothing waits for it.
    let made = play.roll(3, &[[6, 1]]);
    let rolled = made[1].event.rolled().unwrap();
    let words = [("seat-2", "second"), ("seat-3", "third")].map(|(s, w)| (s.to_owned(), w.to_owned()));
    assert_eq!((rolled.id.as_str(), &rolled.entropy), ("2.1", &words.to_vec()));
    play.seal(1, untied(1));
    for n in 2..=3 {
        play.seal(n, untied(n));
        play.make_final(n);
    }
    let opened: Vec<(u64, Hash)> = play
        .entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Opened { n, salt, .. } => Some((*n, *salt)),
            _ => None,
        })
        .collect();
    let new_veil = *play.roots().veil();
    let salts = |n| (n, Hash(engine::table::chain::seal_salt(&new_veil, n)));
    assert_eq!(opened, [salts(0), salts(1), salts(2)]);
    for n in 1..=3 {
        play.must(n, Verb::Close);
    }
    let report = verify(play.export(Extent::Whole).as_bytes(), &[]).unwrap();
    assert_eq!((report.rolls_waiting, report.seals_waiting), (0, 0));
    assert_eq!((report.seals_checked, report.salts_checked), (3, 3));
    assert_eq!(report.orders_waiting, 1, "the operator's envelope before the restore was never opened");
    assert_eq!(Campaign::fold(&play.entries), Ok(play.campaign));
}

#[test]
fn an_envelope_is_not_final_before_its_word_is_there() {
    let mut play = Play::scripted(2, 0, json!({}), &[&[2, 3]]).started();
    play.bot(Verb::Restored);
    let tied = sheet([15, 0, 1, 2, 3, 4, 5]);
    play.seal(1, tied.clone());
    let offered = |play: &Play, person| {
        let view = play.campaign.view_for(By::Person(person), false);
        engine::table::offers(&view).iter().any(|offer| offer.verb == "final")
    };
    assert!(!offered(&play, 1));
    assert!(play.refused(1, Verb::Final { round: CHOICE_OF_POWERS.to_owned() }).contains("/dice word"));
    play.lay_down(1, "first");
    assert!(offered(&play, 1));
    play.make_final(1);
    let mut with_word = tied.clone();
    with_word["word"] = json!("second");
    play.seal(2, with_word);
    assert!(offered(&play, 2), "a word in the envelope is one");
    let made = play.make_final(2);
    let words = [("seat-1", "first"), ("seat-2", "second")].map(|(s, w)| (s.to_owned(), w.to_owned()));
    for rolled in made.iter().filter_map(|entry| entry.event.rolled()) {
        assert_eq!(rolled.entropy, words);
    }
    assert!(play.campaign.public_view().epoch.words_complete);
}

#[test]
fn a_restore_while_seats_are_taken_asks_for_words_before_dice() {
    let mut play = Play::real(11, 2, 0, json!({}));
    play.join(1);
    play.join(2);
    let made = play.bot(Verb::Restored);
    assert_eq!(kinds(&made), ["order:restored", "restored"]);
    assert_eq!(play.campaign.epoch.began, None);
    play.must(1, Verb::Start);
    let roll = || Verb::Roll { notation: "d6".to_owned(), label: None };
    assert!(play.refused(1, roll()).contains("laid down a word"));
    play.lay_down(1, "a");
    play.lay_down(2, "b");
    play.roll(1, &[[6, 1]]);
    verify(play.export(Extent::Public).as_bytes(), &[]).unwrap();
}

#[test]
fn two_restores_in_one_epoch_verify() {
    let mut play = before_restore();
    play.bot(Verb::Restored);
    play.bot(Verb::Restored);
    play.seal(1, untied(3));
    let report = verify(play.export(Extent::Public).as_bytes(), &[]).unwrap();
    assert_eq!((report.seals_waiting, report.orders_waiting), (1, 2));
    for n in 2..=3 {
        play.lay_down(n, "new");
        play.seal(n, untied(n));
        play.make_final(n);
    }
    let report = verify(play.export(Extent::Public).as_bytes(), &[]).unwrap();
    assert_eq!((report.seals_waiting, report.seals_checked), (0, 3));
    assert_eq!(play.campaign.seat_of(By::Person(3)), Some(&seat(3)));
}

#[test]
fn written_dice_prove_nothing_and_say_so() {
    let play = Play::scripted(2, 0, json!({}), &[&[3]]);
    assert_eq!(play.campaign.founded.anchor, Hash::default());
    let mut play = play.started();
    play.roll(1, &[[6, 1]]);
    play.must(1, Verb::Reveal);
    play.must(2, Verb::Reveal);
    let wrong = verify(play.export(Extent::Public).as_bytes(), &[]).unwrap_err();
    assert!(wrong.why.contains("does not lead back"), "{}", wrong.why);
    let mut empty = Scripted::default();
    let order = Order {
        at: play.at,
        by: By::Person(1),
        operator: false,
        verb: Verb::Roll { notation: "d6".to_owned(), label: None },
    };
    assert!(decide(&play.campaign, &order, &mut empty).unwrap_err().says.contains("No dice are written"));
}
