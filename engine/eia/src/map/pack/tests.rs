#![allow(clippy::unwrap_used)]
use super::*;
use crate::map::{AreaId, Arrows, land_path};
use proptest::prelude::*;

const DOZEN: &str = "\
area,neighbours,money,terrain,port,x,y
Aldmark,Brunn; Cressy (river),5,clear,-,100,120
Brunn,Aldmark; Dorne,3,forest,-,200,110
Cressy,Aldmark (river); ?,,mountain,,150,220
Dorne,Brunn; Eyre (strait 2),2,,Grey Sea,300,140
Eyre,Dorne (strait 2),4,marsh,yes,380,150
Fenn (Lower),-,1,,,,
Grim,,,,,,
";

fn read(text: &str) -> Pack {
    Pack::read_csv(text).unwrap()
}

fn why(text: &str) -> (usize, usize, String) {
    let fault = Pack::read_csv(text).unwrap_err();
    assert!(fault.why.ends_with(['.', ']']), "{}", fault.why);
    (fault.line, fault.column, fault.why.to_string())
}

#[test]
fn a_table_is_read_and_what_is_empty_is_not_kept() {
    let pack = read(DOZEN);
    assert_eq!(pack.areas().len(), 7);
    let board = Board::of(pack.clone());
    let spot = |name: &str| board.by_name(name).unwrap();
    assert_eq!(board.entry(spot("Aldmark")).number(Column::Money), Some(5));
    assert_eq!(board.entry(spot("Cressy")).number(Column::Money), None);
    assert_eq!(board.entry(spot("aldmark")).point(), Some((100, 120)));
    assert_eq!(board.entry(spot("Grim")).point(), None);
    assert!(
        board.is_complete(spot("Fenn (Lower)"))
            && !board.is_complete(spot("Grim"))
            && !board.is_complete(spot("Cressy"))
    );
    assert_eq!(board.beside(spot("Fenn (Lower)")), Answer::Kept(Vec::new()));
    assert_eq!(board.beside(spot("Grim")), Answer::NotKept);
    assert_eq!(board.between(spot("Dorne"), spot("Eyre")), Answer::Kept(Some(Kind::Strait(2))));
    assert_eq!(board.between(spot("Aldmark"), spot("Eyre")), Answer::Kept(None));
    assert_eq!(board.between(spot("Cressy"), spot("Grim")), Answer::NotKept);
}

#[test]
fn tables_of_other_programs_are_read() {
    let same = read("area,neighbours\nA,B (river)\nB,A (river)\n");
    for other in [
        "\u{feff}area;neighbours\r\nA;B (river)\r\nB;A (river)\r\n",
        "Area\tNeighbors\nA\tB (River)\nB\tA ( river )\n",
        "name,neighbours,\n\n\"A\",\"B (river)\",\n,,\nB,A (river)",
        "neighbours,area\nb (river),A\na (river),B\n",
    ] {
        assert_eq!(read(other), same, "{other}");
    }
    assert_eq!(read("area\nA\n").csv(), "area\nA\n");
    let two = read("area;neighbours\nA;\"B (river); C\"\nB;A (river)\nC;?\n");
    assert_eq!(two.csv(), "area,neighbours\nA,B (river); C\nB,A (river)\nC,\n");
}

