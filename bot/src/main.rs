//! Chancery.
fn main() {}
