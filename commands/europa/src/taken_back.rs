//! What goes away of Europa's position by going back: countries, technologies, wars, stacks, a march, battles and sieges.

use crate::board::present::{named_stack, of};
use crate::words::{country, land, naval, place};
use europa::Position;
use europa::country::Country;
use table::view::Seen;
use table_commands::present::names::plain_text;
use table_commands::say;

/// Names that a line has at most; how many more there are it says.
const MOST: usize = 12;

/// What the later position has that the earlier has not, a line for each sort.
pub(crate) fn lines(now: &Seen, then: &Seen) -> Vec<String> {
    let (Some(now), Some(then)) = (now.of::<Position>(), then.of::<Position>()) else { return Vec::new() };
    let mut lines = Vec::new();
    let taken = now.countries.keys().filter(|of| then.seat_of(**of) != now.seat_of(**of));
    let taken: Vec<String> = taken.map(|of| country(*of)).collect();
    lines.extend(line(taken, |all| say!("Countries taken: {}.", all)));
    let given_up = then.countries.keys().filter(|of| now.seat_of(**of).is_none());
    let given_up: Vec<String> = given_up.map(|of| country(*of)).collect();
    lines.extend(line(given_up, |all| say!("Countries given up: {}.", all)));
    let technologies = now.countries.iter().filter_map(|(of, played)| {
        let before = then.countries.get(of).filter(|before| before.seat == played.seat)?;
        ((before.land, before.naval) != (played.land, played.naval))
            .then(|| format!("{}: {}, {}", country(*of), land(played.land), naval(played.naval)))
    });
    lines.extend(line(technologies.collect(), |all| say!("Technologies told: {}.", all)));
    let pair = |(one, other): &(Country, Country)| say!("{} and {}", country(*one), country(*other));
    let begun = now.wars.iter().filter(|war| !then.wars.contains(war)).map(pair);
    lines.extend(line(begun.collect(), |all| say!("Wars told: {}.", all)));
    let ended = then.wars.iter().filter(|war| !now.wars.contains(war)).map(pair);
    lines.extend(line(ended.collect(), |all| say!("Peace told: {}.", all)));
    lines.extend(of_the_board(&now, &then));
    let on_its_way = now.under_way().filter(|march| then.under_way() != Some(march)).and_then(|march| {
        let stack = named_stack(march.stack, now.board.stacks.get(&march.stack)?);
        Some(format!("{stack} → {}", place(march.march.to())))
    });
    lines.extend(on_its_way.map(|march| say!("A march that was under way: {}.", march)));
    let fights = now.fights.of.iter().filter(|(n, _)| !then.fights.of.contains_key(n));
    let fights = fights.map(|(_, fight)| plain_text(&fight.scene.place, 40));
    lines.extend(line(fights.collect(), |all| say!("Battles opened: {}.", all)));
    let sieges = now.sieges.of.iter().filter(|(n, _)| !then.sieges.of.contains_key(n));
    let sieges = sieges.map(|(_, siege)| plain_text(&siege.scene.place, 40));
    lines.extend(line(sieges.collect(), |all| say!("Sieges laid: {}.", all)));
    lines
}

/// The stacks that go from the board, those that stand elsewhere or are others again, and those that come back.
fn of_the_board(now: &Position, then: &Position) -> Vec<String> {
    let (now, then) = (&now.board.stacks, &then.board.stacks);
    let new = now.iter().filter(|(n, _)| !then.contains_key(n));
    let new = new.map(|(_, stack)| format!("{} ({})", of(stack), place(stack.at)));
    let gone = then.iter().filter(|(n, _)| !now.contains_key(n));
    let gone = gone.map(|(_, stack)| format!("{} ({})", of(stack), place(stack.at)));
    let other = now.iter().filter_map(|(n, stack)| {
        let before = then.get(n).filter(|before| (before.at, &before.stack) != (stack.at, &stack.stack))?;
        Some(format!("{} ({})", of(before), place(before.at)))
    });
    let lines = [
        line(new.collect(), |all| say!("Stacks put on the board: {}.", all)),
        line(other.collect(), |all| say!("Stacks as they were: {}.", all)),
        line(gone.collect(), |all| say!("Stacks there again: {}.", all)),
    ];
    lines.into_iter().flatten().collect()
}

/// A line of a sort; none where there is nothing of it.
fn line(mut names: Vec<String>, says: impl FnOnce(String) -> String) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    if more > 0 {
        names.push(say!("{} more", more));
    }
    Some(says(names.join("; ")))
}
