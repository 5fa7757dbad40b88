//! `/map place`: putting the counters of corps and fleets on the map, moving them, taking them off.

use crate::bid::present as choice;
use crate::forces::present::names_of;
use crate::map::meant;
use crate::names::meant_among;
use crate::seen::position;
use crate::{pack, roster};
use eia::EmpiresInArms;
use eia::map::Place;
use eia::powers::Power;
use eia::roster::Item;
use eia::told::counters::{Counter, Counters, Order, Piece};
use poise::serenity_prelude as serenity;
use std::collections::BTreeMap;
use table::Said;
use table::canonical::composed;
use table::game::Game as _;
use table::said;
use table::spelling;
use table::strongbox::check_name_of;
use table_commands::asked::{At, at_campaign};
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::words::{as_it_stands, campaigns, suggest};
use table_commands::{Context, Error};

/// What a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum Is {
    /// A corps, or what else stands on land.
    #[name = "corps"]
    Corps,
    /// A fleet.
    #[name = "fleet"]
    Fleet,
}

/// Put a corps or fleet of yours on the map, move it, or take it off: everybody sees where it stands
#[poise::command(slash_command)]
pub(crate) async fn place(
    ctx: Context<'_>,
    #[description = "Its name, as in your strongbox"]
    #[autocomplete = "own_counters"]
    #[max_length = 40]
    what: String,
    #[description = "The area or sea; nothing takes it off the map"]
    #[autocomplete = "standing_places"]
    #[max_length = 100]
    at: Option<String>,
    #[description = "What it is, where the order of battle and your strongbox do not say so"] piece: Option<
        Is,
    >,
    #[description = "Whose, where you have several powers"]
    #[autocomplete = "own_powers"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let told = places(asking.at(), &what, at.as_deref(), piece, power.as_deref()).await;
        // As the form of all counters has it, which comes back with this line alone.
        let whose = power.map(|power| format!("{power}\n")).unwrap_or_default();
        let typed = format!("{whose}{what}: {}", at.as_deref().unwrap_or("off"));
        asking.at().or_again(told, (0, "counter/many"), &[("counters", &*typed)]).await
    })
    .await
}

/// Orders that a counter is put there, or off the map.
pub async fn places(
    at: At<'_>,
    what: &str,
    place: Option<&str>,
    piece: Option<Is>,
    power: Option<&str>,
) -> Result<Message, Message> {
    let own = own(at).await?;
    let place = match place {
        Some(typed) => Some(place_meant(at, typed).await),
        None => None,
    };
    let read = || -> Result<Order, Said> {
        let (name, power) = own.named(what, power)?;
        let Some(place) = place else { return Ok(Order::Remove { power, name }) };
        let declared = piece.map(|is| if is == Is::Fleet { Piece::Fleet } else { Piece::Corps });
        own.placed(power, name, place?, declared)
    };
    at.game_order(&read()?).await
}

/// One's own powers, and what stands on the map.
#[derive(Default)]
pub(crate) struct Own {
    powers: Vec<Power>,
    counters: Counters,
    /// The fleets in one's strongbox: whose each is where it says so, and its name.
    fleets: Vec<(Option<String>, String)>,
    /// What the order of battle has for each of one's powers, and one's strongbox.
    known: BTreeMap<Power, Vec<String>>,
    scenario: String,
}

/// What is one's own of Empires in Arms.
///
/// # Errors
/// A message for who asked, where the campaign is of another game or cannot be read.
pub(crate) async fn own(at: At<'_>) -> Result<Own, Message> {
    at.must_be_of(EmpiresInArms::KEY).await?;
    let known = at.look(|scene| {
        let (seat, position) = (scene.own.seat()?, position(&scene.own)?);
        let kept = scene.own.strongbox.iter().flat_map(|held| held.strongbox.items.values());
        let fleets = kept.filter_map(|kept| match kept.item.as_thing()? {
            Item::Fleet { name, power, .. } => Some((power, name)),
            _ => None,
        });
        let (fleets, powers) = (fleets.collect(), position.moved_by(seat));
        let known = |power: &Power| {
            let all = names_of(scene, *power).into_iter().chain(in_the_strongbox(scene));
            (*power, all.collect())
        };
        Some(Own {
            known: powers.iter().map(known).collect(),
            powers,
            counters: position.counters.clone(),
            fleets,
            scenario: scene.own.scenario.clone(),
        })
    });
    Ok(known.await?.unwrap_or_default())
}

/// The names of the corps and fleets in one's strongbox.
fn in_the_strongbox<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = String> + 'a {
    let kept = scene.own.strongbox.iter().flat_map(|held| held.strongbox.items.values());
    kept.filter_map(|kept| match kept.item.as_thing()? {
        Item::Corps { name, .. } | Item::Fleet { name, .. } => Some(name),
        _ => None,
    })
}

impl Own {
    /// A counter as its player names it, and whose it is: `II Corps (Spain)` says both.
    pub(crate) fn named(&self, what: &str, power: Option<&str>) -> Result<(String, Power), Said> {
        let typed = composed(&what.split_whitespace().collect::<Vec<_>>().join(" "));
        let stands = |name: &str| self.powers.iter().any(|power| self.stands(*power, name).is_some());
        let (name, tagged, _) = roster::tags(&typed);
        let tagged = tagged.and_then(|key| Power::by_key(&key)).filter(|_| !stands(&typed));
        let name = if tagged.is_some() { name } else { typed };
        let power = match (power, tagged) {
            (None, Some(tagged)) if self.powers.contains(&tagged) => tagged,
            (None, Some(tagged)) => return Err(said!("\"{}\" is no power of yours.", tagged)),
            (named, tagged) => {
                let power = whose(&self.powers, named, &name)?;
                if let Some(tagged) = tagged.filter(|tagged| *tagged != power) {
                    return Err(said!(
                        "The name says {} and the option says {}: say one of them.",
                        tagged,
                        power
                    ));
                }
                power
            }
        };
        Ok((name, power))
    }