#[test]
fn toml_says_the_same() {
    let toml = "\
[[area]]
name = \"Aldmark\"
neighbours = [\"Brunn\", \"Cressy (river)\"]
money = 5
port = false

[[area]]
name = \"Brunn\"
neighbours = [\"Aldmark\"]
port = \"Grey Sea\"
x = 10
y = 20

[[area]]
name = \"Cressy\"

[[area]]
name = \"Fenn\"
neighbours = []
";
    let pack = Pack::read(toml.as_bytes(), Format::Toml).unwrap();
    let csv = "area,neighbours,money,port,x,y\nAldmark,Brunn; Cressy (river),5,-,,\nBrunn,Aldmark,,Grey Sea,10,20\nCressy,,,,,\nFenn,-,,,,\n";
    assert_eq!(pack.csv(), csv);
    for (text, line, says) in [
        ("[[area]]\nname = \"A\"\ncolour = 3\n", 3, "colour"),
        ("[[area]]\nname = \"A\"\nmoney = \"much\"\n", 3, "money|integer|u32"),
        (
            "[[area]]\nname = \"A\"\n\n[[area]]\nname = \"B\"\nneighbours = [\n  \"A\",\n  \"C\",\n]\n",
            8,
            "\"C\" is named as a neighbour",
        ),
        ("[[area]\n", 1, "TOML"),
        ("[[area]]\nname = \"A\"\n[[area]]\nname = \"a\"\n", 3, "told twice"),
    ] {
        let fault = Pack::read(text.as_bytes(), Format::Toml).unwrap_err();
        assert_eq!(fault.line, line, "{text}: {fault}");
        assert!(says.split('|').any(|says| fault.why.contains(says)), "{text}: {fault}");
    }
    assert_eq!(Format::of_name("Board.TOML"), Format::Toml);
    assert_eq!(Format::of_name("board.csv"), Format::Csv);
}

#[test]
fn a_wrong_table_is_refused_with_its_line_and_the_reason() {
    for (text, line, column, says) in [
        ("", 1, 1, "The file is empty"),
        ("area,neighbours\n", 1, 1, "There is no area"),
        ("neighbours,money\nA,3\n", 1, 1, "no column area"),
        ("area,colour\nA,red\n", 1, 2, "\"colour\" is no column"),
        ("area,money,money\nA,1,2\n", 1, 3, "stands twice"),
        ("area,money\nA,1\nB,-1\n", 3, 2, "\"-1\" is no whole number"),
        ("area,money\nA,1\n\n\nB,3.5\n", 5, 2, "\"3.5\" is no whole number"),
        ("area,money\nA,+1\n", 2, 2, "no whole number"),
        ("area,forage\nA,21\n", 2, 2, "from 0 to 20"),
        ("area,terrain\nA,swamp\n", 2, 2, "\"swamp\" is no terrain"),
        ("GIF89a,neighbours\n", 1, 1, "is a picture"),
        ("area,neighbours\nA,B\n", 2, 2, "\"B\" is named as a neighbour"),
        ("area,neighbours\nParis,Lile\nLille,\n", 2, 2, "The nearest name is Lille"),
        ("area,neighbours\nA,B (rivr)\nB,A\n", 2, 2, "\"rivr\" is no kind of border"),
        ("area,neighbours\nA,B (strait 9)\nB,\n", 2, 2, "no kind of border"),
        ("area,neighbours\nA,A\n", 2, 2, "no neighbour of itself"),
        ("area,neighbours\nA,B; b\nB,\n", 2, 2, "named twice"),
        ("area,neighbours\nA,B (river)\nB,\nC,\nB2,\n\nB3,A (open)\n", 7, 2, ""),
        ("area,neighbours\nA,-; B\nB,\n", 2, 2, "stands alone"),
        ("area,neighbours\nA,?; B\nB,\n", 2, 2, "stands last"),
        ("area\nA\nÁ\n", 3, 1, "told twice: it stands in line 2"),
        ("area,money\n,3\n", 2, 1, "names no area"),
        ("area,x\nA,3\n", 2, 2, "x stands alone"),
        ("area\n=1+1\n", 2, 1, "begins with a letter"),
        ("area\nA,3\n", 2, 2, "no name"),
    ] {
        if says.is_empty() {
            continue;
        }
        let (at, cell, told) = why(text);
        assert!(told.contains(says), "{text:?}: {told}");
        assert_eq!((at, cell), (line, column), "{text:?}: {told}");
    }
    let (line, _, told) = why("area,neighbours\nA,B (river)\nB,A\n");
    assert!(line == 3 && told == "Between B and A is \"open\" here and \"river\" in line 2.", "{told}");
    let bytes = [b"area\nA\nK".as_slice(), &[0xE4], b"ln\n"].concat();
    let fault = Pack::read(&bytes, Format::Csv).unwrap_err();
    assert_eq!((fault.line, fault.column), (3, 2), "{fault}");
    let large = vec![b'a'; LARGEST + 1];
    assert!(Pack::read(&large, Format::Csv).unwrap_err().why.contains("1 MiB"));
    let many: String =
        std::iter::once("area\n".to_owned()).chain((0..=MOST_AREAS).map(|n| format!("A{n}\n"))).collect();
    assert_eq!(why(&many).0, MOST_AREAS + 2);
    let told = Pack::read_csv("area\n=\n").unwrap_err().told("my.csv");
    assert!(told.starts_with("my.csv, line 2, column 1: "), "{told}");
}

#[test]
fn ways_are_found_and_what_is_not_kept_is_said() {
    let board = Board::of(read(DOZEN));
    let spot = |name: &str| board.by_name(name).unwrap();
    let names = |spots: &[Spot]| spots.iter().map(|spot| board.name(*spot).to_owned()).collect::<Vec<_>>();
    let Way::Found { entered, points, unsure } = board.way(spot("Aldmark"), spot("Eyre")) else { panic!() };
    assert_eq!((names(&entered), points), (vec!["Brunn".into(), "Dorne".into(), "Eyre".into()], 4));
    assert_eq!(names(&unsure), ["Cressy"]);
    let Way::Found { unsure, .. } = board.way(spot("Aldmark"), spot("Brunn")) else { panic!() };
    assert!(unsure.is_empty());
    assert_eq!(board.way(spot("Aldmark"), spot("Grim")), Way::NotKept(vec![spot("Cressy")]));
    assert_eq!(board.way(spot("Fenn (Lower)"), spot("Grim")), Way::None);
    assert!(matches!(board.way(spot("Grim"), spot("Aldmark")), Way::NotKept(_)));
    let (reached, open) = board.reach(spot("Aldmark"), 1);
    assert_eq!(reached.len(), 3);
    assert!(open.is_empty());
    assert_eq!(board.reach(spot("Aldmark"), 2).1, [spot("Cressy")]);
    assert_eq!(board.parts(), 3);
}

#[test]
fn a_province_touches_where_a_neighbour_is_of_it() {
    let board = Board::of(read("area,province,neighbours\nA,Red,B; C\nB,Blue,A\nC,,A; ?\nD,Green,\n"));
    let spot = |name: &str| board.by_name(name).unwrap();
    assert_eq!(board.touches("Blue", spot("A")), Answer::Kept(true));
    assert_eq!(board.touches("Red", spot("A")), Answer::Kept(false));
    // C is of a province that is not kept.
    assert_eq!(board.touches("Green", spot("A")), Answer::NotKept);
    assert_eq!(board.touches("Red", spot("D")), Answer::NotKept);
    assert_eq!(board.touches("Green", spot("B")), Answer::Kept(false));
}

#[test]
fn a_report_tells_what_is_kept_and_what_looks_wrong() {
    let report = read("area,neighbours,money\nA,B; C,3\nB,A,\nC,D,\nD,C; ?,\nE,,\nF,-,\n").report();
    assert_eq!((report.areas, report.borders, report.parts), (6, 3, 3));
    assert!(report.kept.contains(&(Column::Money, 1)) && report.kept.contains(&(Column::Neighbours, 5)));
    assert_eq!(report.one_sided, [("A".to_owned(), "C".to_owned())]);
    assert_eq!(report.untold, ["D", "E"]);
    assert_eq!(report.apart, ["E"]);
}

#[test]
fn corrections_change_both_sides() {
    let pack = read(DOZEN);
    let border = |area: &str, other: &str, border: &str| Edit::Border {
        area: area.to_owned(),
        other: other.to_owned(),
        border: border.to_owned(),
    };
    let value = |area: &str, column, value: &str| Edit::Value {
        area: area.to_owned(),
        column,
        value: value.to_owned(),
    };
    let after = pack.with(&border("grim", "Cressy", "river")).unwrap();
    let csv = after.csv();
    assert!(csv.contains("Grim,,Cressy (river); ?,"), "{csv}");
    assert!(csv.contains("Cressy,mountain,Aldmark (river); Grim (river); ?,"), "{csv}");
    assert_eq!(read(&after.csv()), after);
    let after = pack.with(&border("Aldmark", "Brunn", "none")).unwrap();
    let board = Board::of(after);
    let spot = |name: &str| board.by_name(name).unwrap();
    assert_eq!(board.between(spot("Aldmark"), spot("Brunn")), Answer::Kept(None));
    let after = pack.with(&value("Grim", Column::Neighbours, "Eyre; Fenn (Lower) (arrow 2)")).unwrap();
    assert_eq!(read(&after.csv()), after);
    let board = Board::of(after.clone());
    let spot = |name: &str| board.by_name(name).unwrap();
    assert_eq!(board.between(spot("Fenn (Lower)"), spot("Grim")), Answer::Kept(Some(Kind::Arrow(2))));
    assert!(board.is_complete(spot("Grim")));
    let alone = after.with(&value("Grim", Column::Neighbours, "-")).unwrap();
    assert_eq!(Board::of(alone).known(spot("Eyre")).len(), 1);
    assert_eq!(pack.with(&value("Grim", Column::Money, "")), Ok(pack.clone()));
    assert!(pack.with(&value("Grim", Column::Area, "Grym")).unwrap().csv().contains("\nGrym,"));
    let pointed = pack.with_point("grim", (7, 9)).unwrap();
    assert_eq!(pointed.areas()[6].point(), Some((7, 9)));
    for (edit, says) in [
        (border("Aldmark", "Aldmark", "open"), "itself"),
        (border("Aldmark", "Nowhere", "open"), "\"Nowhere\" is no area"),
        (border("Aldmark", "Brunn", "wall"), "\"wall\" is no kind of border"),
        (value("Aldmark", Column::Money, "many"), "no whole number"),
        (value("Aldmark", Column::Area, "Brunn"), "already"),
        (value("Aldmark", Column::Area, ""), "has a name"),
        (value("Aldmark", Column::X, "3"), "/map point"),
        (value("Aldmark", Column::Neighbours, "Nowhere"), "\"Nowhere\" is named"),
    ] {
        let refused = pack.with(&edit).unwrap_err();
        assert!(refused.contains(says), "{refused}");
    }
    assert!(pack.with_point("Grim", (100_001, 0)).is_err());
}

#[test]
fn the_map_of_this_program_is_a_pack_too_with_the_same_ways() {
    let pack = Pack::shipped();
    let text = pack.csv();
    assert_eq!(read(&text), pack);
    assert!(text.len() < 200 * 1024, "{}", text.len());
    let report = pack.report();
    assert!(report.one_sided.is_empty() && report.untold.is_empty());
    let board = Board::of(pack);
    for (from, to) in [("paris", "vienna"), ("madrid", "st-petersburg"), ("naples", "amsterdam")] {
        let (from, to) = (AreaId::by_key(from).unwrap(), AreaId::by_key(to).unwrap());
        let march = land_path(from, to, Arrows::HOUSE, |_| true).unwrap();
        let spot = |area: AreaId| board.by_name(area.name()).unwrap();
        let Way::Found { entered, points, unsure } = board.way(spot(from), spot(to)) else { panic!() };
        assert_eq!(points, march.points);
        let same: Vec<&str> = march.entered.iter().map(|area| area.name()).collect();
        assert_eq!(entered.iter().map(|spot| board.name(*spot)).collect::<Vec<_>>(), same);
        assert!(unsure.is_empty());
    }
}

#[test]
fn a_name_that_ends_like_a_kind_of_border_is_told_apart() {
    let pack = read("area,neighbours\nPo (river),A\nA,Po (river) (open)\n");
    assert_eq!(read(&pack.csv()), pack);
    assert!(pack.csv().contains("A,Po (river) (open)"), "{}", pack.csv());
}

/// Rows of a table, some of them wrong.
fn tables() -> impl Strategy<Value = String> {
    let cell = prop_oneof![
        Just(String::new()),
        "[A-F]",
        "[A-F] \\((open|river|strait 2|arrow)\\)",
        "[A-F]; [A-F]; \\?",
        "[0-9]{1,3}",
        Just("-".to_owned()),
        "\\PC{0,8}",
    ];
    let row = prop::collection::vec(cell, 1..6);
    prop::collection::vec(row, 0..8).prop_map(|rows| {
        let mut text = "area,neighbours,money,port,province\n".to_owned();
        for (n, mut row) in rows.into_iter().enumerate() {
            row[0] = if row[0].is_empty() {
                String::new()
            } else {
                ["A", "B", "C", "D", "E", "F", "G", "H"][n].to_owned()
            };
            text += &row.join(",");
            text.push('\n');
        }
        text
    })
}

proptest! {
    #[test]
    fn no_text_breaks_the_readers(text in "\\PC{0,200}", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for format in [Format::Csv, Format::Toml] {
            let _ = Pack::read(text.as_bytes(), format);
            let _ = Pack::read(&bytes, format);
        }
        let _ = Pack::read_csv(&format!("area,neighbours,money\n{text}"));
        let _ = Pack::read(format!("[[area]]\nname = {text:?}\nneighbours = [{text}]").as_bytes(), Format::Toml);
    }

    #[test]
    fn what_is_saved_is_read_again_to_the_same_bytes(text in tables()) {
        if let Ok(pack) = Pack::read_csv(&text) {
            let saved = pack.csv();
            let again = Pack::read_csv(&saved).unwrap();
            prop_assert_eq!(&again, &pack);
            prop_assert_eq!(again.csv(), saved);
            let board = Board::of(pack);
            for from in board.all() {
                for to in board.all() {
                    // Both directions are of one length, and nothing asked of a pack breaks.
                    match (board.way(from, to), board.way(to, from)) {
                        (Way::Found { points, .. }, Way::Found { points: back, .. }) => prop_assert_eq!(points, back),
                        (Way::Found { .. }, _) | (_, Way::Found { .. }) => prop_assert!(false),
                        _ => {}
                    }
                    let _ = board.between(from, to);
                }
            }
        }
    }
}
