//! Finds the languages in `languages/`, so that adding one is adding its two files.

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=languages");
    let here =
        env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo gives the build script no CARGO_MANIFEST_DIR")?;
    let folder = Path::new(&here).join("languages");
    let mut keys = Vec::new();
    for file in fs::read_dir(&folder)? {
        let name = file?.file_name().into_string().map_err(|_| "a file name in languages/ is no text")?;
        if let Some(key) = name.strip_suffix(".toml").filter(|key| !key.ends_with(".commands")) {
            keys.push(key.to_owned());
        }
    }
    keys.sort_unstable();
    let line = |key: &String| {
        let file = |name: String| format!("include_str!({:?})", folder.join(name));
        format!("    [{}, {}],\n", file(format!("{key}.toml")), file(format!("{key}.commands.toml")))
    };
    let list: String = keys.iter().map(line).collect();
    let out = env::var_os("OUT_DIR").ok_or("cargo gives the build script no OUT_DIR")?;
    fs::write(Path::new(&out).join("languages.rs"), format!("&[\n{list}]\n"))?;
    Ok(())
}
