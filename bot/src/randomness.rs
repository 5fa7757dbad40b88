//! The operating system's randomness: for roots, ids, salts and keys.

use commands::chance::Randomness;

/// Fresh bytes from the operating system.
pub struct OperatingSystem;

impl Randomness for OperatingSystem {
    fn bytes(&self) -> Result<[u8; 32], String> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)
            .map_err(|_| "The operating system gives no random numbers.".to_owned())?;
        Ok(bytes)
    }
}

/// A random key of 32 letters and digits, for an address.
///
/// # Errors
/// A sentence where the operating system gives no random numbers.
pub fn key() -> Result<String, String> {
    let bytes = OperatingSystem.bytes()?;
    Ok(engine::table::hash::hex(&bytes[..16]))
}
