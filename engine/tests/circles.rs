//! No file of a game's crate hangs on more than a few others in a circle: what is in one can be read, and changed, without all of them.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most files that may hang on one another in a circle.
const MOST: usize = 7;

/// A module of a crate, by its path.
pub(crate) type Module = Vec<String>;

/// The modules of a crate with the modules that each names. One that names a module which it is part of names what is there for all.
fn named(src: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut texts = BTreeMap::new();
    read(src, &Vec::new(), &mut texts);
    let known: BTreeSet<Module> = texts.keys().cloned().collect();
    let of = |(module, text): (&Module, &String)| {
        let all = paths(text, module).into_iter().filter_map(|path| {
            let longest = (1..=path.len()).rev().map(|n| path[..n].to_vec());
            longest.into_iter().find(|path| known.contains(path))
        });
        (module.clone(), all.filter(|other| !module.starts_with(other)).collect())
    };
    texts.iter().map(of).collect()
}

/// The texts of the modules in a folder, without the tests at their ends.
pub(crate) fn read(folder: &Path, within: &Module, texts: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "tests" {
            continue;
        }
        let mut module = within.clone();
        if path.is_dir() {
            module.push(name);
            read(&path, &module, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            if !["mod", "lib"].contains(&name.as_str()) {
                module.push(name);
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            texts.insert(module, text.to_owned());
        }
    }
}

/// The paths from the crate's root that a text names, as `crate::…` or `super::…`; a list in braces names one each.
pub(crate) fn paths(text: &str, module: &Module) -> Vec<Module> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (at, _) in text.match_indices("::") {
        let before = &text[..at];
        let word = before.rfind(|c| !is_word(c)).map_or(0, |i| i + 1);
        let first = &before[word..];
        // Only where a path begins; in `super::super::` at the first.
        if !["crate", "super"].contains(&first) || before[..word].ends_with("::") {
            continue;
        }
        let mut base = if first == "crate" { Vec::new() } else { module.clone() };
        if first == "super" && base.pop().is_none() {
            continue;
        }
        let mut rest = &text[at + 2..];
        loop {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            if word.is_empty() {
                let list = rest.strip_prefix('{').and_then(|list| list.split('}').next()).unwrap_or_default();
                let ones =
                    list.split(',').map(|one| one.trim().split(|c| !is_word(c)).next().unwrap_or_default());
                found.extend(ones.filter(|one| !one.is_empty()).map(|one| {
                    let mut path = base.clone();
                    path.push(one.to_owned());
                    path
                }));
                break;
            }
            match word {
                "super" => _ = base.pop(),
                word => base.push(word.to_owned()),
            }
            match after.strip_prefix("::") {
                Some(more) => rest = more,
                None => {
                    found.push(base.clone());
                    break;
                }
            }
        }
    }
    found
}

/// All that can be come to from a module.
fn reached(from: &Module, named: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(module) = next.pop() {
        for other in named.get(&module).into_iter().flatten() {
            if reached.insert(other.clone()) {
                next.push(other.clone());
            }
        }
    }
    reached
}

/// The circles of a crate: modules each of which is come to from every other.
fn circles(named: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<BTreeSet<Module>> {
    let all: BTreeMap<&Module, BTreeSet<Module>> =
        named.keys().map(|module| (module, reached(module, named))).collect();
    let circle = |module: &Module| -> BTreeSet<Module> {
        let others = all[module].iter().filter(|other| all[*other].contains(module));
        others.cloned().collect()
    };
    named.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

#[test]
fn no_circle_of_empires_in_arms_has_more_than_seven_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for source in ["engine/eia/src", "commands/eia/src"] {
        let named = named(&root.join(source));
        assert!(named.len() > 80, "{source}: {}", named.len());
        let circles = circles(&named);
        assert!(circles.len() > 3, "{source} has small ones, which are found: {circles:?}");
        for circle in circles {
            let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            assert!(circle.len() <= MOST, "{source}: {} files in a circle: {names:?}", circle.len());
        }
    }
}

#[test]
fn a_circle_is_found_however_its_paths_are_written() {
    let module = |path: &str| -> Module { path.split("::").map(str::to_owned).collect() };
    let text = "use crate::a::{B, self};\nuse super::c::d::E;\nlet x = super::super::f::g();";
    let found = paths(text, &module("p::q"));
    assert_eq!(found, [module("a::B"), module("a::self"), module("p::c::d::E"), module("f::g")]);
    let of = |pairs: &[(&str, &[&str])]| -> BTreeMap<Module, BTreeSet<Module>> {
        let named = |others: &[&str]| others.iter().map(|other| module(other)).collect();
        pairs.iter().map(|(from, to)| (module(from), named(to))).collect()
    };
    let open = of(&[("a", &["b"]), ("b", &["c"]), ("c", &[])]);
    assert!(circles(&open).is_empty());
    let closed = of(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &["a"])]);
    assert_eq!(circles(&closed), BTreeSet::from([["a", "b", "c"].map(module).into()]));
}
