//! How a field battle is told: the posts of three battles, every step of a day, the books of an owner, and the picture.
#![allow(clippy::unwrap_used)]

use crate::common::assert_fits;
use crate::common::battles::{
    allied, another_leads, big, crowded, edirne, every_note, fight, nobody_goes_around, slipped_away, turin,
    withdrawn,
};
use commands::eia::battle::present::odds::{ChitOdds, Matrix};
use commands::eia::battle::present::words::lost_in;
use commands::eia::battle::present::{self, book, day, mustered, night, opened, picture};
use commands::eia::battle::present::{odds as battle_odds, odds_picture as battle_odds_picture};
use commands::message::{Embed, Message};
use commands::speech::{Language, in_language};
use engine::eia::land::battle::assemble::{Options, ready};
use engine::eia::land::battle::fight::{Note, Station, Step, Who};
use engine::eia::land::battle::odds::exact;
use engine::eia::land::battle::pursuit::Spared;
use engine::eia::land::battle::retreat::Retreat;
use engine::eia::land::battle::sealed::{Chit, Plan};
use engine::eia::land::battle::{Battle, Commander, Ended, Fought, Kind};
use engine::eia::land::values::Values;
use engine::eia::powers::Power;
use engine::eia::typed::Typed;

/// A message as its reader sees it.
fn read(message: &Message) -> String {
    let mut text = message.content.clone();
    for embed in &message.embeds {
        text.push_str(&format!("\n{}", read_embed(embed)));
    }
    text
}

fn read_embed(embed: &Embed) -> String {
    let mut text = format!(
        "[{}]\n{}",
        embed.title.as_deref().unwrap_or_default(),
        embed.description.as_deref().unwrap()
    );
    for field in &embed.fields {
        text.push_str(&format!("\n{}: {}", field.name, field.value));
    }
    text
}

/// The end of a battle by the values that are shipped.
fn ended(battle: &Battle, days: &[Fought], end: &Ended) -> Message {
    present::ended(battle, days, end, Values::of(&Typed::new()))
}

/// All that is said of a battle, each within Discord's limits.
fn said(battle: &Battle, days: &[Fought], end: &Ended) -> Vec<String> {
    let mut messages = vec![opened(battle), mustered(battle)];
    messages.extend(days.iter().flat_map(|fought| day(battle, fought)));
    messages.push(ended(battle, days, end));
    let all = battle.field.attackers.iter().chain(&battle.field.defenders);
    messages.extend(all.map(|power| Message::default().with(book(battle, end, *power))));
    messages.iter().for_each(|message| assert_fits(&message.json()));
    messages.iter().map(read).collect()
}

#[test]
fn turin_reads_as_it_was_fought() {
    let (battle, days, end) = turin();
    let posts: Vec<String> =
        days.iter().flat_map(|fought| day(&battle, fought)).map(|post| read(&post)).collect();
    assert_eq!(posts.len(), 4);
    assert_eq!(
        posts[0],
        "**Probe against Cordon.**\n[Turin · day 1]\nFrance (attacker): **Probe** · 40 factors · morale 4.0\n\
         Austria (defender): **Cordon** · 13 factors · morale 3.0"
    );
    assert_eq!(
        posts[2],
        "**Austria loses 6, France 1.**\n[Turin · day 1, round 2]\nMorale left: France 3.0, Austria 0.6.\n\
         France on 4-2: 3 + 1 = **4** → 15 % of 40: 6, morale −1.6\n*+1: cavalry 5 against 2 (12.3.3.1)*\n\
         Austria on 2-1: 5 − 1 = **4** → 5 % of 11: 1, morale −0.5\n*−1: ratings 1 against 3*\n\
         Lost by France: I Corps 1i\nLost by Austria: Lombard Corps 6i"
    );
    assert!(
        posts[3].starts_with("**Austria breaks.** **Austria loses 2, France nothing.**\n"),
        "{}",
        posts[3]
    );
    assert!(posts[3].ends_with(
        "Austria: **broken**, its morale is gone.\n\
         Who breaks loses cavalry too: Lombard Corps 1c, in the place of 1i."
    ));
    let told = read(&ended(&battle, &days, &end));
    for line in [
        "**France wins at Turin.**",
        "In all: Austria loses 10, France 1.",
        "**France +1 PP** · beaten corps: 1",
        "**Austria −1 PP** · own corps in the fight: 1",
        "Pursuit: Class 3, die 3 → 15 % of 5 cavalry = 1 (each a cavalry factor, or three of infantry)",
        "Lost: Lombard Corps 1c",
        "Prisoners of these: 0 (die 1: 10 %)",
        "Leaders: Unhurt: Eugene (France), die 4",
        "Retreat: Austria: to the nearest depot, moved by hand; *My counters* moves it on the map here.",
        "Not into: Lyons",
        "Not the printed game's values: casualty chart, ratings of corps without a leader, leader casualties, morale levels, pursuit table, tactical ratings, terrain",
    ] {
        assert!(told.lines().any(|read| read == line), "{line}\n{told}");
    }
}

