//! Packs in CSV, as any table program saves them.

use super::cells::{Column, shown};
use super::rows::{self, Row};
use super::{Fault, Pack};
use table::said;

/// What can part the cells. Table programs of some countries save semicolons.
const APART: [u8; 3] = [b',', b';', b'\t'];

/// The lines of a text, counted as a reader goes on.
struct Lines<'t> {
    text: &'t [u8],
    seen: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line on which the first byte stands that is no end of a line, from a byte on. Bytes are asked for in rising order.
    fn at(&mut self, byte: usize) -> usize {
        let from = self.seen.min(self.text.len());
        let empty = |at: &usize| matches!(self.text.get(*at), Some(b'\n' | b'\r'));
        let mut to = byte.clamp(from, self.text.len());
        while empty(&to) {
            to += 1;
        }
        self.line += self.text[from..to].iter().filter(|byte| **byte == b'\n').count();
        self.seen = to;
        self.line
    }
}

/// Reads a pack.
///
/// # Errors
/// The first fault.
pub(super) fn read(text: &str) -> Result<Pack, Fault> {
    let first = text.lines().next().unwrap_or_default();
    let count = |apart: &u8| first.bytes().filter(|byte| byte == apart).count();
    // Of those that stand equally often the first: a single column has none.
    let apart = APART.into_iter().rev().max_by_key(count).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(apart)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut lines = Lines { text: text.as_bytes(), seen: 0, line: 1 };
    let mut columns: Option<Vec<Option<Column>>> = None;
    let mut all = Vec::new();
    let mut record = csv::StringRecord::new();
    loop {
        let begins = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        let line = lines.at(begins);
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(why) => {
                return Err(Fault::new(
                    line,
                    1,
                    said!("This line cannot be read as CSV: {}.", why.to_string()),
                ));
            }
        }
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        match &columns {
            None => columns = Some(header(&record, line)?),
            Some(columns) => all.push(row(&record, line, columns)?),
        }
        // Two thousand areas are a pack; what is far beyond is not read on.
        if all.len() > super::MOST_AREAS {
            break;
        }
    }
    if columns.is_none() {
        return Err(Fault::new(
            1,
            1,
            said!("The file is empty. The first line names the columns: area, neighbours and others."),
        ));
    }
    rows::pack(all)
}

/// The columns by the first line; none for one without a name.
fn header(record: &csv::StringRecord, line: usize) -> Result<Vec<Option<Column>>, Fault> {
    let mut columns: Vec<Option<Column>> = Vec::new();
    for (n, cell) in record.iter().enumerate() {
        let at = |why| Fault::new(line, n + 1, why);
        if cell.trim().is_empty() {
            columns.push(None);
            continue;
        }
        let column = Column::by_key(cell).ok_or_else(|| {
            let all = Column::ALL.map(Column::key).join(", ");
            at(said!("\"{}\" is no column of a pack. There are {}.", shown(cell.trim()), all))
        })?;
        if columns.contains(&Some(column)) {
            return Err(at(said!("The column {} stands twice.", column.key())));
        }
        columns.push(Some(column));
    }
    if !columns.contains(&Some(Column::Area)) {
        return Err(Fault::new(
            line,
            1,
            said!("There is no column area. The first line names the columns, and that one must be there."),
        ));
    }
    Ok(columns)
}

fn row(record: &csv::StringRecord, line: usize, columns: &[Option<Column>]) -> Result<Row, Fault> {
    let mut row = Row { at: (line, 1), ..Row::default() };
    for (n, cell) in record.iter().enumerate() {
        let at = (line, n + 1);
        let cell = cell.trim();
        match columns.get(n).copied().flatten() {
            None if cell.is_empty() => {}
            None => {
                return Err(Fault::new(
                    at.0,
                    at.1,
                    said!("\"{}\" stands in a column that has no name.", shown(cell)),
                ));
            }
            Some(Column::Neighbours) => row.neighbours = rows::parts(cell, at),
            Some(column) => row.cells.push((column, cell.to_owned(), at)),
        }
    }
    Ok(row)
}
