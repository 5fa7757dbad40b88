//! Collects the ids of the rule ledger in `rules/`, so that an id written in the code is checked when it is compiled.

use std::{env, error::Error, fs, path::Path};

/// The ledger's files; `src/rules.rs` reads the same six.
const DOCUMENTS: [&str; 6] =
    ["house", "nationalism", "enhancements", "standard", "fast-battle", "middle-ages"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let mut ids = Vec::new();
    for document in DOCUMENTS {
        let path = format!("../rules/{document}.toml");
        println!("cargo:rerun-if-changed={path}");
        let text = fs::read_to_string(&path).map_err(|problem| format!("{path}: {problem}"))?;
        ids.extend(
            text.lines()
                .filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'))
                .map(str::to_owned),
        );
    }
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("the rule id {} stands twice in rules/", pair[0]).into());
    }
    let list: String = ids.iter().map(|id| format!("    RuleId({id:?}),\n")).collect();
    let out = env::var_os("OUT_DIR").ok_or("cargo gives the build script no OUT_DIR")?;
    fs::write(Path::new(&out).join("rule_ids.rs"), format!("&[\n{list}]\n"))?;
    Ok(())
}