#[test]
fn what_is_in_the_corps_is_told_to_their_owner_alone() {
    let (battle, _, end) = turin();
    assert_eq!(
        read_embed(&book(&battle, &end, Power::Austria)),
        "[Turin · Austria]\n**Lombard Corps**: 11i 2c → 2i 1c\nPolitical points: **Austria −1 PP** · own corps in the fight: 1\n\
         Retreat: Austria: to the nearest depot, moved by hand; *My counters* moves it on the map here.\nNot into: Lyons"
    );
    let (battle, days, end) = big();
    let public = [opened(&battle), mustered(&battle), ended(&battle, &days, &end)];
    let public = public.iter().map(read).collect::<Vec<_>>().join("\n");
    for booked in &end.book {
        let name = booked.corps.clone();
        assert!(!public.contains(&format!("{name} {}", booked.before)), "{name} in {public}");
        assert!(!public.contains(&booked.before.to_string()), "{} in {public}", booked.before);
    }
    assert!(public.contains("Stand aside, and may reinforce: IV Corps"), "{public}");
    assert!(public.contains("Other leaders: Davout 5-4-3-B (in an adjacent area)"), "{public}");
}

#[test]
fn allies_are_named_together_and_a_withdrawal_needs_no_round() {
    let (battle, days, end) = big();
    let all = said(&battle, &days, &end);
    assert_eq!(all[0].lines().next(), Some("**Austerlitz: France and Spain attack Austria and Russia.**"));
    let second = all.iter().find(|post| post.contains("day 1, round 2]")).unwrap();
    for line in [
        "France and Spain: Davout **joins with III Corps (France)**.",
        "France and Spain: **the outflanking force arrives**.",
        "France and Spain: guard of Imperial Guard (France) is committed for +2 (12.3.4).",
    ] {
        assert!(second.contains(line), "{line}\n{second}");
    }
    assert!(
        second.contains("that outflank count twice)") && second.contains("morale level +2: guard (12.3.4)"),
        "{second}"
    );
    let (battle, days, end) = withdrawn();
    let posts = day(&battle, &days[0]);
    assert_eq!((posts.len(), posts[0].content.as_str()), (1, "**Prussia withdraws before the fight.**"));
    let left = read(&ended(&battle, &days, &end));
    assert!(left.starts_with("**Prussia leaves Jena.** Nobody wins.\n"), "{left}");
    assert!(left.contains("Prussia: out of Jena, moved by hand"), "{left}");
    let (battle, fought) = slipped_away();
    let posts: Vec<String> = day(&battle, &fought).into_iter().map(|post| post.content).collect();
    assert_eq!(
        posts,
        [
            "**Outflank against Withdrawal.**",
            "**Neither side loses a factor.**",
            "**Prussia: there was time enough to get away, and the combat ends.**"
        ]
    );
}

