//! A map of the group's own, as the front of a game knows it that is played on one.

use serde_json::Value;
use table::{Refusal, Said};

/// Whether a file is one of a game's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fits {
    /// It is not.
    No,
    /// It may be; what is wrong in it shows when it is read.
    Perhaps,
    /// It is, right or wrong: it has what only this game's have.
    Surely,
}

/// What a game makes of a map of the group's own that comes with a founding.
pub trait OwnMap: Sync {
    /// The largest table of one, in bytes.
    fn largest(&self) -> u64;

    /// The largest picture under one, in bytes.
    fn largest_picture(&self) -> u64;

    /// Whether a file is one of this game's, for who names no game. `file` is its name.
    fn fits(&self, _bytes: &[u8], _file: &str) -> Fits {
        Fits::Perhaps
    }

    /// Reads the table of one: its canonical form, and what it holds, in words. `file` is its name, `called` how a sentence calls it.
    ///
    /// # Errors
    /// A sentence with file, line and reason.
    fn read(&self, bytes: &[u8], file: &str, called: &str) -> Result<(String, String), Said>;

    /// What it holds, in lines, for who makes one. `file` is its name.
    ///
    /// # Errors
    /// `FILE:LINE:COLUMN: reason` where it is none.
    fn report(&self, bytes: &[u8], file: &str) -> Result<String, String>;

    /// Puts it among the choices of a founding, with the picture under it.
    ///
    /// # Errors
    /// A sentence where the picture is none.
    fn choose(&self, options: &mut Value, text: &str, picture: Option<&[u8]>) -> Result<(), Refusal>;
}
