//! `atlas`: makes, checks and draws the map of Europe about 1805.

use atlas::fault::Fault;
use atlas::{build, draw, geography::Geography, list::List, map::Map, write};
use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Makes the map of Europe about 1805 from public geography and a list kept by hand.
#[derive(Parser)]
#[command(version)]
struct Command {
    /// The list kept by hand.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/data"))]
    list: PathBuf,
    /// Where the made map lies.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/eia/data/map"))]
    map: PathBuf,
    #[command(subcommand)]
    order: Order,
}

#[derive(Subcommand)]
enum Order {
    /// Makes the map and writes its files.
    Build {
        /// The directory of Natural Earth's GeoJSON files.
        source: PathBuf,
    },
    /// Makes the map and says whether the files are what it makes.
    Check {
        /// The directory of Natural Earth's GeoJSON files.
        source: PathBuf,
    },
    /// Draws the made map: an .svg, or a .png.
    Draw {
        /// The file to write.
        out: PathBuf,
        /// A part of it: left, top, width and height in units of the map.
        #[arg(long, num_args = 4, allow_negative_numbers = true)]
        window: Option<Vec<i32>>,
        /// Its width in pixels.
        #[arg(long, default_value_t = 1350)]
        pixels: u32,
    },
}

fn made(source: &Path, list: &Path) -> Result<(Map, List), Fault> {
    let list = List::read(list)?;
    let (map, remarks) = build::build(&Geography::read(source)?, &list)?;
    for remark in remarks {
        eprintln!("look at {remark}");
    }
    Ok((map, list))
}

fn draw(map: &Path, out: &Path, window: Option<Vec<i32>>, pixels: u32) -> Result<(), Fault> {
    let window = window
        .as_deref()
        .and_then(|sides| Some((*sides.first()?, *sides.get(1)?, *sides.get(2)?, *sides.get(3)?)));
    let svg = draw::svg(&Map::read(map)?, window, pixels);
    let bytes = if out.extension().is_some_and(|kind| kind == "png") {
        let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../commands/table/fonts");
        let font =
            |name: &str| std::fs::read(fonts.join(name)).map_err(|why| Fault::file(&fonts.join(name), why));
        draw::png(&svg, vec![font("LiberationSans-Regular.ttf")?, font("LiberationSans-Bold.ttf")?])?
    } else {
        svg.into_bytes()
    };
    std::fs::write(out, bytes).map_err(|why| Fault::file(out, why))
}

fn obey(command: Command) -> Result<(), Fault> {
    match command.order {
        Order::Build { source } => {
            let (map, list) = made(&source, &command.list)?;
            let files = write::files(&map, &list)?;
            write::write(&files, &command.map)?;
            let bytes: usize = files.values().map(String::len).sum();
            println!("{} land areas, {} sea areas, {} kB", map.areas.len(), map.seas.len(), bytes / 1000);
            Ok(())
        }
        Order::Check { source } => {
            let (map, list) = made(&source, &command.list)?;
            for (name, text) in write::files(&map, &list)? {
                let path = command.map.join(name);
                if atlas::fault::text(&path)? != text {
                    return Err(Fault::file(&path, "is not what the list makes; run atlas build"));
                }
            }
            println!("The map is what the list makes.");
            Ok(())
        }
        Order::Draw { out, window, pixels } => draw(&command.map, &out, window, pixels),
    }
}

fn main() -> ExitCode {
    match obey(Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