#[test]
fn allies_who_break_tell_what_each_lost_and_who_stood_by() {
    let (battle, days, end) = allied();
    let all = said(&battle, &days, &end);
    if let Ok(folder) = std::env::var("PICTURES") {
        std::fs::write(format!("{folder}/allied.txt"), all.join("\n\n———\n\n")).unwrap();
        let png = picture::picture(&battle, &days, Some(&end)).unwrap();
        std::fs::write(format!("{folder}/allied.png"), png).unwrap();
    }
    // Of eight that fell in round 1 Austria, with thirty-two factors of forty-six, has six.
    let told = all.join("\n");
    for line in [
        "May reinforce from an adjacent area: III Corps (from Linz)",
        "Lost to it: I Corps (Austria) 1i, I Corps (Russia) 1i",
        "Lost by Austria and Russia: I Corps (Austria) 5i, I Corps (Russia) 1i",
        "**Austria and Russia break.** **Austria and Russia lose 16, France nothing.**",
        "Who breaks loses cavalry too: I Corps (Austria) 1c, in the place of 1i.",
        "Lost: I Corps (Austria) 14i 1c, I Corps (Russia) 5i 2lc, Reserve (Russia) 8i",
        "Of these 8 fell on corps that stood by (7.5.2).",
        "Prisoners of these: 9 (die 3: 30 %)",
        "Not into: Vienna, Linz",
    ] {
        assert!(told.lines().any(|read| read == line), "{line}\n{told}");
    }
    let (battle, days, end) = big();
    let told = read(&ended(&battle, &days, &end));
    assert!(told.contains("\nNor into the area that these came from: III Corps\n"), "{told}");
}

#[test]
fn every_step_of_a_day_is_told() {
    let (battle, mut days, _) = turin();
    let all = every_note(0);
    days[0].notes = all.iter().map(|(note, _)| note.clone()).collect();
    days[0].fight.step = Step::Over;
    let posts = day(&battle, &days[0]);
    posts.iter().for_each(|post| assert_fits(&post.json()));
    let told = posts.iter().map(read).collect::<Vec<_>>().join("\n");
    for (note, words) in all {
        assert!(told.contains(words), "{note:?}: {words}\n{told}");
    }
    for why in [
        "+1: the second try · −1: marsh · +1: the chits · +1: all of it cavalry (12.3.3.2)",
        "−1: ratings 1 against 4 · +1: Austria under these chits · +1: cavalry 8 against 3 (12.3.3.1) · −1: no more than +1 in all",
        "Die 5, 6 or less was needed: strategic rating 4",
        "**Round ",
    ] {
        assert_eq!(told.contains(why), why != "**Round ", "{why}\n{told}");
    }
}

#[test]
fn the_largest_battle_with_the_worst_names_fits_and_speaks_finnish() {
    let finnish = Language::of_locale("fi");
    for (battle, days, end) in [turin(), big(), withdrawn(), crowded()] {
        let english = said(&battle, &days, &end);
        let own = in_language(finnish, || said(&battle, &days, &end));
        assert_eq!(english.len(), own.len(), "a post more in one language");
        for (english, own) in english.iter().zip(&own) {
            assert_ne!(english, own);
            assert!(!own.contains('!') || english.contains('!'), "{own}");
        }
        let own = own.join("\n");
        for word in
            [" loses ", " lose ", "Morale", "Ground", "Pursuit", "attacker", "factors", "France", "Die "]
        {
            assert!(!own.contains(word), "{word} in {own}");
        }
    }
    let (battle, days, _) = turin();
    let posts = in_language(finnish, || day(&battle, &days[0]));
    assert_eq!(posts[2].content, "**Itävalta menettää 6, Ranska 1.**");
}

#[test]
fn a_picture_is_a_png_as_wide_as_a_phone_and_refers_to_nothing() {
    for (battle, days, end) in [turin(), big(), withdrawn(), crowded()] {
        let png = picture::picture(&battle, &days[..], Some(&end)).unwrap();
        // Who does not see it reads who won, without the marks that only Discord's posts know.
        let words = picture::in_words(&battle, &end);
        assert!(
            words.ends_with('.') && !words.contains(['*', '\\', '\n']) && words.chars().count() < 300,
            "{words}"
        );
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        let wide = u32::from_be_bytes(png[16..20].try_into().unwrap());
        let high = u32::from_be_bytes(png[20..24].try_into().unwrap());
        assert_eq!(wide, 975);
        assert!(high > 500 && png.len() < 8 << 20, "{high} high, {} bytes", png.len());
        let svg = picture::drawing(&battle, &days, Some(&end));
        assert!(!svg.contains("href") && !svg.contains("<image") && !svg.contains("url("), "{svg}");
        if let Ok(folder) = std::env::var("PICTURES") {
            std::fs::write(format!("{folder}/{high}.png"), png).unwrap();
        }
    }
    // Before it is over, and in Finnish.
    let (battle, days, _) = big();
    let svg = in_language(Language::of_locale("fi"), || picture::drawing(&battle, &days, None));
    assert!(svg.contains(">Saarrostus<") && svg.contains(">Kierros 2<") && !svg.contains("PP<"), "{svg}");
    let mut named = turin();
    named.0.field.place = "<b>&\"'</b>".to_owned();
    let svg = picture::drawing(&named.0, &named.1, None);
    assert!(svg.contains("&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;"), "{svg}");
}

