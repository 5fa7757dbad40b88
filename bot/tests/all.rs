//! The bot's tests, one program: from the outside, through the local Discord server.

mod answers;
mod bad_input;
mod barred;
mod battle_posts;
mod cli;
mod common;
mod damage;
mod delivery;
mod desk;
mod faults;
mod forgotten;
mod gateway;
mod help;
mod kill;
mod leak;
mod leak_europa;
mod leak_sardinia;
mod look_up;
mod operating;
mod pack_founding;
mod packs;
mod rehearsals;
mod simulate;
mod table_page;
mod two_servers;
mod verifier_page;

/// A file that nobody names is a file whose tests never run.
#[test]
fn every_file_of_tests_is_named() {
    for crate_name in ["engine", "engine/eia", "engine/europa", "commands", "bot"] {
        let folder = format!("{}/../{crate_name}/tests", env!("CARGO_MANIFEST_DIR"));
        let read = |file: &str| std::fs::read_to_string(file).expect("a file of the project");
        let manifest = read(&format!("{folder}/../Cargo.toml"));
        let named = read(&format!("{folder}/all.rs"));
        for entry in std::fs::read_dir(&folder).expect("the folder of the tests") {
            let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
            if let Some(module) = name.strip_suffix(".rs") {
                let is_named = named.contains(&format!("\nmod {module};\n"))
                    || manifest.contains(&format!("path = \"tests/{name}\""));
                assert!(is_named, "{crate_name}/tests/{name} is neither a module nor a program of its own");
            }
        }
    }
}
