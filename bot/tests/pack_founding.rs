//! A group's own map that comes with the founding, as it is played on from the first day: what is wrong founds nothing; counters stand on
//! it, and who has what is told on it.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::chromium::browser;
use crate::common::tab::Tab;
use crate::common::{COUNCIL, LOUNGE, SEVEN, Table, all_of, button, refusal, table};
use local_discord::Seen;

/// Eight areas with points, two ports, and a border that is not kept.
const BOARD: &str = "\
area,province,neighbours,port,x,y
Northmark,Uplands,Eastvale; Westmoor (river),-,400,120
Eastvale,Uplands,Northmark; Highcliff,-,700,200
Westmoor,Lowlands,Northmark (river); Saltisle (strait 2),Broad Sound,250,330
Highcliff,Uplands,Eastvale; Ironpass,-,820,420
Ironpass,Uplands,Highcliff; Sundale,-,900,640
Sundale,Southland,Ironpass; ?,Warm Sea,640,760
Saltisle,,Westmoor (strait 2),Broad Sound,90,170
Outreach,,,,,
";

/// A small world of the Middle Ages.
const ISLES: &str = include_str!("../../engine/middle_ages/tests/isles.toml");

const NOTHING_FOUNDED: &str = "/campaign status";

fn text(seen: &[Seen]) -> String {
    seen.iter().map(all_of).collect::<Vec<_>>().join("\n")
}

/// The last picture of that name in what was seen.
fn picture(seen: &[Seen], name: &str) -> Vec<u8> {
    let mut all = seen.iter().rev().flat_map(|seen| &seen.files);
    let found = all.find(|(own, _)| own == name).map(|(_, bytes)| bytes.clone());
    let found = found.unwrap_or_else(|| panic!("{name}: {seen:#?}"));
    // Pictures that a person should look at go where CHANCERY_PICTURES says.
    if let Some(folder) = std::env::var_os("CHANCERY_PICTURES") {
        std::fs::write(
            std::path::Path::new(&folder).join(format!("founding-{}-{name}", found.len())),
            &found,
        )
        .unwrap();
    }
    found
}

/// A picture of a board: land in the sea.
fn board(wide: u32, high: u32) -> Vec<u8> {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\"><rect width=\"100%\" height=\"100%\" fill=\"#9DBFD6\"/>\
         <ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"#D9C58F\"/></svg>",
        wide / 2,
        high / 2,
        wide * 2 / 5,
        high * 2 / 5
    );
    commands::present::pictures::png(&svg, 1.0).unwrap()
}