#[test]
fn the_headline_of_a_round_counts_all_that_was_lost_in_it() {
    for (battle, days, _) in [turin(), big(), withdrawn()] {
        let lost = days.iter().fold([0, 0], |all: [u32; 2], day| {
            let own = lost_in(&day.notes);
            [all[0] + own[0], all[1] + own[1]]
        });
        let gone = Who::BOTH.map(|who| -> u32 {
            let corps = battle.corps(who).into_iter();
            let gone = corps.map(|(power, i)| {
                let before = battle.own[&power].factors[i];
                before.total() - battle.factors(power, i).total()
            });
            gone.sum()
        });
        assert_eq!(lost, gone, "{}", battle.field.place);
    }
    // Guard and guns stand in the headline and in the row of the picture.
    let (mut battle, mut days, _) = turin();
    let fell = |lost| Note::Guard {
        who: Who::Attacker,
        corps: 0,
        leader: None,
        missing: None,
        shift: 1,
        heavy: false,
        die: 3,
        lost,
        all: false,
    };
    let first = days[0].notes.iter().position(|note| matches!(note, Note::Clash { .. })).unwrap();
    days[0].notes.insert(first, fell(2));
    battle.field.river = true;
    let posts: Vec<String> = day(&battle, &days[0]).iter().map(read).collect();
    assert!(posts[1].starts_with("**Austria loses 2, France 2.**"), "{}", posts[1]);
    assert!(posts[0].contains("Across a river: the attack on a Cordon"), "{}", posts[0]);
    let svg = picture::drawing(&battle, &days, None);
    assert!(svg.contains(">guard +1, loses 2<") && svg.contains(">own losses: 2 factors<"), "{svg}");
    // A corps that breaks outside of a roll loses all the same.
    days[0].notes = vec![fell(1)];
    let post = &day(&battle, &days[0])[1];
    assert!(post.content.contains("France loses 1, Austria nothing"), "{}", post.content);
    days[0].defence = engine::eia::chits::Defence::Defend;
    assert!(read(&day(&battle, &days[0])[0]).contains("The river changes nothing"));
}

#[test]
fn an_outflanking_force_that_never_came_is_told_of() {
    let (battle, mut days, _) = turin();
    days[0].fight.armies[0].places[0] = Station::Outflanking;
    let last = |days: &[Fought]| read(day(&battle, &days[0]).last().unwrap());
    assert!(last(&days).contains("France: the outflanking force did not arrive on this day."));
    days[0].fight.armies[0].arrived = true;
    assert!(!last(&days).contains("outflanking"));
}

/// The posts of a battle's days, and its picture drawn.
fn told_and_drawn((battle, days, end): (Battle, Vec<Fought>, Ended)) -> (Vec<String>, String) {
    let all = said(&battle, &days, &end);
    in_language(Language::of_locale("fi"), || said(&battle, &days, &end));
    if let Ok(folder) = std::env::var("PICTURES") {
        let png = picture::picture(&battle, &days, Some(&end)).unwrap();
        std::fs::write(format!("{folder}/{}.png", battle.field.place), png).unwrap();
        std::fs::write(format!("{folder}/{}.txt", battle.field.place), all.join("\n\n")).unwrap();
    }
    (all, picture::drawing(&battle, &days, Some(&end)))
}

#[test]
fn morale_that_the_chits_raise_is_told_and_drawn() {
    let (posts, svg) = told_and_drawn(edirne());
    let opening = posts.iter().find(|post| post.starts_with("**Assault against Counterattack.**")).unwrap();
    for line in [
        "Turkey (attacker): **Assault** · 29 factors · morale 3.6",
        "Morale of Turkey: 2.6, and 1.0 more for Turkey under these chits.",
        "Russia (defender): **Counterattack** · 19 factors · morale 3.2",
    ] {
        assert!(opening.contains(line), "{line}\n{opening}");
    }
    assert!(!opening.contains("Morale of Russia"), "{opening}");
    let end = posts.iter().find(|post| post.contains("Not the printed game's values")).unwrap();
    assert!(end.contains("what +1 morale under these chits raises"), "{end}");
    assert!(svg.contains("29 factors · morale 3.6"), "{svg}");
}

