//! What an operator does from the command line: export, verify, backup, restore, forget, invite; and what he is told when something is
//! wrong.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, COUNCIL, SEVEN, Table, advance, answer, open, refusal};
use local_discord::{Audience, Fault};
use std::path::{Path, PathBuf};

const LABEL: &str = "kanarienvogel in the harbour";

/// A table with play begun, a roll with a label, and the bids of two sealed; Bertil's may be final.
async fn playing() -> (Table, String) {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.begun(2).await;
    table.slash("Bertil", &format!("/dice roll what:2d6 for:\"{LABEL}\"")).await;
    table.slash("Anna", "/bid bids:\"1 2 3 4 5 6 7\"").await;
    (table, id)
}

fn run(table: &Table, arguments: &[&str]) -> (i32, String, String) {
    run_on(table.folder.path(), &table.database(), arguments)
}

fn run_on(folder: &Path, database: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut all = vec!["--database", database.to_str().unwrap()];
    all.extend(arguments);
    common::run(folder, &all)
}

/// Ends a table and keeps its folder.
async fn ended(table: Table) -> tempfile::TempDir {
    assert_eq!(table.server().violations(), []);
    let Table { table, folder, .. } = table;
    table.close().await;
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn export_and_verify() {
    let (table, id) = playing().await;
    // While the bot runs.
    let (code, out, error) = run(&table, &["export"]);
    assert_eq!((code, error.as_str()), (0, ""));
    let file = format!("{id}.jsonl");
    assert!(out.contains(&file) && out.contains("\"The Grand War\""), "{out}");
    let (_, text) = table.table.house.record(&id).await.unwrap();
    assert_eq!(std::fs::read_to_string(table.folder.path().join(&file)).unwrap(), text);
    for name in [id.as_str(), "The Grand War"] {
        let (code, _, error) = run(&table, &["export", name, "--out", "other.jsonl"]);
        assert_eq!((code, error.as_str()), (0, ""));
        assert_eq!(std::fs::read_to_string(table.folder.path().join("other.jsonl")).unwrap(), text);
    }
    let (code, out, error) = run(&table, &["export", "Nope"]);
    assert!(code == 1 && out.is_empty() && error.starts_with("Say which campaign"), "{error}");
    assert!(error.contains(&id) && error.contains("The Grand War"), "{error}");
    let (code, _, error) = run(&table, &["export", "--out", "no/such/folder.jsonl"]);
    assert!(code == 1 && error.contains("cannot be written"), "{error}");

    let (code, out, error) = run(&table, &["verify", &file]);
    assert_eq!((code, error.as_str()), (0, ""));
    let lines = text.lines().count();
    let head = text.lines().last().and_then(|line| line.get(6..70)).unwrap();
    assert!(out.starts_with(&format!("OK, open: {lines} lines, ends at head {head} of 20")), "{out}");
    assert!(out.contains(" UTC; compare with the newest post.\norders: "), "{out}");
    assert!(
        out.contains("unchecked: 1 roll waits for its seed, ") && out.contains("\nrolls_waiting: 1\n"),
        "{out}"
    );
    assert!(out.contains(&format!("\nlines: {}\n", text.lines().count())), "{out}");
    // Heads as players copy them from the channel.
    let posts = table.posts(COUNCIL).join("\n");
    std::fs::write(table.folder.path().join("heads.txt"), &posts).unwrap();
    let (code, out, error) = run(&table, &["verify", &file, "--heads", "heads.txt"]);
    assert_eq!((code, error.as_str()), (0, ""));
    let found: usize =
        out.lines().find_map(|line| line.strip_prefix("heads_found: ")).unwrap().parse().unwrap();
    assert!(found >= 3, "{out}");
    std::fs::write(table.folder.path().join("heads.txt"), format!("{posts}\nrecord 0123456789abcdef"))
        .unwrap();
    let (code, out, error) = run(&table, &["verify", &file, "--heads", "heads.txt"]);
    assert!(code == 1 && !out.contains("OK") && error.starts_with("WRONG"), "{out}{error}");
    assert!(error.contains("0123456789abcdef"), "{error}");
    // A file in which no head is recognised, or one that was not copied whole, checks nothing and says so.
    for (text, why) in
        [("", "No head is recognised"), ("0123456789", "not copied whole"), (&head[..15], "not copied whole")]
    {
        std::fs::write(table.folder.path().join("heads.txt"), text).unwrap();
        let (code, out, error) = run(&table, &["verify", &file, "--heads", "heads.txt"]);
        assert!(code == 1 && out.is_empty() && error.contains(why) && error.contains("16 or 64"), "{error}");
    }
    // Capitals are the same head; and the number of lines in a later post finds the record that was cut.
    let posted = format!("record {}, {lines} lines", head[..16].to_uppercase());
    std::fs::write(table.folder.path().join("heads.txt"), &posted).unwrap();
    let (code, out, _) = run(&table, &["verify", &file, "--heads", "heads.txt"]);
    assert!(code == 0 && out.contains("\nheads: 1 of 1 found.\n"), "{out}");
    let end = text.lines().take(lines - 1).collect::<Vec<_>>();
    let last_order = end.iter().rposition(|line| line.contains("\"k\":\"order\"")).unwrap();
    std::fs::write(table.folder.path().join("cut.jsonl"), end[..last_order].join("\n") + "\n").unwrap();
    let (code, out, _) = run(&table, &["verify", "cut.jsonl"]);
    assert!(code == 0 && out.starts_with(&format!("OK, open: {last_order} lines")), "{out}");
    let (code, out, error) = run(&table, &["verify", "cut.jsonl", "--heads", "heads.txt"]);
    assert!(code == 1 && out.is_empty(), "{out}");
    let cut = format!(
        "WRONG line {last_order}: The record is cut: it ends here, after {last_order} lines, but it had {lines}"
    );
    assert!(error.starts_with(&cut), "{error}");
    let (code, _, error) = run(&table, &["verify", &file, "--heads", "nowhere.txt"]);
    assert!(code == 1 && error.contains("nowhere.txt cannot be read"), "{error}");
    // The page stands beside the record, whether it is right or wrong.
    let (code, out, _) = run(&table, &["verify", &file, "--page"]);
    assert!(code == 0 && out.contains(&format!("{id}.html")), "{out}");
    let page = std::fs::read_to_string(table.folder.path().join(format!("{id}.html"))).unwrap();
    assert_eq!(page, chancery::verify::page(text.as_bytes(), &file));

    let damaged = text.replacen("word0", "word9", 1);
    std::fs::write(table.folder.path().join("damaged.jsonl"), &damaged).unwrap();
    let (code, out, error) = run(&table, &["verify", "damaged.jsonl"]);
    let line = 1 + text.lines().position(|line| line.contains("word0")).unwrap();
    assert!(code == 1 && out.is_empty() && error.starts_with(&format!("WRONG line {line}: ")), "{error}");
    for (name, bytes) in
        [("empty", Vec::new()), ("binary", vec![0xff; 100]), ("cut", text.as_bytes()[..900].to_vec())]
    {
        std::fs::write(table.folder.path().join(name), bytes).unwrap();
        let (code, _, error) = run(&table, &["verify", name]);
        assert!(code == 1 && error.starts_with("WRONG line "), "{name}: {error}");
    }
    let (code, _, error) = run(&table, &["verify", "nowhere.jsonl"]);
    assert!(code == 1 && error.contains("nowhere.jsonl cannot be read"), "{error}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_of_a_live_table_and_restore() {
    let (table, id) = playing().await;
    let folder = table.folder.path().to_owned();
    // A post waits for Discord when the backup is made.
    common::strike_posts(table.server(), 1, Fault::TooMany { retry_after: 4.0, scope: "user" });
    let asked =
        table.server().slash("Bertil", COUNCIL, "/dice roll what:d20 for:\"a letter by sea\"").unwrap();
    common::until("the roll", || table.server().answered(asked) == Some((true, false))).await;
    common::until("the limit", || table.server().requests().iter().any(|one| one.status == 429)).await;
    let (code, out, error) = run(&table, &["backup", "kept.db"]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains("holds every secret"), "{out}");
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(folder.join("kept.db")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "a backup is for its owner alone");
    }
    // Play goes on after it; what comes now is lost by the restore.
    table.since(0).await;
    table.slash("Anna", "/dice roll what:3d6").await;
    let lines = table.lines(&id).await;
    let (code, _, error) = run(&table, &["backup", "no/such/folder.db"]);
    assert!(code == 1 && error.contains("no backup was made"), "{error}");
    // Restoring over a database that is there, or in use, is refused.
    let (code, _, error) = run(&table, &["restore", "kept.db"]);
    assert!(code == 1 && error.contains("There is a database at"), "{error}");
    let (code, _, error) = run(&table, &["restore", "kept.db", "--replace"]);
    assert!(code == 1 && error.contains("Stop the bot first"), "{error}");
    assert_eq!(table.lines(&id).await, lines);
    let (clock, database) = (table.clock.clone(), table.database());
    let folder = ended(table).await;
    let (code, out, error) = run_on(folder.path(), &database, &["restore", "kept.db", "--replace"]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains("new words"), "{out}");
    let (code, _, error) = run_on(folder.path(), &database, &["restore", "nowhere.db", "--replace"]);
    assert!(code == 1 && error.contains("The backup cannot be used"), "{error}");

    // Opened again: it says that it was restored, and dice wait for new words.
    advance(&clock, 3600);
    let table = open(&database, clock.clone(), &[SEVEN[0], SEVEN[1]], 2).await.unwrap();
    let table = Table { table, clock, folder };
    table.since(0).await;
    let posts = table.posts(COUNCIL);
    assert_eq!(posts.iter().filter(|post| post.contains("Restored from a backup")).count(), 1, "{posts:#?}");
    assert!(!posts.iter().any(|post| post.contains("a letter by sea")), "{posts:#?}");
    assert!(posts.iter().any(|post| post.contains("new word")), "{posts:#?}");
    let says = refusal(&table.slash("Anna", "/dice roll what:2d6").await, "Anna");
    assert!(says.contains("word"), "{says}");
    // The sheet that lay sealed is asked for again.
    let desk = table.slash("Anna", "/desk").await;
    assert!(common::all_of(answer(&desk, "Anna")).contains("your envelope is awaited"), "{desk:#?}");
    for who in ["Anna", "Bertil"] {
        answer(&table.slash(who, &format!("/dice word word:after{}", who.to_lowercase())).await, who);
    }
    answer(&table.slash("Anna", "/dice roll what:2d6").await, "Anna");
    // What was held back goes out when the host says so, and nobody else can.
    assert!(!table.posts(COUNCIL).iter().any(|post| post.contains("a letter by sea")));
    refusal(&table.press("Bertil", "Release held messages").await, "Bertil");
    let seen = table.press("Anna", "Release held messages").await;
    assert!(answer(&seen, "Anna").text.contains("1 message is"), "{seen:#?}");
    let held = |posts: Vec<String>| posts.iter().filter(|post| post.contains("a letter by sea")).count();
    assert_eq!(held(table.posts(COUNCIL)), 1);
    // Once more releases nothing.
    let seen = table.press("Anna", "Release held messages").await;
    assert!(answer(&seen, "Anna").text.contains("0 messages"), "{seen:#?}");
    assert_eq!(held(table.posts(COUNCIL)), 1);
    // The record goes on, and verifies with the break in it.
    let (_, text) = table.table.house.record(&id).await.unwrap();
    engine::table::verify::verify(text.as_bytes(), &[]).unwrap();
    assert!(text.contains("\"k\":\"restored\""));
    assert!(
        !table
            .server()
            .seen()
            .iter()
            .any(|seen| matches!(&seen.to, Audience::Dm(_)) && seen.text.contains("Roll"))
    );
    // Opened a third time it is not restored once more.
    let (clock, folder) = (table.clock.clone(), ended(table).await);
    advance(&clock, 3600);
    let again = open(&database, clock.clone(), &[SEVEN[0], SEVEN[1]], 3).await.unwrap();
    let table = Table { table: again, clock, folder };
    answer(&table.slash("Anna", "/dice roll what:2d6").await, "Anna");
    assert!(!table.posts(COUNCIL).iter().any(|post| post.contains("Restored from a backup")));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forget_a_user() {
    let (table, id) = playing().await;
    let (user, clock, database) =
        (table.server().user_id("Bertil").unwrap(), table.clock.clone(), table.database());
    // Named so that no other byte of the file could be taken for him.
    let kept = |database: &Path| {
        let mut bytes = std::fs::read(database).unwrap();
        bytes.extend(std::fs::read(PathBuf::from(format!("{}-wal", database.display()))).unwrap_or_default());
        bytes
    };
    let has = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    let folder = ended(table).await;
    assert!(has(&kept(&database), "Bertil") && has(&kept(&database), LABEL));
    let (code, out, error) = run_on(folder.path(), &database, &["forget", &user.to_string()]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.starts_with("Forgotten in 1 campaign: 1 text and "), "{out}");
    assert!(!has(&kept(&database), "Bertil") && !has(&kept(&database), LABEL));
    // A user who is not there is no error; something that is no user is.
    let (code, out, _) = run_on(folder.path(), &database, &["forget", "42"]);
    assert!(code == 0 && out.starts_with("Forgotten in 0 campaigns"), "{out}");
    let (code, _, error) = run_on(folder.path(), &database, &["forget", "Bertil"]);
    assert!(code == 2 && error.contains("invalid value"), "{error}");
    // The record still verifies, and the seat is nobody's whom one could name.
    run_on(folder.path(), &database, &["export", "--out", "after.jsonl"]);
    let (code, out, _) = run_on(folder.path(), &database, &["verify", "after.jsonl"]);
    assert!(code == 0 && out.starts_with("OK, open: "), "{out}");
    advance(&clock, 3600);
    let table = open(&database, clock.clone(), &[SEVEN[0], SEVEN[1]], 2).await.unwrap();
    let table = Table { table, clock, folder };
    refusal(&table.slash("Bertil", "/dice roll what:2d6").await, "Bertil");
    let status = table.slash("Anna", "/campaign status").await;
    assert!(!common::all_of(answer(&status, "Anna")).contains("Bertil"), "{status:#?}");
    assert!(table.lines(&id).await > 3);
    table.close().await;
}

#[test]
fn invite_needs_a_token() {
    let folder = tempfile::tempdir().unwrap();
    for token in ["", "nonsense", "....", "MTIz", "not base64.x.y"] {
        let output =
            common::chancery().current_dir(folder.path()).arg("invite").env("CHANCERY_TOKEN", token).output();
        let (code, out, error) = common::told(&output.unwrap());
        if token == "MTIz" {
            assert!(code == 0 && out.contains("client_id=123&"), "{out}{error}");
        } else {
            assert!(
                code == 1 && out.is_empty() && error.contains("There is no token"),
                "{token}: {out}{error}"
            );
        }
    }
    let token = "MTQ1NjA3NDQ0Mzk4MDgwMDA4NA.CANARY.kanarienvogel";
    let output = common::chancery().arg("invite").env("CHANCERY_TOKEN", token).output().unwrap();
    let (code, out, error) = common::told(&output);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.starts_with("https://discord.com/oauth2/authorize?client_id=1456074443980800084&"), "{out}");
    assert!(!out.contains("CANARY") && !out.contains("kanarienvogel"), "{out}");
    // Nobody is asked for more than the bot uses: no administrator, no management of anything.
    let permissions: u64 = out.trim().rsplit("permissions=").next().unwrap().parse().unwrap();
    assert_eq!(permissions & (1 << 3 | 1 << 4 | 1 << 5 | 1 << 13 | 1 << 28 | 1 << 29), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_database_is_told_and_left_as_it_is() {
    let (table, _) = playing().await;
    let database = table.database();
    let folder = ended(table).await;
    let whole = std::fs::read(&database).unwrap();
    let damaged = folder.path().join("damaged.db");
    let name = damaged.to_str().unwrap();
    let all = |bytes: &[u8], expected: &str| {
        std::fs::write(&damaged, bytes).unwrap();
        for arguments in [&["export"][..], &["backup", "copy.db"], &["forget", "42"]] {
            let (code, out, error) = run_on(folder.path(), &damaged, arguments);
            assert!(code == 1 && out.is_empty(), "{arguments:?}: {out}{error}");
            assert!(error.contains(expected) && error.trim_end().ends_with('.'), "{arguments:?}: {error}");
            assert!(!error.contains("panicked"), "{error}");
            assert_eq!(std::fs::read(&damaged).unwrap(), bytes, "{arguments:?} changed the file");
        }
        let target = folder.path().join("restored.db");
        let (code, _, error) = run_on(folder.path(), &target, &["restore", name]);
        assert!(code == 1 && error.contains("The backup cannot be used"), "{error}");
        assert!(!target.exists() && !folder.path().join("copy.db").exists());
    };
    // Pages overwritten, cut short, no database at all.
    let mut torn = whole.clone();
    let half = torn.len() / 2;
    for page in torn[half..].chunks_mut(4096) {
        let to = page.len().min(200);
        page[..to].fill(0xaa);
    }
    all(&torn, "is damaged");
    all(&whole[..whole.len() / 2], "is damaged");
    all(
        b"This is a letter and no database. It goes on for a while, so that it is longer than a page's head.",
        "",
    );
    let (code, _, error) = run_on(folder.path(), &folder.path().join("nowhere.db"), &["export"]);
    assert!(code == 1 && error.contains("There is no database"), "{error}");
    // The bot does not start on it either.
    std::fs::write(&damaged, &torn).unwrap();
    let clock = std::sync::Arc::new(local_discord::VirtualClock::starting_at(chancery::rehearse::BEGINNING));
    let error = open(&damaged, clock, &SEVEN, 3).await.err().unwrap();
    assert!(error.contains("is damaged") && error.contains("chancery restore"), "{error}");

    // A byte of the record gone bad, which SQLite cannot see: the record's own hashes do.
    let mut wrong = whole.clone();
    let mut found = 0;
    for at in 0..wrong.len() - 16 {
        if wrong[at..].starts_with(b"\"word\":\"word0\"") {
            wrong[at + 12] = b'9';
            found += 1;
        }
    }
    assert!(found > 0);
    std::fs::write(&damaged, &wrong).unwrap();
    let (code, out, error) = run_on(folder.path(), &damaged, &["export"]);
    assert!(code == 1 && out.is_empty() && error.contains("does not follow"), "{out}{error}");
}

#[test]
fn the_local_table_does_not_start_by_itself_without_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, error) = common::run(folder.path(), &[]);
    assert!(code == 1 && out.is_empty() && error.contains("There is no Discord token"), "{out}{error}");
    // Nor with settings that are not right.
    std::fs::write(folder.path().join("config.toml"), "[table]\nport = \"many\"\n").unwrap();
    let (code, _, error) = common::run(folder.path(), &["table"]);
    assert!(code == 1 && error.contains("config.toml is not right at line 2"), "{error}");
}

#[test]
fn a_map_pack_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        common::run(folder.path(), &["pack", "check", name])
    };
    let table =
        "area,neighbours,money\nAldmark,Brunn; Cressy (river),5\nBrunn,Aldmark,\nCressy,Brunn,\nDorne,,\n";
    let (code, out, error) = check("board.csv", table);
    assert_eq!((code, error.as_str()), (0, ""));
    for line in [
        "OK\n",
        "areas         4\n",
        "borders       3\n",
        "parts         2 that no border joins\n",
        "money (1 of 4)",
        "not kept      province, terrain, manpower",
        "Aldmark names Cressy, which does not, Cressy names Brunn, which does not",
        "1 whose neighbours are not all kept: Dorne",
        "apart         Dorne\n",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    let (code, out, error) = check("board.csv", "area,neighbours\nAldmark,\nBrunn,Aldmrk\n");
    assert!(code == 1 && out.is_empty(), "{out}");
    assert!(error.starts_with("board.csv:3:2: \"Aldmrk\" is named as a neighbour"), "{error}");
    let (code, out, _) = check("board.toml", "[[area]]\nname = \"Aldmark\"\nneighbours = []\n");
    assert!(code == 0 && out.contains("areas         1"), "{out}");
    let (code, _, error) = check("board.toml", "[[area]]\nname = 3\n");
    assert!(code == 1 && error.starts_with("board.toml:2:8: "), "{error}");
    let (code, _, error) = check("large.csv", &"a".repeat(1024 * 1024 + 1));
    assert!(code == 1 && error.contains("1 MiB"), "{error}");
    let (_, _, error) = check("large.csv", &"a".repeat(1024 * 1024 + 500));
    assert!(error.contains("1049076 bytes"), "{error}");
    let (_, _, error) = check("board.csv", "GIF89a");
    assert!(error.contains("This file is a picture"), "{error}");
    // A map in one piece has no parts; what stands as ? is not kept.
    let (_, out, _) = check("board.csv", "area,neighbours,port\nAldmark,Brunn,?\nBrunn,Aldmark,-\n");
    assert!(!out.contains("parts") && out.contains("port (1 of 2)"), "{out}");
    // A pack of the Middle Ages is known by its rows.
    let isles = include_str!("../../engine/middle_ages/tests/isles.toml");
    let (code, out, error) = check("isles.toml", isles);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.starts_with("OK\nA pack of the Middle Ages, which replaces: 6 areas, 2 sea areas"), "{out}");
    assert!(out.contains("Nothing of this program's own stays beside it."), "{out}");
    let cards = &isles[isles.find("[[year]]").unwrap()..isles.find("[[event]]").unwrap()];
    let (_, out, _) = check("cards.toml", cards);
    assert!(out.contains("3 year cards") && out.contains("own stay: areas, sea areas, languages"), "{out}");
    let (code, out, error) = check("torn.toml", &cards.replace("rule = 5", "rule = 50"));
    assert!(code == 1 && out.is_empty(), "{out}");
    assert!(error.starts_with("torn.toml:10:1: rule: 50 is written."), "{error}");
    let (code, _, error) = common::run(folder.path(), &["pack", "check", "nowhere.csv"]);
    assert!(code == 1 && error.contains("nowhere.csv cannot be read"), "{error}");
}
