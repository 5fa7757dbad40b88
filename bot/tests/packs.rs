//! A group's own map, as it is played on: a table of a dozen areas without outlines, over a picture, is laid over a running campaign,
//! used, corrected, drawn and saved, by typed commands and pressed buttons; and the page on which points are tapped.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::chromium::browser;
use crate::common::program::{self, Program};
use crate::common::tab::Tab;
use crate::common::{COUNCIL, LOUNGE, SEVEN, Table, all_of, answer, refusal, run, table};
use engine::eia::map::pack::Pack;
use local_discord::{LocalDiscord, Seen, SystemClock};
use serde_json::json;
use std::sync::Arc;

/// A dozen areas. Nothing but names, neighbours and two values; some are not kept.
const DOZEN: &str = "\
area,neighbours,money,terrain
Northmark,Eastvale; Westmoor (river),4,clear
Eastvale,Northmark; Highcliff; Midfield,3,
Westmoor,Northmark (river); Midfield (river); Saltisle (strait 2),2,marsh
Midfield,Eastvale; Westmoor (river); Highcliff; Lowbridge (river),5,clear
Highcliff,Eastvale; Midfield; Ironpass,1,mountain
Ironpass,Highcliff; Sundale,,mountain
Sundale,Ironpass; Lowbridge; Farhaven (arrow),3,
Lowbridge,Midfield (river); Sundale; Reedwater; ?,2,clear
Reedwater,Lowbridge; ?,1,marsh
Saltisle,Westmoor (strait 2),1,
Farhaven,Sundale (arrow),2,
Outreach,,,
";

/// The points of its areas on the picture, in percent of both sides.
const POINTS: [(&str, u32, u32); 11] = [
    ("Northmark", 40, 12),
    ("Eastvale", 65, 22),
    ("Westmoor", 22, 32),
    ("Midfield", 45, 42),
    ("Highcliff", 70, 48),
    ("Ironpass", 80, 66),
    ("Sundale", 62, 78),
    ("Lowbridge", 40, 64),
    ("Reedwater", 22, 74),
    ("Saltisle", 8, 18),
    ("Farhaven", 86, 88),
];

/// A picture of a board: land, a river, the sea.
fn board(wide: u32, high: u32) -> Vec<u8> {
    let (x, y) = (wide as f32 / 100.0, high as f32 / 100.0);
    let at = |a: f32, b: f32| format!("{:.0} {:.0}", a * x, b * y);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\"><rect width=\"100%\" height=\"100%\" fill=\"#9DBFD6\"/>\
         <path d=\"M{}L{}L{}L{}L{}L{}Z\" fill=\"#D9C58F\"/><path d=\"M{}L{}L{}L{}\" fill=\"none\" stroke=\"#5B87B5\" stroke-width=\"14\"/></svg>",
        at(15.0, 5.0),
        at(80.0, 8.0),
        at(92.0, 60.0),
        at(74.0, 84.0),
        at(30.0, 90.0),
        at(12.0, 60.0),
        at(30.0, 5.0),
        at(33.0, 35.0),
        at(42.0, 52.0),
        at(30.0, 88.0)
    );
    commands::present::pictures::png(&svg, 1.0).unwrap()
}

/// A campaign of three that has begun; the powers are chosen.
async fn playing() -> (Table, String) {
    let table = table(&SEVEN).await;
    let id = table.begun(3).await;
    table.chooses_powers(3).await;
    (table, id)
}

/// The file of that name in what was seen, the last.
fn file(seen: &[Seen], name: &str) -> Vec<u8> {
    let mut all = seen.iter().rev().flat_map(|seen| &seen.files);
    all.find(|(own, _)| own == name)
        .map(|(_, bytes)| bytes.clone())
        .unwrap_or_else(|| panic!("{name}: {seen:#?}"))
}

fn size(png: &[u8]) -> (u32, u32) {
    commands::eia::map::present::points::size(png).unwrap()
}

fn text(seen: &[Seen]) -> String {
    seen.iter().map(all_of).collect::<Vec<_>>().join("\n")
}