#[test]
fn a_withdrawal_that_nobody_comes_around_is_over_after_a_round() {
    let (posts, svg) = told_and_drawn(nobody_goes_around());
    let opening = posts.iter().find(|post| post.starts_with("**Outflank against Withdrawal.**")).unwrap();
    let together = "France and Spain: by what is in the corps nobody can go around, and all fight together.";
    assert!(opening.contains(together), "{opening}");
    assert!(opening.contains("the withdrawal fails"), "{opening}");
    let rounds: Vec<&String> = posts.iter().filter(|post| post.contains("day 1, round ")).collect();
    assert_eq!(rounds.len(), 1);
    assert!(
        rounds[0].contains("Prussia: there was time enough to get away, and the combat ends."),
        "{}",
        rounds[0]
    );
    assert!(svg.contains(">Round 1<") && !svg.contains(">Round 2<"), "{svg}");
    // Somebody goes around here, and is late.
    let (battle, fought) = slipped_away();
    let told = day(&battle, &fought).iter().map(read).collect::<Vec<_>>().join("\n");
    assert!(!told.contains("fight together"), "{told}");
}

#[test]
fn who_leads_the_guard_in_the_place_of_one_who_is_late_is_told() {
    let (posts, svg) = told_and_drawn(another_leads());
    let second = posts.iter().find(|post| post.contains("day 1, round 2]")).unwrap();
    for line in [
        "France: Davout does not come yet with II Corps and I Cavalry.",
        "France: guard of Imperial Guard is committed for +1 (12.3.4).",
        "Ney is at its head: Davout, who was to lead it, is not there.",
    ] {
        assert!(second.contains(line), "{line}\n{second}");
    }
    assert!(svg.contains(">Davout is late<"), "{svg}");
    // Where nobody is there at all.
    let (battle, mut days, _) = another_leads();
    for note in &mut days[0].notes {
        if let Note::Guard { leader, .. } = note {
            *leader = None;
        }
    }
    let told = day(&battle, &days[0]).iter().map(read).collect::<Vec<_>>().join("\n");
    assert!(told.contains("Nobody is at its head: Davout, who was to lead it, is not there."), "{told}");
}

#[test]
fn la_salle_s_light_cavalry_is_told_in_the_muster() {
    let (mut battle, ..) = turin();
    assert!(!read(&mustered(&battle)).contains("La Salle"));
    let french = battle.musters.get_mut(&Power::France).unwrap();
    french.corps[0].corps.la_salle = true;
    assert!(read(&mustered(&battle)).contains("I Corps (La Salle's light cavalry)"));
}

#[test]
fn a_combat_without_chits_shows_what_is_fought_for_and_no_chits() {
    let drawn = |kind: Kind, fortress: Option<u32>, depot: Option<Power>| {
        let (mut battle, days, mut end) = turin();
        (battle.field.kind, battle.field.fortress, battle.field.depot) = (kind, fortress, depot);
        end.points = Vec::new();
        let svg = picture::drawing(&battle, &days, Some(&end));
        if let Ok(folder) = std::env::var("PICTURES") {
            let png = picture::picture(&battle, &days, Some(&end)).unwrap();
            std::fs::write(format!("{folder}/{kind:?}-{}.png", depot.is_some()), png).unwrap();
        }
        (svg, read(&mustered(&battle)), read(&ended(&battle, &days, &end)))
    };
    for (kind, fortress, depot, words) in [
        (Kind::Assault, Some(10), None, ">fortress for 10<"),
        (Kind::Trivial, None, Some(Power::Austria), ">depot of Austria<"),
        (Kind::Trivial, None, None, ">trivial combat<"),
    ] {
        let (svg, mustered, end) = drawn(kind, fortress, depot);
        assert!(svg.contains(words), "{words} in {svg}");
        for chit in [">Probe<", ">Cordon<", ">clear ground<"] {
            assert!(!svg.contains(chit), "{chit} in {svg}");
        }
        assert!(mustered.contains("in his corps and his plan.") && !mustered.contains("chit"), "{mustered}");
        let depot_falls =
            end.contains("The depot of Austria is the attacker's, France, to remove or to keep.");
        assert_eq!(depot_falls, depot.is_some(), "{end}");
    }
    let (svg, ..) = drawn(Kind::Field, None, None);
    assert!(svg.contains(">Probe<") && svg.contains(">Cordon<") && svg.contains(">clear ground<"), "{svg}");
}

