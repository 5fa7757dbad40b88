//! The key under the map: whose colour is whose, and what the points, rings and letters mean.

use super::map::{INK, NOBODY, STANDING, Spot, text};
use crate::words;
use middle_ages::Position;
use std::fmt::Write as _;
use table_commands::present::pictures::{WIDTH, width};
use table_commands::say;

/// How high a row is, and the size of its letters.
const ROW: i32 = 18;
const SIZE: u32 = 12;
/// What is left free at the sides, and between two entries.
const SIDE: i32 = 8;
const GAP: i32 = 10;
/// From the left of an entry to its words.
const INDENT: i32 = 13;

/// Something that the key explains.
struct Explained {
    /// How it looks.
    looks: Looks,
    /// What it means.
    says: String,
}

/// How something looks.
enum Looks {
    /// A point.
    Spot(Box<Spot>),
    /// Letters.
    Letters(&'static str),
}

/// A point of no court, of which the key shows one thing.
fn spot(change: impl FnOnce(&mut Spot)) -> Looks {
    let mut spot =
        Spot { at: (0, 0), fill: NOBODY.to_owned(), home: false, fort: 0, unrest: false, claims: Vec::new() };
    change(&mut spot);
    Looks::Spot(Box::new(spot))
}

/// What the key explains.
fn explained(position: &Position) -> Vec<Explained> {
    let mut all = Vec::new();
    let mut add = |looks: Looks, says: String| all.push(Explained { looks, says });
    for (court, realm) in position.board.realms.iter() {
        let looks = spot(|spot| spot.fill.clone_from(&court.known().colour));
        add(looks, say!("{}: {} gold", words::court(*court), realm.gold));
    }
    add(spot(|_| {}), say!("independent"));
    add(spot(|spot| spot.home = true), say!("where a court sits"));
    add(spot(|spot| spot.fort = 2), say!("fortification, a square a point"));
    add(spot(|spot| spot.unrest = true), say!("in unrest"));
    if let Some(court) = position.board.realms.keys().next() {
        let colour = court.known().colour.clone();
        add(spot(|spot| spot.claims = vec![colour]), say!("claimed, in the claimant's colour"));
    }
    add(Looks::Letters("A2"), say!("army points"));
    add(Looks::Letters("F1"), say!("fleet points"));
    add(Looks::Letters("C"), say!("cathedral or mosque"));
    add(Looks::Letters("P"), say!("palace"));
    add(Looks::Letters("T"), say!("commerce"));
    add(Looks::Letters("U"), say!("university"));
    all
}

/// The key from its upper edge, with how high it is in points of the picture.
pub(super) fn key(position: &Position) -> (String, i32) {
    let mut svg = String::new();
    let wide = i32::try_from(WIDTH).unwrap_or(390);
    let (mut x, mut row) = (SIDE, 0);
    for Explained { looks, says } in explained(position) {
        let letters =
            i32::try_from(width(&says, false)).unwrap_or(0) * i32::try_from(SIZE).unwrap_or(12) / 100;
        let wide_look = match &looks {
            Looks::Spot(spot) => !spot.claims.is_empty(),
            Looks::Letters(letters) => letters.len() > 1,
        };
        let indent = INDENT + if wide_look { 4 } else { 0 };
        if x > SIDE && x + indent + letters > wide - SIDE {
            (x, row) = (SIDE, row + 1);
        }
        let foot = ROW * (row + 1);
        match looks {
            Looks::Spot(mut spot) => {
                spot.at = (x + 4 + if spot.claims.is_empty() { 0 } else { 2 }, foot - 4);
                let _ = write!(svg, "<g>");
                spot.draw(&mut svg);
                svg.push_str("</g>");
            }
            Looks::Letters(letters) => {
                text(&mut svg, (x - 2, foot), letters, SIZE, STANDING, "start", false);
            }
        }
        text(&mut svg, (x + indent, foot), &says, SIZE, INK, "start", false);
        x += indent + letters + GAP;
    }
    (svg, ROW * (row + 2) - ROW / 2)
}