async fn campaigns(table: &Table) -> usize {
    table.table.house.store.campaigns().await.unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_of_the_middle_ages_is_founded_with_a_pack() {
    let table = table(&SEVEN).await;
    table.server().lay_file("isles.toml", ISLES.as_bytes().to_vec());
    table.slash("Anna", "/campaign found name:Isles players:2 scenario:charlemagne map:@isles.toml").await;
    let seen = table.fill("Anna", &[("clock", "off")]).await;
    let told = text(&seen);
    assert!(
        told.contains("6 areas, 2 sea areas, 2 languages") && told.contains("1 band of raiders"),
        "{told}"
    );
    assert_eq!(campaigns(&table).await, 1);
    table.close().await;
}

/// Three sit down, choose their powers, and play begins.
async fn begun(table: &Table) {
    for (n, name) in SEVEN.iter().take(3).enumerate() {
        table.slash(name, &format!("/campaign join word:word{n}")).await;
    }
    table.slash("Anna", "/campaign start").await;
    table.chooses_powers(3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_pack_founds_nothing_and_says_where_it_is_wrong() {
    let table = table(&SEVEN).await;
    let server = table.server();
    server.lay_file("wrong.csv", b"area,neighbours\nA,B\nB,A\nC,D\n".to_vec());
    server.lay_file("wrong.toml", b"[[area]]\nname = \"A\"\ncolour = 1\n".to_vec());
    server.lay_file("large.csv", vec![b'a'; 1024 * 1024 + 1]);
    server.lay_file("board.csv", BOARD.as_bytes().to_vec());
    server.lay_file("notes.txt", b"not a picture".to_vec());
    server.lay_file("isles.toml", ISLES.as_bytes().to_vec());
    server.lay_file("torn.toml", ISLES.replacen("\"highfell\", \"ferry\"", "\"granje\"", 1).into_bytes());
    for (options, says) in [
        ("map:@wrong.csv", "wrong.csv, line 4, column 2: \"D\" is named as a neighbour"),
        ("map:@wrong.toml", "wrong.toml, line 3, column 1: "),
        ("map:@large.csv", "at most 1 MiB"),
        ("picture:@notes.txt", "the map's table comes with it"),
        ("map:@board.csv scenario:europa", "on the map of this program alone"),
        ("map:@isles.toml", "isles.toml, line "),
        ("scenario:charlemagne map:@board.csv", "board.csv, line 1, "),
        ("scenario:charlemagne map:@torn.toml", "torn.toml, line 3, column 1: granje is no key of [[area]]."),
    ] {
        let told = refusal(
            &table.slash("Anna", &format!("/campaign found name:War players:3 {options}")).await,
            "Anna",
        );
        assert!(told.contains(says), "{options}: {told}");
    }
    // A picture that is none is found out when the form is sent, and founds nothing either.
    table.slash("Anna", "/campaign found name:War players:3 map:@board.csv picture:@notes.txt").await;
    let seen = table.fill("Anna", &[]).await;
    assert!(text(&seen).contains("PNG or a JPEG"), "{seen:#?}");
    assert_eq!(campaigns(&table).await, 0);
    refusal(&table.slash("Anna", NOTHING_FOUNDED).await, "Anna");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_whose_map_is_gone_founds_nothing_and_is_tried_again_with_the_map() {
    let table = table(&SEVEN).await;
    table.server().lay_file("board.csv", BOARD.as_bytes().to_vec());
    // A wrong clock is refused; trying again has the map still.
    table.slash("Anna", "/campaign found name:War players:3 map:@board.csv").await;
    let seen = table.fill("Anna", &[("clock", "soon")]).await;
    assert_eq!(campaigns(&table).await, 0, "{seen:#?}");
    table.press("Anna", "Try again").await;
    crate::common::advance(&table.clock, 2 * 60 * 60);
    let seen = table.fill("Anna", &[("clock", "off")]).await;
    assert!(text(&seen).contains("not kept any more"), "{seen:#?}");
    assert_eq!(campaigns(&table).await, 0);
    // Nobody founds with another's map.
    table.slash("Anna", "/campaign found name:War players:3 map:@board.csv").await;
    table.fill("Anna", &[("clock", "soon")]).await;
    table.press("Anna", "Try again").await;
    let seen = table.fill("Anna", &[("clock", "off")]).await;
    assert!(text(&seen).contains("The map is the group's own, of 8 areas and 6 borders."), "{seen:#?}");
    assert_eq!(campaigns(&table).await, 1);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_founded_on_its_own_map_and_counters_stand_on_it() {
    let table = table(&SEVEN).await;
    table.server().lay_file("board.csv", BOARD.as_bytes().to_vec());
    table.server().lay_file("board.png", board(1000, 900));
    table
        .slash("Anna", "/campaign found name:\"The Printed War\" players:3 spare:Uncontrolled map:@board.csv picture:@board.png")
        .await;
    let seen = table.fill("Anna", &[]).await;
    assert!(text(&seen).contains("The map is the group's own, of 8 areas and 6 borders."), "{seen:#?}");
    let founded = seen.iter().find(|seen| all_of(seen).contains("was founded by")).unwrap();
    // The map of the founding post, before anyone has a seat.
    let message = table.server().messages(table.server().channel_id(COUNCIL).unwrap());
    let message = message
        .iter()
        .find(|one| one["content"].as_str().unwrap_or_default().contains("was founded"))
        .unwrap();
    let number = message["id"].as_str().unwrap().parse().unwrap();
    let seen = table.press_on("Bertil", number, &button(founded, "Map")).await;
    picture(&seen, "map.png");
    assert!(text(&seen).contains("own map**: 8 areas"), "{seen:#?}");

    begun(&table).await;
    let seen = table.slash("Anna", "/map area area:Sundale").await;
    assert!(text(&seen).contains("Others are not kept"), "{seen:#?}");

    // Counters: names while they are typed are those of this map.
    let names = async |typed: &str| {
        let mark = table.mark();
        table.server().autocomplete("Anna", COUNCIL, &format!("/map place what:x at:{typed}"), "at").unwrap();
        let seen = table.since(mark).await;
        seen.iter().map(|seen| seen.text.clone()).collect::<Vec<_>>().join("\n")
    };
    assert!(names("northm").await.contains("Northmark"));
    assert!(names("vienn").await.is_empty());
    assert!(names("broad").await.contains("Broad Sound · sea area"));
    table.slash("Anna", "/strongbox keep what:\"I Corps: 14 infantry, 2 cavalry\"").await;
    let seen = table.slash("Anna", "/map place what:\"I Corps\" at:northmark").await;
    assert!(text(&seen).contains("I Corps stands at Northmark."), "{seen:#?}");
    table.slash("Anna", "/map place what:\"Home Fleet\" at:\"Broad Sound\"").await;
    table.slash("Anna", "/map place what:\"Far Fleet\" at:\"sea: Gulf of Nowhere\"").await;
    table.slash("Bertil", "/map place what:\"V Corps\" at:Outreach").await;
    table.slash("Bertil", "/map place what:\"II Corps\" at:own/Northmark").await;
    let told = refusal(&table.slash("Anna", "/map place what:\"I Corps\" at:Vienna").await, "Anna");
    assert!(told.contains("no area of this campaign's map") && told.contains("sea: Broad Sound"), "{told}");

    // Each sees all of them, and the strength of his own alone.
    let seen = table.slash("Anna", "/map area area:Northmark").await;
    let card = text(&seen);
    assert!(card.contains("I Corps 14i 2c") && card.contains("II Corps"), "{card}");
    let with_strength = picture(&seen, "map-part.png");
    let seen = table.slash("Bertil", "/map area area:Northmark").await;
    assert!(text(&seen).contains("I Corps") && !text(&seen).contains("14i"), "{seen:#?}");
    assert_ne!(with_strength, picture(&seen, "map-part.png"));
    let seen = table.slash("Bertil", "/map show").await;
    let flagged = picture(&seen, "map.png");
    let says = text(&seen);
    assert!(says.contains("Not in the picture: ") && says.contains("V Corps (Outreach)"), "{says}");
    assert!(says.contains("Far Fleet (Gulf of Nowhere)") && !says.contains("Home Fleet ("), "{says}");

    // Who has what is told by any player, and told anew.
    table.slash("Bertil", "/map control where:Uplands whose:France").await;
    table.press("Anna", "Confirm").await;
    let seen = table.press("Chiara", "Confirm").await;
    assert!(text(&seen).contains("**France** has Uplands now."), "{seen:#?}");
    let seen = table.slash("Anna", "/map control where:Ironpass whose:Aus").await;
    assert!(text(&seen).contains("does not count yet"), "{seen:#?}");
    table.press("Bertil", "Confirm").await;
    let seen = table.press("Chiara", "Confirm").await;
    assert!(text(&seen).contains("**Austria** has Ironpass now."), "{seen:#?}");
    let seen = table.slash("Bertil", "/map show").await;
    assert_ne!(flagged, picture(&seen, "map.png"));
    let says = text(&seen);
    assert!(
        says.contains("Hatched, Austria: Ironpass.") && says.contains("Hatched, France: Northmark, "),
        "{says}"
    );
    let seen = table.slash("Dmitri", "/map area area:Highcliff").await;
    assert!(text(&seen).contains("**France** has it, as its players tell."), "{seen:#?}");
    let told = refusal(&table.slash("Anna", "/map control where:Munich whose:France").await, "Anna");
    assert!(told.contains("no area of this campaign's map"), "{told}");
    let told = refusal(&table.slash("Anna", "/map control where:Ironpass whose:Sweden").await, "Anna");
    assert!(told.contains("is no power of this campaign"), "{told}");
    table.slash("Anna", "/map control where:Ironpass").await;
    table.press("Bertil", "Confirm").await;
    let seen = table.press("Chiara", "Confirm").await;
    assert!(text(&seen).contains("Ironpass is again as the map has it."), "{seen:#?}");

    // From another channel the one campaign is meant; the record verifies and holds the picture's digest alone.
    let seen = table.slash_in(LOUNGE, "Anna", "/map show where:Westmoor").await;
    picture(&seen, "map-part.png");
    let id = table.table.house.store.campaigns().await.unwrap()[0].id.clone();
    let (_, record) = table.table.house.record(&id).await.unwrap();
    engine::table::verify::verify(record.as_bytes(), &[]).unwrap();
    assert!(record.contains(&engine::table::hash::sha256(&[&board(1000, 900)]).hex()));
    assert!(record.len() < 400_000 && !record.contains("14 infantry"), "{}", record.len());
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_founds_with_a_file_and_shows_its_map() {
    let Some(browser) = browser() else { return };
    let table = table(&SEVEN).await;
    let mut tab = Tab::open(&browser, &table.server().page_url()).await;
    tab.on_a_phone().await;
    let lines = serde_json::to_string(BOARD).unwrap();
    tab.run(&format!(
        "await sit('Anna');
         const line = document.getElementById('composer');
         line.focus(); line.value = '/campaign found'; line.dispatchEvent(new Event('input'));
         (await until('The command', () => document.querySelector('[data-command=\"campaign found\"]'))).click();
         (await until('Its options', () => document.querySelector('[data-add-option=\"name\"]'))).click();
         const name = await until('Its field', () => document.querySelector('[data-option=\"name\"]'));
         name.value = 'War'; name.dispatchEvent(new Event('input'));
         document.querySelector('[data-add-option=\"map\"]').click();
         const chooser = await until('The file', () => document.querySelector('[data-file-of=\"map\"]'));
         const files = new DataTransfer(); files.items.add(new File([{lines}], 'board.csv', {{ type: 'text/csv' }}));
         chooser.files = files.files; chooser.dispatchEvent(new Event('change'));
         await until('Its name', () => document.querySelector('.file-pick .name')?.textContent === 'board.csv' && !document.querySelector('.file-pick').textContent.includes('on its way'));
         document.getElementById('composer-form').requestSubmit();
         await fill({{ ceiling: '20', clock: 'off' }}); await says('was founded by');"
    ))
    .await;
    let wide = tab
        .run(
            "await type('/map show'); await says('own map');
             const picture = await until('The map', () => [...document.querySelectorAll('#messages .picture img')].at(-1));
             await until('Its bytes', () => picture.complete && picture.naturalWidth > 0);
             return [picture.naturalWidth, document.documentElement.scrollWidth];",
        )
        .await;
    assert_eq!(wide, serde_json::json!([1600, 390]));
    assert_eq!(tab.complaints, Vec::<String>::new());
    table.table.quiet().await.unwrap();
    table.close().await;
}