/// The odds of every pair of these chits.
fn matrix(battle: &Battle, side: Who, chits: [&[Chit]; 2]) -> Matrix {
    let power = |who: Who| Commander { power: battle.field.of(who)[0], leader: None };
    let battle = Battle { armies: None, command: Some(Who::BOTH.map(power)), ..battle.clone() };
    let [attacks, defences] = chits;
    let pairs = attacks.iter().flat_map(|attack| defences.iter().map(|defence| [*attack, *defence]));
    let told = pairs.map(|chits| {
        let ready =
            ready(&battle, &chits.map(Plan::with), &engine::eia::typed::Typed::new(), Options::default())
                .unwrap();
        ChitOdds::of(chits, &exact(&ready.setting, &ready.fight))
    });
    Matrix::of(side, told.collect())
}

#[test]
fn odds_are_a_matrix_of_chits_in_text_and_picture() {
    let (battle, ..) = turin();
    let all = Who::BOTH.map(Chit::of);
    let finnish = Language::of_locale("fi");
    for (n, (side, chits)) in [
        (Who::Attacker, all),
        (Who::Defender, all),
        (Who::Attacker, [&[Chit::Probe], all[1]]),
        (Who::Defender, [&[Chit::Assault], &[Chit::Cordon]]),
    ]
    .into_iter()
    .enumerate()
    {
        let matrix = matrix(&battle, side, chits);
        let (rows, columns) = (chits[side as usize].len(), chits[side.other() as usize].len());
        assert_eq!(matrix.all.len(), rows * columns);
        let best = matrix.best().unwrap();
        let gain = |chit| -> i64 {
            matrix.row(chit).map(|told| told.wins(side)).map(|[w, l]| i64::from(w) - i64::from(l)).sum()
        };
        assert!(matrix.chits(side).into_iter().all(|chit| gain(chit) <= gain(best)));
        for language in [Language::default(), finnish] {
            let (message, words, svg) = in_language(language, || {
                let words = battle_odds::in_words(&battle, &matrix);
                (battle_odds::table(&battle, &matrix), words, battle_odds_picture::drawing(&battle, &matrix))
            });
            assert_fits(&message.json());
            let text = read(&message);
            let blocks: Vec<&str> = text.split("```").skip(1).step_by(2).collect();
            assert_eq!(blocks.len(), if rows > 1 { 2 } else { 1 }, "{text}");
            let (table, heads) = (blocks[blocks.len() - 1], [" yours theirs", "  omat heidän"]);
            assert!(heads.iter().any(|head| table.lines().nth(1).unwrap().ends_with(head)), "{table}");
            for line in blocks.iter().flat_map(|block| block.lines()) {
                assert!(line.chars().count() <= 40, "{line:?}");
            }
            // Each cell: a chance to win, bold, and a chance to lose, in the order of the rows.
            let bold = svg.matches("font-size=\"18\"").count();
            assert_eq!(bold, rows * columns, "{svg}");
            let mut rest = svg.as_str();
            for chit in matrix.chits(side) {
                for told in matrix.row(chit) {
                    for chance in told.wins(side) {
                        let cell = format!(">{chance}</text>");
                        let at = rest.find(&cell).unwrap_or_else(|| panic!("{cell} in {rest}"));
                        rest = &rest[at + cell.len()..];
                    }
                }
            }
            assert!(!svg.contains("href") && !svg.contains("<image") && !svg.contains("url("), "{svg}");
            // No chit's name is cut short.
            assert!(!svg.contains('…') && !text.contains('…'), "{svg}");
            assert!(!words.contains(['*', '\\', '\n']) && words.chars().count() < 1_000, "{words}");
        }
        let png = battle_odds_picture::picture(&battle, &matrix).unwrap();
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(png, battle_odds_picture::picture(&battle, &matrix).unwrap());
        assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 975);
        if let Ok(folder) = std::env::var("PICTURES") {
            std::fs::write(format!("{folder}/odds-{n}.png"), png).unwrap();
            let png = in_language(finnish, || battle_odds_picture::picture(&battle, &matrix)).unwrap();
            std::fs::write(format!("{folder}/odds-{n}-fi.png"), png).unwrap();
            std::fs::write(format!("{folder}/odds-{n}.txt"), read(&battle_odds::table(&battle, &matrix)))
                .unwrap();
        }
    }
    // Where there are no chits there is nothing to stand against.
    let mut storm = battle.clone();
    (storm.field.kind, storm.field.fortress) = (Kind::Assault, Some(100));
    let text = read(&battle_odds::table(
        &storm,
        &matrix(&storm, Who::Attacker, [&[Chit::Assault], &[Chit::Cordon]]),
    ));
    assert!(text.contains("```\n win lose   ?  yours theirs\n"), "{text}");
    let mut named = battle;
    named.field.place = "<b>&\"'</b>".to_owned();
    let svg = battle_odds_picture::drawing(&named, &matrix(&named, Who::Attacker, all));
    assert!(svg.contains("&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;") && !svg.contains("<b>"), "{svg}");
}

