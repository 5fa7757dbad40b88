//! `/odds battle`: how a day may come out, by one's own plan and what one guesses of the others. Only who asks sees it.
//!
//! It leans on what everybody sees of a battle, on what who asks knows of his own corps, and on his guess; so everybody may ask, from the
//! first muster on.

use super::plan::{fresh, making};
use super::read;
use crate::battle::present::odds::{ChitOdds, Matrix};
use crate::battle::present::plan::Stage;
use crate::battle::present::{odds as battle_odds, odds_picture as battle_odds_picture, plan as battle_plan};
use crate::seen::KEY;
use crate::seen::position;
use eia::land::battle::Battle;
use eia::land::battle::assemble::{Options, check_plan, may_outflank, ready};
use eia::land::battle::course::with_rifles;
use eia::land::battle::fight::Who;
use eia::land::battle::odds::{commanders, exact};
use eia::land::battle::sealed::{Chit, Own, Plan, Sealed};
use eia::land::forces::{Corps, Factors, Leader, Troop};
use eia::land::kept_contents::corps_in;
use eia::land::stacking::{Muster, Stands};
use eia::nations::Nation;
use eia::powers::Power;
use eia::typed::Typed;
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use table::said;
use table::{Refusal, Said, switches};
use table_commands::asked::{At, at_campaign};
use table_commands::custom_id::CustomId;
use table_commands::message::{Form, Input, Look, Message};
use table_commands::present::names::{plain, quoted};
use table_commands::present::{Scene, names};
use table_commands::rooms::{Added, COMMANDS};
use table_commands::words::campaigns;
use table_commands::words::{line, suggest};
use table_commands::{Context, Error, say};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: Some("odds"), made: battle_odds };

/// The exact odds of the next day of a battle, by your plan and your guess of the others
#[poise::command(slash_command, rename = "battle")]
pub(crate) async fn battle_odds(
    ctx: Context<'_>,
    #[description = "Which battle; your own if you leave it out"]
    #[autocomplete = "open_battles"]
    #[max_length = 100]
    battle: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let which = match &battle {
            None => Which::First,
            Some(typed) => Which::Number(super::named(at, typed).await?),
        };
        form(at, which).await
    })
    .await
}

/// The open battles by place.
async fn open_battles(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let open = battle_plan::all_open(&scene.public).into_iter();
        open.map(|(number, battle)| (battle.field.place.clone(), number.to_string())).collect()
    })
    .await
}

/// Which battle's odds are asked for.
#[derive(Clone, Copy)]
pub(crate) enum Which {
    /// That of a round of envelopes, by its line.
    Line(u64),
    /// By its number.
    Number(u32),
    /// One's own, else the first that is open.
    First,
}

/// What who asks knows of a battle.
struct Known {
    number: u32,
    battle: Arc<Battle>,
    /// The side on which he fights.
    fights: Option<Who>,
    /// His own powers in it that have mustered, with what he has decided so far.
    now: Sealed,
    /// Whether he has said what is in his corps.
    said: bool,
    /// The line of the envelopes in which he makes his plan, where they are open.
    plan: Option<u64>,
    /// Powers that have breech-loading rifles.
    rifles: BTreeSet<Power>,
    /// Where the bot keeps the board, what all saw last in each corps, by power and place.
    seen: BTreeMap<(Power, usize), Factors>,
}

/// A line of the form: a corps whose contents are to be guessed, or a power that has not mustered.
enum Asks {
    Corps(Power, usize, String),
    Power(Power),
}

/// What who asks knows of the battle.
async fn known(at: At<'_>, which: Which) -> Result<Known, Message> {
    let (mut known, plan) = at.show(|scene| seen(scene, which)).await?;
    if let Some(line) = plan {
        let making = making(at, Some(line)).await?;
        (known.now, known.said, known.plan) = (making.now, making.stage != Stage::Begun, Some(line));
    }
    Ok(known)
}

