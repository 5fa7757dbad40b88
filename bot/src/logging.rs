//! The log: what may be in it, and what never.
//!
//! The libraries below print whole request bodies and tokens at their finer levels, so a floor lies under them that no setting lowers. One of
//! them prints a whole event of the gateway where it cannot read it, with all that somebody typed in secret: `bot::gateway` tells that instead.
//! A panic is logged by its place alone: its message could hold anything.

use std::io::IsTerminal as _;
use tracing_subscriber::EnvFilter;

/// What no setting lowers.
pub const FLOOR: &str = "serenity=warn,serenity::gateway::ws=error,poise=warn,hyper=warn,hyper_util=warn,reqwest=warn,h2=warn,rustls=warn,tungstenite=warn,tokio_tungstenite=warn,axum=warn,tower=warn";

/// The filter that a setting comes to: it may raise anything, and lower nothing below the floor.
#[must_use]
pub fn filter(setting: &str) -> EnvFilter {
    let wanted = EnvFilter::try_new(setting).unwrap_or_else(|_| EnvFilter::new("info"));
    let floor = if setting == "error" { FLOOR.replace("=warn", "=error") } else { FLOOR.to_owned() };
    floor.split(',').fold(wanted, |filter, floor| match floor.parse() {
        Ok(directive) => filter.add_directive(directive),
        Err(_) => filter,
    })
}

/// Starts the log on standard error, and takes the message out of panics.
pub fn start(setting: &str) {
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter(setting))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .try_init();
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        tracing::error!(place, "something broke");
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_setting_lowers_the_floor() {
        for setting in ["trace", "serenity=trace", "serenity::http=debug,hyper=trace", "nonsense=="] {
            let shown = filter(setting).to_string();
            assert!(shown.contains("serenity=warn"), "{shown}");
            assert!(shown.contains("hyper=warn"), "{shown}");
            assert!(!shown.contains("serenity=trace") && !shown.contains("hyper=trace"), "{shown}");
        }
    }
}