/// Turin with dice that break nobody, by plans that stay with so many tenths of morale or leave.
fn undecided(stays_with: [Option<u16>; 2]) -> (Battle, Fought) {
    let (mut battle, ..) = turin();
    battle.armies = None;
    let chits = [Chit::Probe, Chit::Cordon];
    let plans = [0, 1].map(|i| Plan { stays_with: stays_with[i], ..Plan::with(chits[i]) });
    let fought = fight(&mut battle, plans.clone(), &[1, 5, 1, 5, 1, 5]);
    battle.plans = Some(plans);
    (battle, fought)
}

/// After a day that decides nothing the thread reads who stays and who leaves, and with what morale the next day begins.
#[test]
fn the_night_says_who_stays_and_what_it_gives_back() {
    // What a night gives back is a value that a group can type.
    let typed: Typed = [("night".to_owned(), 10)].into_iter().collect();
    let told = |stays_with: [Option<u16>; 2]| {
        let (battle, fought) = undecided(stays_with);
        assert!(fought.fight.armies.iter().all(|army| army.lost > 0 && !army.broken), "{fought:?}");
        night(&battle, &fought, Values::of(&typed)).map(|post| read(&post))
    };
    let (battle, fought) = undecided([Some(0), Some(0)]);
    let both = told([Some(0), Some(0)]).unwrap();
    assert!(
        both.starts_with("**Night: both sides stay.** Day 2 follows.\n[Turin · night after day 1]\n"),
        "{both}"
    );
    // What stands there is what the engine begins the next day with.
    let plans = battle.plans.clone().unwrap();
    let next = Battle { day: 2, ..battle.clone() };
    let dawn = ready(&next, &plans, &typed, Options::default()).unwrap().fight.armies;
    let tenths = |n: u16| format!("{}.{}", n / 10, n % 10);
    for (name, who) in [("France", Who::Attacker), ("Austria", Who::Defender)] {
        let (evening, morning) = (&fought.fight.armies[who as usize], &dawn[who as usize]);
        let [evening, left, level] =
            [evening.left(), morning.level.saturating_sub(morning.lost), morning.level].map(tenths);
        let line = format!("{name}: morale {evening} left, {left} of {level} in the morning.");
        assert!(both.contains(&line) && evening != left, "{line}\n{both}");
    }
    assert!(both.contains("A night gives back up to 1.0 morale. Lost factors stay lost."), "{both}");
    let shipped = read(&night(&battle, &fought, Values::of(&Typed::new())).unwrap());
    assert!(shipped.contains("A night gives back no morale.") && !shipped.contains("morning"), "{shipped}");
    let left = told([Some(0), None]).unwrap();
    assert!(left.starts_with("**Night.** Leaving: **Austria**. Staying: France.\n"), "{left}");
    assert!(left.contains("Austria: morale ") && !left.contains("morning"), "{left}");
    assert!(told([None, Some(0)]).unwrap().starts_with("**Night.** Leaving: **France**. Staying: Austria."));
    assert!(told([None, None]).unwrap().contains("Both want to leave; the attacker goes: **France**."));
    // No night after a day that decided it, while it is still asked, and after the last.
    let (broken, days, _) = turin();
    let values = Typed::new();
    assert_eq!(night(&broken, &days[0], Values::of(&values)), None);
    let asked = Fought { stops: true, ..fought.clone() };
    assert_eq!(night(&battle, &asked, Values::of(&values)), None);
    assert_eq!(night(&battle, &Fought { day: 3, ..fought }, Values::of(&values)), None);
}