fn seen(scene: &Scene<'_>, which: Which) -> Result<(Known, Option<u64>), Said> {
    if scene.public.switch(switches::ODDS) == "no" {
        return Err(said!("The group has turned odds off. A vote turns them on again."));
    }
    let view = &scene.own;
    let of_the_seat = view.seat().map(|seat| battle_plan::of_seat(view, seat)).unwrap_or_default();
    let open = battle_plan::all_open(&scene.public);
    let number = match which {
        Which::Number(number) => Some(number),
        Which::Line(line) => {
            let round = view.rounds.iter().find(|round| round.line == line);
            round.and_then(|round| battle_plan::of_round(view, &round.round)).map(|(number, _)| number)
        }
        Which::First => of_the_seat
            .first()
            .map(|(number, ..)| *number)
            .or_else(|| open.first().map(|(number, _)| *number)),
    };
    let found = number.and_then(|number| open.into_iter().find(|(other, _)| *other == number));
    let Some((number, battle)) = found else { return Err(said!("No battle is open.")) };
    if battle.stopped.is_some() {
        return Err(said!("Odds are of a whole day, and this one is under way."));
    }
    if battle.musters.is_empty() {
        return Err(said!("Odds are reckoned from the first muster on, and nobody has mustered yet."));
    }
    let mut powers =
        of_the_seat.into_iter().find(|(other, ..)| *other == number).map(|of| of.2).unwrap_or_default();
    let fights = powers.first().and_then(|power| battle.field.side(*power));
    powers.retain(|power| battle.musters.contains_key(power));
    let asked = view.rounds.iter().find(|round| {
        round.mine.is_some()
            && battle_plan::of_round(view, &round.round).is_some_and(|(other, _)| other == number)
    });
    let position = position(&scene.public);
    let rifles = match position {
        Some(position) if with_rifles(&scene.public.switches) => {
            position.battles.rifles.keys().copied().collect()
        }
        _ => BTreeSet::new(),
    };
    let now = fresh(view, &battle, &powers);
    let seen = seen_last(scene, &battle);
    let known = Known { number, fights, now, said: false, plan: None, rifles, seen, battle };
    Ok((known, asked.map(|round| round.line)))
}

/// What is mostly in a corps that can hold so much: two thirds, a factor at least.
fn usually_in(holds: Factors) -> Factors {
    let mut usual = Factors::default();
    for (sort, n) in holds.each() {
        usual.0[sort as usize] = (n * 2).div_ceil(3);
    }
    usual
}

/// What who asks may know of each corps of a battle on the kept board: of his own what is in it, of others what all saw last, else what is mostly in
/// such a corps.
fn seen_last(scene: &Scene<'_>, battle: &Battle) -> BTreeMap<(Power, usize), Factors> {
    let Some(now) = position(&scene.own).filter(|_| battle.field.area.is_some()) else {
        return BTreeMap::new();
    };
    let mut seen = BTreeMap::new();
    for power in battle.field.powers() {
        for (place, id) in corps_in(&now, battle, power).into_iter().enumerate() {
            let known = id.map(|id| {
                let seen = now.contents.corps(id).or_else(|| now.last_seen(id).map(|known| known.factors));
                seen.unwrap_or_else(|| usually_in(id.capacity(&now.typed)))
            });
            known.into_iter().for_each(|factors| _ = seen.insert((power, place), factors));
        }
    }
    seen
}

impl Known {
    fn powers(&self) -> Vec<Power> {
        self.now.of.keys().copied().collect()
    }

    /// What the form asks a guess of, in its order: nothing once combat has begun, when it is all known.
    fn asks(&self) -> Vec<Asks> {
        if self.battle.has_begun() {
            return Vec::new();
        }
        let is_known = |power: Power, i: usize| {
            let own = self.now.of.get(&power);
            own.is_some_and(|own| self.said || own.factors.get(i).is_some_and(|inside| !inside.is_empty()))
        };
        let each = |power: Power| match self.battle.musters.get(&power) {
            None => vec![Asks::Power(power)],
            Some(muster) => (muster.corps.iter().enumerate())
                .filter(|(i, _)| !is_known(power, *i))
                .map(|(i, stands)| Asks::Corps(power, i, stands.corps.name.clone()))
                .collect(),
        };
        self.battle.field.powers().into_iter().flat_map(each).collect()
    }
}

/// The form that asks for the guess.
pub(crate) async fn form(at: At<'_>, which: Which) -> Result<Form, Message> {
    let known = known(at, which).await?;
    at.look(|scene| {
        let custom_id = CustomId::on(&scene.own, 0, &format!("battle/odds/{}", known.number));
        Form { title: say!("Odds of the day"), custom_id, inputs: inputs(&known) }
    })
    .await
}