/// Pictures that a person should look at go where CHANCERY_PICTURES says.
fn shown(name: &str, png: &[u8]) {
    if let Some(folder) = std::env::var_os("CHANCERY_PICTURES") {
        std::fs::write(std::path::Path::new(&folder).join(name), png).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dozen_areas_over_a_picture_are_laid_used_corrected_and_saved() {
    let (table, id) = playing().await;
    let picture = board(1200, 900);
    table.server().lay_file("dozen.csv", DOZEN.as_bytes().to_vec());
    table.server().lay_file("board.png", picture.clone());

    // Before it this program's own map is played on.
    let seen = table.slash("Anna", "/map way from:Paris to:Vienna").await;
    assert!(answer(&seen, "Anna").text.contains("Paris to Vienna"), "{seen:?}");
    assert!(!text(&seen).contains("crossing arrow"), "{seen:?}");
    // A way over the water says by what it goes, and what that costs.
    let seen = table.slash("Anna", "/map way from:London to:Paris").await;
    let arrows = text(&seen);
    let over = arrows.lines().find(|line| line.contains("it goes over the water by a crossing arrow, for "));
    assert!(over.is_some_and(|line| line.contains("for 1 MP.")), "{seen:#?}");
    let seen = table.slash("Anna", "/map save").await;
    let own = Pack::read_csv(&String::from_utf8(file(&seen, "map.csv")).unwrap()).unwrap();
    assert_eq!(own, Pack::shipped());
    let says = refusal(&table.slash("Anna", "/map correct area:Paris what:money is:5").await, "Anna");
    assert!(says.contains("/map pack"), "{says}");

    // It is proposed, looked at, and confirmed by two others.
    let seen = table.slash("Anna", "/map pack file:@dozen.csv picture:@board.png").await;
    assert!(text(&seen).contains("two other players"), "{seen:#?}");
    let card = text(&seen);
    for part in ["12 areas", "1200 × 900", "Kept: ", "Money (10/12)", "Not kept: "] {
        assert!(card.contains(part), "{part}: {card}");
    }
    let seen = table.press("Bertil", "Look at it").await;
    assert_eq!(size(&file(&seen, "map.png")), (1600, 1200));
    let says = refusal(&table.press("Anna", "Confirm").await, "Anna");
    assert!(says.contains("others confirm it"), "{says}");
    table.press("Bertil", "Confirm").await;
    let seen = table.press("Chiara", "Confirm").await;
    assert!(text(&seen).contains("It holds from here on"), "{seen:#?}");

    // Points by percent and by pixels; whoever asks sees the map with them.
    for (n, (area, x, y)) in POINTS.iter().enumerate() {
        let at = if n % 2 == 0 { format!("x:{x}% y:{y}%") } else { format!("x:{} y:{}", x * 12, y * 9) };
        let seen = table.slash(SEVEN[n % 3], &format!("/map point area:{area} {at}")).await;
        assert!(text(&seen).contains(&format!("{area} stands at {}, {}", x * 12, y * 9)), "{seen:#?}");
        shown("pack-points.png", &file(&seen, "map.png"));
    }
    let says = refusal(&table.slash("Anna", "/map point area:Outreach x:1300 y:5").await, "Anna");
    assert!(says.contains("outside of the picture"), "{says}");

    // Used: the map, a card, a way, names while they are typed.
    let seen = table.slash("Dmitri", "/map show").await;
    assert!(text(&seen).contains("Without a point: Outreach"), "{seen:#?}");
    assert_eq!(size(&file(&seen, "map.png")), (1600, 1200));
    shown("pack-whole.png", &file(&seen, "map.png"));
    let seen = table.slash("Anna", "/map show where:midf").await;
    assert!(text(&seen).contains("Midfield"), "{seen:#?}");
    shown("pack-around.png", &file(&seen, "map-part.png"));
    let seen = table.slash("Anna", "/map area area:Lowbridge").await;
    let card = text(&seen);
    for part in ["Money: **$2**", "Midfield (river)", "Others are not kept on this table", "Not kept"] {
        assert!(card.contains(part), "{part}: {card}");
    }
    shown("pack-card.png", &file(&seen, "map-part.png"));
    let seen = table.slash("Anna", "/map area area:Outreach").await;
    assert!(text(&seen).contains("Not kept on this table: tell them with /map correct"), "{seen:#?}");
    let seen = table.slash("Anna", "/map way from:Saltisle to:Sundale").await;
    let way = text(&seen);
    assert!(way.contains("Saltisle to Sundale: 5 MP") && way.contains("Westmoor → Midfield"), "{way}");
    let seen = table.slash("Anna", "/map way from:Northmark to:Farhaven").await;
    let way = text(&seen);
    assert!(way.contains("There may be a shorter way") && way.contains("Lowbridge"), "{way}");
    let seen = table.slash("Anna", "/map way from:Outreach to:Sundale").await;
    assert!(text(&seen).contains("The neighbours of Outreach are not kept on this table"), "{seen:#?}");
    let seen = table.slash("Anna", "/map way from:Sundale to:Outreach").await;
    assert!(text(&seen).contains("No way from Sundale to Outreach is known"), "{seen:#?}");
    let says = refusal(&table.slash("Anna", "/map way from:Paris to:Vienna").await, "Anna");
    assert!(says.contains("no area of this campaign's map"), "{says}");
    let mark = table.mark();
    table.server().autocomplete("Anna", COUNCIL, "/map area area:low", "area").unwrap();
    let seen = table.since(mark).await;
    assert!(seen.iter().any(|seen| seen.text == "Lowbridge"), "{seen:#?}");
    // In a channel that is nobody's council the one campaign of the server is meant.
    let seen = table.slash_in(LOUNGE, "Anna", "/map area area:Ironpass").await;
    assert!(text(&seen).contains("Ironpass"), "{seen:#?}");

    // Corrected: a border, a value, and what was not kept.
    for line in [
        "/map correct area:Saltisle what:border/Westmoor is:\"strait 1\"",
        "/map correct area:Ironpass what:value/money is:2",
        "/map correct area:Outreach what:neighbours is:\"Farhaven; Sundale (river)\"",
    ] {
        let seen = table.slash("Chiara", line).await;
        assert!(text(&seen).contains("two other players"), "{line}: {seen:#?}");
        table.press("Anna", "Confirm").await;
        let seen = table.press("Bertil", "Confirm").await;
        assert!(text(&seen).contains("It holds from here on"), "{line}: {seen:#?}");
    }
    let seen = table.slash("Anna", "/map way from:Saltisle to:Outreach").await;
    assert!(text(&seen).contains("Saltisle to Outreach: 5 MP"), "{seen:#?}");

    // Saved: the same bytes each time, and the program says the same of them.
    let saved = file(&table.slash("Bertil", "/map save").await, "map.csv");
    assert_eq!(saved, file(&table.slash("Anna", "/map save").await, "map.csv"));
    let written = String::from_utf8(saved.clone()).unwrap();
    assert!(written.contains("Ironpass,mountain,Highcliff; Sundale,2,960,594\n"), "{written}");
    assert!(written.contains("Saltisle,,Westmoor (strait),1,96,162\n"), "{written}");
    assert_eq!(Pack::read_csv(&written).unwrap().csv(), written);
    std::fs::write(table.folder.path().join("saved.csv"), &saved).unwrap();
    let (code, out, error) = run(table.folder.path(), &["pack", "check", "saved.csv"]);
    assert!(code == 0 && out.contains("areas         12"), "{out}{error}");

    // The record holds the table and the picture's digest, and verifies; the picture is not in it.
    let (_, record) = table.table.house.record(&id).await.unwrap();
    engine::table::verify::verify(record.as_bytes(), &[]).unwrap();
    let digest = engine::table::hash::sha256(&[&picture]).hex();
    assert!(record.contains(&digest) && record.contains("Saltisle (strait 2)"));
    assert!(record.len() < 400_000, "{}", record.len());

    // And back again.
    table.slash("Anna", "/map pack").await;
    table.press("Anna", "Back to the map of this program").await;
    table.press("Bertil", "Confirm").await;
    let seen = table.press("Chiara", "Confirm").await;
    assert!(text(&seen).contains("map of this program counts again"), "{seen:#?}");
    let seen = table.slash("Anna", "/map area area:Paris").await;
    assert!(text(&seen).contains("National capital"), "{seen:#?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_map_and_no_picture_is_refused() {
    let (table, _) = playing().await;
    let server = table.server();
    server.lay_file("wrong.csv", b"area,neighbours\nA,B\nB,A\nC,D\n".to_vec());
    server.lay_file("wrong.toml", b"[[area]]\nname = \"A\"\ncolour = 1\n".to_vec());
    server.lay_file("large.csv", vec![b'a'; 1024 * 1024 + 1]);
    server.lay_file("notes.txt", b"not a picture".to_vec());
    server.lay_file("wide.png", board(9_000, 20));
    for (line, says) in [
        ("/map pack file:@wrong.csv", "wrong.csv, line 4, column 2: \"D\" is named as a neighbour"),
        ("/map pack file:@wrong.toml", "wrong.toml, line 3, column 1: "),
        ("/map pack file:@large.csv", "at most 1 MiB"),
        ("/map pack picture:@notes.txt", "PNG or a JPEG"),
        ("/map pack picture:@wide.png", "8000 pixels a side"),
        ("/map pack file:@wide.png", "line 1"),
    ] {
        let told = refusal(&table.slash("Anna", line).await, "Anna");
        assert!(told.contains(says), "{line}: {told}");
    }
    server.lay_file("board.png", board(400, 300));
    let told = refusal(&table.slash("Anna", "/map pack picture:@board.png").await, "Anna");
    assert!(told.contains("/map pack lays one"), "{told}");
    // Who has no seat proposes nothing.
    server.lay_file("dozen.csv", DOZEN.as_bytes().to_vec());
    let told = refusal(&table.slash("Greta", "/map pack file:@dozen.csv").await, "Greta");
    assert!(told.contains("no seat"), "{told}");
    table.close().await;
}

/// So many zeros, packed as a PNG packs them.
fn packed_zeros(bytes: u64) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::copy(&mut std::io::Read::take(std::io::repeat(0), bytes), &mut packed).unwrap();
    packed.finish().unwrap()
}

/// A chunk of a PNG.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(name);
    sum.update(data);
    [&(data.len() as u32).to_be_bytes()[..], name, data, &sum.sum().to_be_bytes()[..]].concat()
}

/// Small files that swell to hundreds of megabytes, where they are unpacked as they say.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let png = board(40, 30);
    let swollen = packed_zeros(300 * 1024 * 1024);
    let with = |name: &[u8; 4], head: &[u8]| {
        [&png[..33], &chunk(name, &[head, &swollen].concat()), &png[33..]].concat()
    };
    let sized = |wide: u32, high: u32, form: u8| {
        let head = [&wide.to_be_bytes()[..], &high.to_be_bytes(), &[8, form, 0, 0, 0]].concat();
        [&png[..8], &chunk(b"IHDR", &head)].concat()
    };
    let end = chunk(b"IEND", &[]);
    let parts = swollen.chunks(16).flat_map(|part| chunk(b"IDAT", part)).collect::<Vec<u8>>();
    let mut jpeg =
        b"\xFF\xD8\xFF\xC0\x00\x11\x08\xFF\xDC\xFF\xDC\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01".to_vec();
    jpeg.extend_from_slice(b"\xFF\xDA\x00\x0C\x03\x01\x00\x02\x11\x03\x11\x00\x3F\x00\xFF\xD9");
    vec![
        ("iccp.png", with(b"iCCP", b"sRGB\0\0")),
        ("ztxt.png", with(b"zTXt", b"Comment\0\0")),
        ("itxt.png", with(b"iTXt", b"Comment\0\x01\0\0\0")),
        ("ihdr.png", [&sized(60_000, 60_000, 6)[..], &chunk(b"IDAT", &swollen), &end].concat()),
        ("line.png", [&sized(0x7FFF_FFFF, 1, 6)[..], &chunk(b"IDAT", &swollen), &end].concat()),
        ("idat.png", [&sized(40, 30, 2)[..], &parts, &end].concat()),
        ("sof.jpg", jpeg),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_that_swell_are_refused_and_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(SystemClock);
    let settings = local_discord::Settings {
        channels: vec![COUNCIL.to_owned()],
        users: SEVEN.iter().map(|name| (*name).to_owned()).collect(),
        ..local_discord::Settings::new(clock, "test-token", "page")
    };
    let server = LocalDiscord::start(settings).await.unwrap();
    let program = Program::start(program::on(&server, folder.path(), "warn"), &server, folder.path()).await;
    let line = |who: &'static str, line: String| {
        let (server, program) = (&server, &program);
        async move {
            server.slash(who, COUNCIL, &line).unwrap();
            program.quiet(server).await;
        }
    };
    line("Anna", "/campaign found name:War players:2".to_owned()).await;
    server.fill("Anna", &[]).unwrap();
    program.quiet(&server).await;
    line("Anna", "/campaign join word:a".to_owned()).await;
    line("Bertil", "/campaign join word:b".to_owned()).await;
    line("Anna", "/campaign start".to_owned()).await;
    server.lay_file("board.png", board(400, 300));
    line("Anna", "/map pack picture:@board.png".to_owned()).await;
    let before = program.peak();
    for (name, bytes) in bombs() {
        assert!(bytes.len() < 10 * 1024 * 1024, "{name}: {}", bytes.len());
        server.lay_file(name, bytes);
        let mark = server.seen().len() as u64;
        for _ in 0..4 {
            server.slash("Anna", COUNCIL, &format!("/map pack picture:@{name}")).unwrap();
        }
        program.quiet(&server).await;
        let seen = server.seen_since(mark);
        let says =
            ["unpack to more than 4 MiB", "8000 pixels a side", "damaged", "neither", "/map pack lays one"];
        let refused = |seen: &&Seen| says.iter().any(|says| all_of(seen).contains(says));
        assert_eq!(seen.iter().filter(refused).count(), 4, "{name}: {seen:#?}");
        assert!(program.peak() < before + 100, "{name}: {} MiB, {before} before", program.peak());
    }
    program.stop().await;
    assert_eq!(server.violations(), []);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_map_without_a_picture_is_points_and_lines() {
    let (table, _) = playing().await;
    let mut pack = Pack::read_csv(DOZEN).unwrap();
    for (area, x, y) in POINTS {
        pack = pack.with_point(area, (x, y)).unwrap();
    }
    table.server().lay_file("dozen.csv", pack.csv().into_bytes());
    table.slash("Anna", "/map pack file:@dozen.csv").await;
    table.press("Bertil", "Confirm").await;
    table.press("Chiara", "Confirm").await;
    let seen = table.slash("Anna", "/map show").await;
    let png = file(&seen, "map.png");
    assert_eq!(size(&png).0, 1600);
    shown("pack-plain.png", &png);
    let told = refusal(&table.slash("Anna", "/map point area:Outreach x:5% y:5%").await, "Anna");
    assert!(told.contains("none lies under this map"), "{told}");
    // A table of names alone has nothing to draw, and says so.
    table.server().lay_file("names.csv", b"area\nHere\nThere\n".to_vec());
    table.slash("Anna", "/map pack file:@names.csv").await;
    table.press("Bertil", "Confirm").await;
    table.press("Chiara", "Confirm").await;
    let seen = table.slash("Anna", "/map show").await;
    assert!(text(&seen).contains("Without a point: Here and There"), "{seen:#?}");
    assert!(seen.iter().all(|seen| seen.files.is_empty()), "{seen:#?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tap_on_the_picture_fills_the_fields_of_a_point() {
    let Some(browser) = browser() else { return };
    let (table, _) = playing().await;
    table.server().lay_file("dozen.csv", DOZEN.as_bytes().to_vec());
    table.server().lay_file("board.png", board(1200, 900));
    table.slash("Anna", "/map pack file:@dozen.csv picture:@board.png").await;
    table.press("Bertil", "Confirm").await;
    table.press("Chiara", "Confirm").await;
    let mut tab = Tab::open(&browser, &table.server().page_url()).await;
    tab.on_a_phone().await;
    let filled = tab
        .run(
            "await sit('Anna'); await type('/map show'); await says('own map');
             const picture = await until('The map', () => [...document.querySelectorAll('#messages .picture img')].at(-1));
             await until('Its bytes', () => picture.complete && picture.naturalWidth > 0);
             const line = document.getElementById('composer');
             line.focus(); line.value = '/map point'; line.dispatchEvent(new Event('input'));
             (await until('The command', () => document.querySelector('[data-command=\"map point\"]'))).click();
             const area = await until('Its field', () => document.querySelector('[data-option=\"area\"]'));
             area.value = 'Outreach'; area.dispatchEvent(new Event('input'));
             picture.closest('button').click();
             const large = await until('The large picture', () => document.querySelector('dialog.viewer.placing[open] img'));
             await until('Its bytes', () => large.complete && large.naturalWidth > 0);
             const heading = document.getElementById('viewer-name').textContent;
             const box = large.getBoundingClientRect();
             const scale = Math.min(box.width / 1600, box.height / 1200);
             const at = { clientX: box.left + (box.width - 1600 * scale) / 2 + 400 * scale, clientY: box.top + (box.height - 1200 * scale) / 2 + 900 * scale, bubbles: true };
             large.dispatchEvent(new MouseEvent('click', at));
             const closed = !document.getElementById('viewer').open;
             return [heading, closed, document.querySelector('[data-option=\"x\"]').value, document.querySelector('[data-option=\"y\"]').value, document.documentElement.scrollWidth];",
        )
        .await;
    assert_eq!(
        [&filled[0], &filled[1], &filled[4]],
        [&json!("Tap where Outreach is"), &json!(true), &json!(390)]
    );
    // A finger falls on whole points of the screen, so it comes near to a quarter and three quarters.
    for (at, expected) in [(2, 25.0), (3, 75.0)] {
        let percent = filled[at].as_str().unwrap().trim_end_matches('%').parse::<f64>().unwrap();
        assert!((percent - expected).abs() < 0.5, "{filled}");
    }
    tab.run("document.getElementById('composer-form').requestSubmit(); await says('Outreach stands at');")
        .await;
    assert_eq!(tab.complaints, Vec::<String>::new());
    table.table.quiet().await.unwrap();
    table.close().await;
}