/// Where nobody rides after a beaten side its post says why.
#[test]
fn a_pursuit_that_does_not_happen_is_said_with_its_reason() {
    let (mut battle, days, end) = turin();
    let end = Ended { pursuit: None, ..end };
    let values = Typed::new();
    let says = |battle: &Battle, end: &Ended, why: Spared, line: &str| {
        assert_eq!(battle.spared(end, Values::of(&values)), Some((Who::Defender, why)));
        let told = read(&ended(battle, &days, end));
        assert!(told.lines().any(|read| read == line), "{line}\n{told}");
    };
    let surrenders = Ended { retreat: Some(Retreat::Surrender { rules: Vec::new() }), ..end.clone() };
    says(&battle, &surrenders, Spared::Surrendered, "Pursuit: None: all surrender.");
    let plans = [Chit::Probe, Chit::Cordon].map(Plan::with);
    battle.plans = Some([Plan { no_pursuit: true, ..plans[0].clone() }, plans[1].clone()]);
    let line = "Pursuit: None: by the plan of France a beaten enemy is let go.";
    says(&battle, &end, Spared::LetGo, line);
    battle.plans = Some(plans);
    let mut armies = battle.armies.unwrap();
    armies[0].lost = 39;
    battle.armies = Some(armies);
    says(&battle, &end, Spared::Spent(39), "Pursuit: None: France lost 3.9 morale, too much to pursue.");
    armies[0].lost = 0;
    armies[0].factors[0] = engine::eia::land::forces::Factors::read("20i").unwrap();
    battle.armies = Some(armies);
    says(&battle, &end, Spared::NoCavalry, "Pursuit: None: no cavalry is left in the fight of France.");
    // Where nobody is beaten nobody could be pursued.
    let (battle, days, end) = withdrawn();
    assert!(!read(&ended(&battle, &days, &end)).contains("Pursuit"));
}

/// The result says by which corps PP were counted, and how many bring how much, by the values of the group.
#[test]
fn the_points_of_a_battle_say_by_which_corps_and_on_which_scale() {
    let (mut battle, days, end) = turin();
    battle.fought = [(Power::France, 0), (Power::Austria, 0)].into();
    let told = read(&ended(&battle, &days, &end));
    for line in [
        "**France +1 PP** · beaten corps: 1 (Lombard Corps)",
        "**Austria −1 PP** · own corps in the fight: 1 (Lombard Corps)",
        "-# PP by the corps that were in the fight, the winner by the enemy's, the loser by his own: 1 for 1–2, 2 for 3–4, 3 for 5 or more.",
    ] {
        assert!(told.lines().any(|read| read == line), "{line}\n{told}");
    }
    let (battle, days, end) = withdrawn();
    assert!(!read(&ended(&battle, &days, &end)).contains("PP by the corps"));
}

/// Each column of a round has its side's name, whose roll and losses stand in it is said, and the key names the colours.
#[test]
fn the_columns_of_the_picture_and_its_marks_are_named() {
    let (battle, days, end) = turin();
    let svg = picture::drawing(&battle, &days, Some(&end));
    let count = |text: &str| svg.matches(&format!(">{text}<")).count();
    // At the head of the picture, and in each of three rounds; who breaks is told so in the last.
    assert_eq!((count("France"), count("Austria"), count("Broken: Austria")), (4, 3, 1), "{svg}");
    assert_eq!(count("own morale"), 6);
    for text in ["enemy loses 6, morale −1.6", "own losses: 6 factors", "own losses: none"] {
        assert!(count(text) > 0, "{text}: {svg}");
    }
    for text in ["morale left", "lost in this round", "lost before"] {
        assert_eq!(count(text), 1, "{text}");
    }
}

/// What a muster may say of a corps is said as its form asks it.
#[test]
fn the_opening_says_what_the_muster_asks() {
    let (mut battle, ..) = turin();
    battle.musters.clear();
    let told = read(&opened(&battle));
    assert!(told.contains("What is in them may stand behind the name; only its owner sees it."), "{told}");
    assert!(!told.contains("not asked yet"), "{told}");
}