fn inputs(known: &Known) -> Vec<Input> {
    let asks = known.asks();
    let mut inputs = Vec::new();
    if !asks.is_empty() {
        let names: Vec<&String> = asks
            .iter()
            .filter_map(|ask| if let Asks::Corps(_, _, name) = ask { Some(name) } else { None })
            .collect();
        let named = |ask: &Asks| match ask {
            Asks::Power(power) => format!("{power}: "),
            // Two powers may have a corps of the same name.
            Asks::Corps(power, _, name) if names.iter().filter(|other| other == &&name).count() > 1 => {
                format!("{name} ({power}): ")
            }
            Asks::Corps(_, _, name) => format!("{name}: "),
        };
        let written = |ask: &Asks| {
            let last = match ask {
                Asks::Corps(power, place, _) => known.seen.get(&(*power, *place)),
                Asks::Power(_) => None,
            };
            let last = last.map(ToString::to_string).unwrap_or_default();
            format!("{}{last}", named(ask))
        };
        let value = asks.iter().map(written).collect::<Vec<_>>().join("\n");
        inputs.push(Input {
            long: true,
            value,
            ..line("theirs", say!("Your guess: what is in these corps"), 800)
        });
    }
    if asks.iter().any(|ask| matches!(ask, Asks::Power(_))) {
        inputs.push(Input {
            long: true,
            required: false,
            placeholder: say!("Austria: Mack 2 1 4 A"),
            ..line("leaders", say!("Leaders of who has not mustered (optional)"), 200)
        });
    }
    if known.battle.field.kind.without_chits().is_none() {
        inputs.push(Input {
            required: false,
            placeholder: say!("Empty: every chit they may choose"),
            ..line("chit", say!("Their chit (optional)"), 40)
        });
        inputs.push(Input {
            required: false,
            placeholder: say!("Empty: Outflank is left out"),
            ..line("outflank", say!("Who goes around with Outflank (optional)"), 200)
        });
    }
    if inputs.is_empty() {
        // A form has an input; here there is nothing to guess.
        inputs.push(Input { required: false, ..line("chit", say!("Their chit (optional)"), 40) });
    }
    inputs
}

/// The odds by a guess: what is in the corps, leaders, a chit, who goes around.
pub(crate) async fn told(at: At<'_>, which: Which, guess: [&str; 4]) -> Result<Message, Message> {
    let known = known(at, which).await?;
    let guessed = guessed(&known, guess)?;
    let seen = at.look(|scene| {
        let typed = battle_plan::typed(&scene.public);
        let options = Options::by(|key| scene.public.switch(key));
        let back = known
            .plan
            .map(|line| scene.button(Look::Secondary, &say!("My battle plan"), line, "battle/plan"));
        let again = scene.button(
            Look::Secondary,
            &say!("Another guess"),
            0,
            &format!("battle/odds/{}", known.number),
        );
        (typed, options, back.into_iter().chain([again]).collect())
    });
    let (typed, options, buttons) = seen.await?;
    // The odds of many days are some work, and nothing else is to wait for it.
    let language = at.asked.asker.language;
    let worked = tokio::task::spawn_blocking(move || {
        let matrix = all(&guessed, &typed, options)?;
        Ok::<_, Refusal>(table_commands::speech::in_language(language, || shown(&guessed.battle, &matrix)))
    });
    let message = worked
        .await
        .map_err(|_| said!("The odds could not be worked out."))?
        .map_err(|refusal| refusal.says)?;
    Ok(message.buttons(buttons))
}

/// The odds in words, with their picture; without it where it cannot be drawn.
fn shown(battle: &Battle, matrix: &Matrix) -> Message {
    let message = battle_odds::table(battle, matrix);
    match battle_odds_picture::picture(battle, matrix) {
        Ok(png) => {
            let name = format!("{}.png", battle_plan::file_name(battle));
            message.drawn(name, png, &battle_odds::in_words(battle, matrix))
        }
        Err(_) => message,
    }
}

/// A battle as who asks guesses it, with the plans to look at.
struct Guess {
    battle: Battle,
    plans: Vec<[Plan; 2]>,
    /// What is told of the odds besides their numbers.
    matrix: Matrix,
}

fn guessed(known: &Known, [theirs, leaders, chit, outflank]: [&str; 4]) -> Result<Guess, Said> {
    let mut battle = known.battle.as_ref().clone();
    battle.own.extend(known.now.of.clone());
    fill(known, &mut battle, theirs, leaders)?;
    no_more_storm_than_may(&battle)?;
    if battle.command.is_none() {
        battle.command = commanders(&battle);
    }
    let powers = known.powers();
    let fights = known.fights;
    let side = battle.commanded_by(&powers).or(fights).unwrap_or(Who::Attacker);
    let around = goes_around(&battle, outflank)?;
    let mut left_out = Vec::new();
    let mut plans = Vec::new();
    for who in Who::BOTH {
        let own = known.now.plan.clone().filter(|_| fights == Some(who));
        let of = match own {
            Some(plan) => vec![own_plan(&battle, who, plan, &around)?],
            None => {
                let wanted = if who == side { "" } else { chit };
                every_plan(&battle, who, wanted, &around, &mut left_out)?
            }
        };
        plans.push(of);
    }
    let mut pairs = Vec::new();
    for attack in &plans[0] {
        pairs.extend(plans[1].iter().map(|defend| [attack.clone(), defend.clone()]));
    }
    let matrix = Matrix {
        left_out,
        silent: is_silent(known, &battle),
        fights: fights.is_some(),
        ..Matrix::of(side, Vec::new())
    };
    Ok(Guess { battle, plans: pairs, matrix })
}

