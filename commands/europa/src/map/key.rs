//! The key under the board's picture: whose colour is whose, and what points, rings, lines and flags mean.

use super::picture::{INK, NOBODY, OPEN, PASS, REVOLT, STRONG, Shown, WATER, WAY, Window, fill, is_voyage};
use crate::present::colour;
use crate::words::country;
use europa::country::Country;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use table_commands::present::land::LAND;
use table_commands::present::pictures::{WIDTH, escaped, fitted, width};
use table_commands::say;

/// How high a row is, the size of its letters, and what is left free before the first and after the last.
const ROW: f64 = 19.0;
const SIZE: u32 = 13;
const MARGIN: f64 = 8.0;
/// How wide the ground behind a mark is, which is that of the map, and where its words begin in a column.
const BACK: f64 = 24.0;
const WORDS: f64 = 32.0;
/// The colour of the words.
const LIGHT: &str = "#F4F5F7";

/// What a mark looks like, drawn around the middle of its ground.
fn circle(fill: &str, r: f64, edge: &str, wide: f64) -> String {
    format!("<circle r=\"{r}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{wide}\"/>")
}

fn line(colour: &str, wide: f64, dash: &str) -> String {
    format!(
        "<line x1=\"-10\" x2=\"10\" stroke=\"{colour}\" stroke-width=\"{wide}\" stroke-dasharray=\"{dash}\"/>"
    )
}

/// A mark of another with a ring around it.
fn ringed(ring: &str) -> String {
    circle(NOBODY, 4.0, "#FFFFFF", 1.0) + &circle("none", 6.5, ring, 2.0)
}

/// What the key explains, each with how it looks: the countries that are played first. Of the whole it leaves out what only a part shows.
fn explained(shown: &Shown, window: Window, holders: &BTreeSet<Country>) -> Vec<(String, String)> {
    let part = window.is_part();
    let own = |of: &Country| (circle(colour(*of), 5.0, INK, 1.5), country(*of));
    let played = shown.played.iter().filter(|of| holders.contains(of));
    let mut all: Vec<(String, String)> = played.map(own).collect();
    all.extend(of_the_unplayed(holders, shown, window));
    let mut add = |looks: String, says: String| all.push((looks, says));
    if part {
        add(circle("none", 5.0, "#FFFFFF", 1.5), say!("white edge: unplayed"));
    }
    add(circle(NOBODY, 5.0, "#FFFFFF", 1.0), say!("grey: holder not known"));
    let square =
        format!("<rect x=\"-5\" y=\"-5\" width=\"10\" height=\"10\" fill=\"{NOBODY}\" stroke=\"#FFFFFF\"/>");
    add(square, say!("fortress of level {} or more", STRONG));
    if part {
        let level = format!(
            "{}<text y=\"3.4\" font-size=\"9.5\" font-weight=\"bold\" fill=\"#FFFFFF\" text-anchor=\"middle\">1</text>",
            circle(NOBODY, 6.5, "#FFFFFF", 1.0)
        );
        add(level, say!("level of its fortress"));
    }
    add(circle("none", 4.5, WATER, 1.8), say!("sea zone"));
    let flag = format!(
        "<rect x=\"-8\" y=\"-7\" width=\"16\" height=\"14\" rx=\"3\" fill=\"{INK}\" stroke=\"#FFFFFF\"/><text y=\"4\" font-size=\"11\" font-weight=\"bold\" fill=\"#FFFFFF\" text-anchor=\"middle\">3</text>"
    );
    add(flag, if part { say!("stack, its counters") } else { say!("stack, by its number") });
    add(ringed(WAY), say!("besieged"));
    add(ringed(REVOLT), say!("revolt or pirates"));
    if matches!(window, Window::Around(_)) {
        add(ringed(INK), say!("what the picture is about"));
    }
    add(line(OPEN, 1.4, ""), say!("open border"));
    add(line(WATER, 2.0, ""), say!("river"));
    add(line(PASS, 2.0, "4 2.5"), say!("pass"));
    add(line(WATER, 2.0, "2 2"), say!("strait"));
    if part {
        add(line(WATER, 1.0, "1.5 3"), say!("way at sea, or to a port"));
    }
    if shown.way.len() > 1 {
        let says = if is_voyage(&shown.way) { say!("way of the voyage") } else { say!("way of the march") };
        add(line(WAY, 4.0, ""), says);
    }
    all
}

/// The colours of holders whom nobody plays, each with who has it: several share one. On the whole they have one.
fn of_the_unplayed(holders: &BTreeSet<Country>, shown: &Shown, window: Window) -> Vec<(String, String)> {
    let mut all: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for holder in holders.iter().filter(|holder| !shown.played.contains(holder)) {
        all.entry(fill(*holder, shown, window)).or_default().push(country(*holder));
    }
    let looks = |colour: &str| circle(colour, 5.0, "#FFFFFF", 1.0);
    if window.is_part() {
        return all.into_iter().map(|(colour, who)| (looks(colour), who.join(", "))).collect();
    }
    all.into_keys().map(|colour| (looks(colour), say!("a country without a player"))).collect()
}

/// Words in lines of a width: where one does not fit any more the next line begins.
fn in_lines(says: &str, room: u32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in says.split(' ') {
        let joined = lines.last().map(|line| format!("{line} {word}"));
        match joined.filter(|line| width(line, false) * SIZE / 100 <= room) {
            Some(line) => {
                lines.pop();
                lines.push(line);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// How wide the words of a column are at most, in points of the picture.
const COLUMN: u32 = 155;

/// One entry of the key: a mark on its ground, and what it means, in lines.
fn entry(svg: &mut String, (x, y): (f64, f64), looks: &str, lines: &[String]) {
    let _ = write!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{BACK}\" height=\"17\" rx=\"2\" fill=\"{LAND}\"/>\
         <g transform=\"translate({:.1} {:.1})\">{looks}</g>",
        x + BACK / 2.0,
        y + 8.5
    );
    let mut foot = y + 13.0;
    for line in lines {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{foot:.1}\" font-size=\"{SIZE}\" fill=\"{LIGHT}\">{}</text>",
            x + WORDS,
            escaped(&fitted(line, SIZE, false, COLUMN))
        );
        foot += ROW;
    }
}

/// The key of what is drawn, from its upper edge in two columns, with how high it is in points of the picture. `holders`: who holds something
/// that is drawn, or has a stack there.
pub(super) fn key(shown: &Shown, window: Window, holders: &BTreeSet<Country>) -> (String, f64) {
    let (mut svg, column) = (String::new(), f64::from(WIDTH) / 2.0);
    let mut y = MARGIN;
    for pair in explained(shown, window, holders).chunks(2) {
        let mut rows = 1;
        for ((looks, says), x) in pair.iter().zip([6.0, column + 2.0]) {
            let lines = in_lines(says, COLUMN);
            entry(&mut svg, (x, y), looks, &lines);
            rows = rows.max(lines.len());
        }
        y += ROW * rows as f64;
    }
    (svg, y + 4.0)
}
