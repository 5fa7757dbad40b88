//! The made map.

use atlas::map::Map;
use std::path::Path;
use std::sync::LazyLock;

/// It.
pub static MAP: LazyLock<Map> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/eia/data/map");
    Map::read(&directory).unwrap_or_else(|fault| panic!("{fault}"))
});
