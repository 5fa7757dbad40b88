//! A hand of event cards as a picture, for its owner alone.

use crate::words;
use middle_ages::event_cards::{Card, When};
use table_commands::present::pictures::{
    Drawing, GOLD, Held, Look, MARGIN, PANEL, QUIET, TEXT, TIMES, WIDTH, png, width,
};
use table_commands::{say, speech};

/// A card of the viewer's hand.
#[derive(Clone, Debug)]
pub struct InHand {
    /// Its position in the deck.
    pub pos: u32,
    /// Which.
    pub card: Card,
}

/// The size of a card's name and of what it does, and how high a line of that is.
const NAME: u32 = 17;
const DOES: u32 = 14;
const LINE: u32 = 19;
/// What a card leaves free at its edges.
const PAD: u32 = 12;
/// As wide as a card is inside.
const INSIDE: u32 = WIDTH - 2 * MARGIN - 2 * PAD;

/// The cards of a hand in a year, one under the other.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(hand: &[InHand], year: u16) -> Result<Vec<u8>, String> {
    let mut drawing = Drawing::default();
    for held in hand {
        let does = wrapped(&words::does(&held.card.does));
        let lines = u32::try_from(does.len()).unwrap_or(1);
        let (left, top) = (MARGIN + PAD, drawing.y + MARGIN);
        let high = PAD + NAME + 20 + LINE * lines + PAD;
        drawing.rect([MARGIN, top, WIDTH - 2 * MARGIN, high], 8, PANEL, Some(GOLD));
        let name = speech::word(&held.card.name);
        drawing.text(left, top + PAD + NAME - 3, &name, Look(NAME, TEXT, true), Held::Left, INSIDE);
        let years = Look(12, QUIET, false);
        drawing.text(left, top + PAD + NAME + 14, &applies(held, year), years, Held::Left, INSIDE);
        for (i, line) in (1..).zip(&does) {
            let foot = top + PAD + NAME + 16 + LINE * i;
            drawing.text(left, foot, line, Look(DOES, TEXT, false), Held::Left, INSIDE);
        }
        drawing.y = top + high;
    }
    png(&drawing.done(), TIMES)
}

/// In which years a card can be played, seen from one.
fn applies(held: &InHand, year: u16) -> String {
    match (held.card.period, held.card.when(year)) {
        (None, _) => say!("in any year"),
        (Some([first, last]), When::Now) => say!("{} to {}", first, last),
        (Some([first, last]), When::Early) => say!("{} to {}: not yet", first, last),
        (Some([first, last]), When::Over) => say!("{} to {}: over, it goes with your next draw", first, last),
    }
}

/// A text in lines as wide as a card.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), false) * DOES <= INSIDE * 100 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
