//! Ids: Discord's snowflakes, made so that the same acts always get the same ones.

use super::{FOUNDED, State};

/// First millisecond of Discord's ids.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

// Lanes keep ids of different kinds apart within one second and independent of each other, so
// that two posts that race in different channels still get the same ids every time.
pub(super) const LANE_ACTS: u64 = 4095;
pub(super) const LANE_FILES: u64 = 4094;
pub(super) const LANE_COMMANDS: u64 = 4093;
pub(super) const LANE_DMS: u64 = 4092;
pub(super) const LANE_CHANNELS: u64 = 4091;
pub(super) const LANE_USERS: u64 = 4090;
pub(super) const LANE_FOUNDING: u64 = 4089;
pub(super) const LANE_DM_MESSAGES: u64 = 2048;

/// An id: the second, then the lane, then the count in that lane.
pub(super) fn snowflake(at: i64, lane: u64, count: u64) -> u64 {
    let milliseconds = at.saturating_mul(1000).saturating_sub(DISCORD_EPOCH);
    let milliseconds = u64::try_from(milliseconds).unwrap_or(0);
    (milliseconds << 22) + ((lane & 0xfff) << 19) + (count & 0x7_ffff)
}

/// A name's place in a lane (FNV-1a, cut to the lane's width).
pub(super) fn place_of(name: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, mix) & 0x7_ffff
}

impl State {
    pub fn act_id(&mut self) -> u64 {
        self.acts += 1;
        snowflake(self.now(), LANE_ACTS, self.acts)
    }

    pub fn file_id(&mut self) -> u64 {
        self.files += 1;
        snowflake(self.now(), LANE_FILES, self.files)
    }

    pub fn command_id(&mut self) -> u64 {
        self.made_commands += 1;
        snowflake(FOUNDED, LANE_COMMANDS, self.made_commands)
    }

    pub fn message_id(&mut self, channel: u64) -> u64 {
        let now = self.now();
        match self.channels.iter_mut().find(|one| one.id == channel) {
            Some(channel) => {
                channel.messages += 1;
                snowflake(now, channel.lane, channel.messages)
            }
            None => self.file_id(),
        }
    }

    pub fn next_order(&mut self) -> u64 {
        self.orders += 1;
        self.orders
    }
}