/// Whether others could commit guard or bring up corps, of which the guess says nothing.
fn is_silent(known: &Known, battle: &Battle) -> bool {
    let others = battle.musters.iter().filter(|(power, _)| !known.now.of.contains_key(power));
    others.into_iter().any(|(power, muster)| {
        let own = battle.own.get(power);
        let outside = muster.corps.iter().any(|stands| stands.aside || stands.corps.adjacent);
        let guard = (0..muster.corps.len()).any(|i| {
            let inside = battle.factors(*power, i);
            inside.of(Troop::Guard) > 0 || inside.of(Troop::HeavyCavalry) > 0
        });
        outside && own.is_none_or(|own| own.reinforce.is_empty())
            || guard && own.is_none_or(|own| own.guard.is_none())
    })
}

/// Odds are of plans that can be sealed: no more storm a fortress than may (`house.siege.assault-limit`).
fn no_more_storm_than_may(battle: &Battle) -> Result<(), Said> {
    for power in &battle.field.attackers {
        let own = battle.own.get(power);
        if let Some((storms, most)) = own.and_then(|own| battle.too_many_storm(*power, own)) {
            return Err(said!(
                "{} factors of {} would storm, artillery and guard not counted, and at most {} may. Odds are of what can be sealed.",
                storms,
                *power,
                most
            ));
        }
    }
    Ok(())
}

/// Fills in what is guessed: what is in the corps, and what those bring who have not mustered.
fn fill(known: &Known, battle: &mut Battle, theirs: &str, leaders: &str) -> Result<(), Said> {
    let asks = known.asks();
    if asks.is_empty() {
        return Ok(());
    }
    let mut inside: BTreeMap<String, VecDeque<Factors>> = BTreeMap::new();
    for (name, factors) in read::contents(theirs)? {
        inside.entry(name).or_default().push_back(factors);
    }
    for ask in asks {
        match ask {
            Asks::Corps(power, i, name) => {
                let given = inside.get_mut(&name.to_lowercase()).and_then(VecDeque::pop_front);
                // Of those before a fortress some may stay out of the storm.
                let storms = battle.may_storm(power).is_some();
                let factors = given.filter(|factors| storms || !factors.is_empty()).ok_or_else(|| {
                    said!("What do you guess of {}? Each corps has at least one factor.", plain(&name))
                })?;
                let own = battle.own.entry(power).or_default();
                let corps = known.battle.musters.get(&power).map_or(0, |muster| muster.corps.len());
                own.factors.resize(corps, Factors::default());
                own.factors[i] = factors;
            }
            Asks::Power(power) => {
                let mut all = Vec::new();
                let meant: Vec<String> =
                    inside.keys().filter(|name| crate::names::meant(name) == Some(power)).cloned().collect();
                for name in meant {
                    all.extend(inside.remove(&name).unwrap_or_default());
                }
                all.retain(|factors| !factors.is_empty());
                if all.is_empty() {
                    return Err(said!(
                        "{} has not mustered: what do you guess that it brings? A line for each corps, as in: {}: 20i 3c.",
                        power,
                        power
                    ));
                }
                let named = |n: usize| Stands {
                    corps: Corps::named(&format!("{power} {n}"), Nation::Major(power)),
                    aside: false,
                };
                let muster = Muster {
                    corps: (1..=all.len()).map(named).collect(),
                    leaders: leaders_of(power, leaders)?,
                    rifles: known.rifles.contains(&power),
                    ..Muster::default()
                };
                battle.musters.insert(power, muster);
                battle.own.insert(power, Own { factors: all, ..Own::default() });
            }
        }
    }
    Ok(())
}

/// The leaders that a power is guessed to bring: "Austria: Mack 2 1 4 A", a line each.
fn leaders_of(power: Power, text: &str) -> Result<Vec<Leader>, Said> {
    let mut leaders = Vec::new();
    for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        let wrong =
            || said!("\"{}\" is no leader of a power. A line is as in: Austria: Mack 2 1 4 A.", quoted(line));
        let (of, rest) = line.split_once(':').ok_or_else(wrong)?;
        let of = crate::names::meant(of.trim()).ok_or_else(wrong)?;
        let at = rest.find(|c: char| c.is_ascii_digit()).ok_or_else(wrong)?;
        let leader = Leader::read(rest[..at].trim(), &rest[at..]).map_err(|refusal| refusal.says)?;
        if of == power {
            leaders.push(leader);
        }
    }
    Ok(leaders)
}

