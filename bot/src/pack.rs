//! `chancery pack check`: reads a pack of the game whose it is and says what it holds, or the first thing that is wrong in it and where.

use commands::present::front;
use std::io::Read as _;
use std::path::Path;

/// What a file holds as a pack.
///
/// # Errors
/// `FILE:LINE:COLUMN: reason` where it is none, or a sentence where it cannot be read.
pub fn check(file: &Path) -> Result<String, String> {
    let name = file.display();
    let unread = |e: std::io::Error| format!("{name} cannot be read: {e}.");
    let mut bytes = Vec::new();
    let all = || front::all().filter_map(|front| front.own_map());
    // One byte more than a pack may have shows that it has more.
    let most = all().map(|maps| maps.largest()).max().unwrap_or(0) + 1;
    let open = std::fs::File::open(file).map_err(unread)?;
    let long = open.metadata().map_err(unread)?.len();
    open.take(most).read_to_end(&mut bytes).map_err(unread)?;
    let maps = all().max_by_key(|maps| maps.fits(&bytes, &name.to_string()));
    let maps = maps.ok_or("No game is played on a map of one's own.")?;
    let largest = maps.largest();
    if bytes.len() as u64 > largest && long > most {
        return Err(format!(
            "{name}: The file has {long} bytes. A pack has at most {largest} ({} MiB).",
            largest >> 20
        ));
    }
    maps.report(&bytes, &name.to_string())
}