    /// The order that puts a counter somewhere.
    pub(crate) fn placed(
        &self,
        power: Power,
        name: String,
        place: String,
        declared: Option<Piece>,
    ) -> Result<Order, Said> {
        // What is called otherwise on the map stays so; anything else could tell all what is in it.
        let name = match as_it_stands(&name) {
            Some(quoted) => quoted.to_owned(),
            None if self.stands(power, &name).is_some() => name,
            None => match self.misspelt(power, &name) {
                None => name,
                Some(other) => {
                    return Err(said!(
                        "{} has no counter called \"{}\". Write {}, if that is meant; where your board has the other, write it in quotation marks.",
                        power,
                        quoted(&name),
                        quoted(other)
                    ));
                }
            },
        };
        if self.stands(power, &name).is_none() {
            check_name_of::<Item>(&name).map_err(|refusal| refusal.says)?;
        }
        let piece = declared.or_else(|| self.kept_as(power, &name));
        Ok(Order::Place { power, name, place, piece })
    }

    /// The counter of a power that is a slip of the pen away from this name, where none is called so. Numbers are no slips: II Corps is not
    /// III Corps.
    fn misspelt(&self, power: Power, name: &str) -> Option<&str> {
        let known = self.known.get(&power)?;
        let on_the_map = self.counters.get(&power).into_iter().flat_map(|counters| counters.keys());
        let number = number_of(name);
        let same = known.iter().chain(on_the_map).filter(|known| number_of(known) == number);
        spelling::meant(&name.to_lowercase(), same.map(|known| (known.as_str(), [known.to_lowercase()])))
    }

    /// What a counter is that does not stand yet by one's strongbox: a fleet where one of that name lies there.
    fn kept_as(&self, power: Power, name: &str) -> Option<Piece> {
        let whose = |of: &Option<String>| of.as_ref().is_none_or(|key| key == power.key());
        let is = |(of, known): &&(Option<String>, String)| {
            whose(of) && known.to_lowercase() == name.to_lowercase()
        };
        let known = |scenario| Piece::of_the_order(scenario, power, name);
        let new = self.stands(power, name).is_none() && known(&self.scenario).is_none();
        self.fleets.iter().find(is).filter(|_| new).map(|_| Piece::Fleet)
    }

    /// The counter of a power that is called so, and where it stands.
    pub(crate) fn stands(&self, power: Power, name: &str) -> Option<(&String, &Counter)> {
        let own = self.counters.get(&power)?;
        own.iter().find(|(known, _)| known.to_lowercase() == name.to_lowercase())
    }
}

/// The number that a counter's name begins with: "XIII" of XIII Corps, "2" of 2nd Fleet.
fn number_of(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or_default().to_uppercase();
    let digits: String = first.chars().take_while(char::is_ascii_digit).collect();
    match first.chars().all(|c| "IVXLC".contains(c)) {
        true => first,
        false => digits,
    }
}

/// The power that is meant among one's own, whose counter has this name; one need not name the only one.
fn whose(own: &[Power], named: Option<&str>, name: &str) -> Result<Power, Said> {
    match (own, named) {
        (_, Some(named)) => {
            meant_among(named, own).ok_or_else(|| said!("\"{}\" is no power of yours.", quoted(named)))
        }
        ([], None) => Err(said!("You have no power in this campaign, so you have no counters on its map.")),
        ([one], None) => Ok(*one),
        ([first, ..], None) => Err(said!(
            "You have several powers; say whose \"{}\" is, as in: {} ({}).",
            quoted(name),
            quoted(name),
            first
        )),
    }
}

/// The key of the place that is meant, on the map that is played on.
pub(crate) async fn place_meant(at: At<'_>, typed: &str) -> Result<String, Said> {
    Ok(match pack::own_map(at.house, at.campaign).await {
        Some(on_table) => pack::counter_place(&on_table.board, typed)?.written(),
        None => meant(typed, stands)?.key(),
    })
}

/// Where a counter can stand.
fn stands(place: Place) -> bool {
    matches!(place, Place::Area(_) | Place::Sea(_))
}

/// Areas and seas of the map that is played on, by any part of the name.
pub(crate) async fn standing_places(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    crate::map::on_the_table(ctx, typed, |own, typed| pack::counter_places(&own.board, typed), stands).await
}

/// One's own powers.
pub(crate) async fn own_powers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let own = scene.own.seat().map(|seat| choice::held_by(&scene.public, seat)).unwrap_or_default();
        own.into_iter().map(|power| (crate::names::called(power), power.key().to_owned())).collect()
    })
    .await
}

/// One's own counters: those on the map, what lies in the strongbox, and what the order of battle has.
pub(crate) async fn own_counters(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let own = scene.own.seat().zip(position(&scene.own)).map(|(seat, position)| {
            let powers = position.moved_by(seat);
            let counters = position.counters.iter().filter(|(power, _)| powers.contains(power));
            counters.flat_map(|(_, counters)| counters.keys().cloned()).collect::<Vec<String>>()
        });
        let mut names: Vec<String> =
            own.unwrap_or_default().into_iter().chain(in_the_strongbox(scene)).collect();
        names.sort_unstable();
        names.dedup();
        let powers = scene.own.seat().map(|seat| choice::held_by(&scene.public, seat)).unwrap_or_default();
        for name in powers.into_iter().flat_map(|power| names_of(scene, power)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.into_iter().map(|name| (name.clone(), name)).collect()
    })
    .await
}