/// The corps that are named to go around, by side: attacker's and defender's.
fn goes_around(battle: &Battle, text: &str) -> Result<[Vec<(Power, usize)>; 2], Said> {
    let mut around = [Vec::new(), Vec::new()];
    for name in text.split([',', ';', '\n']).map(str::trim).filter(|name| !name.is_empty()) {
        let lower = name.to_lowercase();
        let mut found = Vec::new();
        for who in Who::BOTH {
            for (power, i) in battle.corps(who) {
                let own = battle.stands(power, i).map(|stands| stands.corps.name.to_lowercase());
                let with_power = own.as_ref().map(|own| format!("{own} ({})", power.name().to_lowercase()));
                if own.as_deref() == Some(&*lower) || with_power.as_deref() == Some(&*lower) {
                    found.push((who, (power, i)));
                }
            }
        }
        match found.as_slice() {
            [(who, corps)] => around[*who as usize].push(*corps),
            [] => return Err(said!("\"{}\" is no corps of this battle.", quoted(name))),
            _ => {
                return Err(said!(
                    "There are several corps \"{}\". Name the power with it, as in: I Corps (Austria).",
                    quoted(name)
                ));
            }
        }
    }
    Ok(around)
}

/// One's own plan; where it goes around and names nobody yet, those named here do.
fn own_plan(
    battle: &Battle,
    who: Who,
    mut plan: Plan,
    around: &[Vec<(Power, usize)>; 2],
) -> Result<Plan, Said> {
    if plan.chit == Chit::Outflank && plan.outflank.is_empty() {
        plan.outflank.clone_from(&around[who as usize]);
        if plan.outflank.is_empty() && may_outflank(battle, who).is_ok() {
            return Err(said!(
                "Your chit is Outflank, and it hangs on who goes around: name these corps here, or on your plan with *Corps and losses*."
            ));
        }
    }
    check_plan(battle, who, &plan).map_err(|refusal| refusal.says)?;
    Ok(plan)
}

/// The plans that a side may have: one for each chit, or for the chit that is guessed. Outflank is among them only where it is said who
/// goes around, since it hangs on that.
fn every_plan(
    battle: &Battle,
    who: Who,
    wanted: &str,
    around: &[Vec<(Power, usize)>; 2],
    left_out: &mut Vec<Who>,
) -> Result<Vec<Plan>, Said> {
    let wanted = wanted.trim().to_lowercase();
    let named = |chit: Chit| {
        let own = battle_plan::chit(chit).to_lowercase();
        wanted.is_empty() || own.starts_with(&wanted) || chit.key().replace('_', " ").starts_with(&wanted)
    };
    let may: Vec<Chit> = (battle.field.kind.chits(who).iter().copied())
        .filter(|chit| *chit != Chit::Outflank || may_outflank(battle, who).is_ok())
        .collect();
    let mut plans = Vec::new();
    for chit in may.iter().copied().filter(|chit| named(*chit)) {
        let mut plan = Plan::with(chit);
        if chit == Chit::Outflank {
            plan.outflank.clone_from(&around[who as usize]);
            if plan.outflank.is_empty() {
                left_out.push(who);
                continue;
            }
            check_plan(battle, who, &plan).map_err(|refusal| refusal.says)?;
        }
        plans.push(plan);
    }
    match plans.is_empty() {
        false => Ok(plans),
        true if left_out.contains(&who) => Err(said!(
            "Outflank hangs on who goes around, and one corps at the least stays to pin: name the corps that go around in the last line."
        )),
        true => {
            let may: Vec<String> = may.into_iter().map(battle_plan::chit).collect();
            Err(said!("That is none of the chits that they may choose: {}.", names::list(&may)))
        }
    }
}

fn all(guess: &Guess, typed: &Typed, options: Options) -> Result<Matrix, Refusal> {
    let one = |plans: &[Plan; 2]| {
        let ready = ready(&guess.battle, plans, typed, options)?;
        let odds = exact(&ready.setting, &ready.fight);
        Ok(ChitOdds::of([plans[0].chit, plans[1].chit], &odds))
    };
    let all = guess.plans.iter().map(one).collect::<Result<_, Refusal>>()?;
    Ok(Matrix { all, ..guess.matrix.clone() })
}
