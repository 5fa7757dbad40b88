//! What the bot may do in a channel, each of its permissions by itself.

use crate::store::{Channel, Place, State};

/// A permission of the bot's that a channel can deny.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// See the channel; without it nothing else holds either.
    ViewChannel,
    /// Write in the channel, outside of its threads.
    SendMessages,
    /// Remove and pin messages of others.
    ManageMessages,
    /// Post embeds.
    EmbedLinks,
    /// Post files.
    AttachFiles,
    /// Read what was written before, and reply to it.
    ReadMessageHistory,
    /// Rename, archive, lock and remove threads.
    ManageThreads,
    /// Open threads that everybody sees.
    CreatePublicThreads,
    /// Open threads for some.
    CreatePrivateThreads,
    /// Write in the channel's threads.
    SendMessagesInThreads,
}

impl Permission {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::ViewChannel,
        Self::SendMessages,
        Self::ManageMessages,
        Self::EmbedLinks,
        Self::AttachFiles,
        Self::ReadMessageHistory,
        Self::ManageThreads,
        Self::CreatePublicThreads,
        Self::CreatePrivateThreads,
        Self::SendMessagesInThreads,
    ];

    /// Its bit in Discord's number.
    pub fn bit(self) -> u64 {
        1 << match self {
            Self::ViewChannel => 10,
            Self::SendMessages => 11,
            Self::ManageMessages => 13,
            Self::EmbedLinks => 14,
            Self::AttachFiles => 15,
            Self::ReadMessageHistory => 16,
            Self::ManageThreads => 34,
            Self::CreatePublicThreads => 35,
            Self::CreatePrivateThreads => 36,
            Self::SendMessagesInThreads => 38,
        }
    }
}

impl State {
    /// What the bot may do in a channel or thread, as Discord's number; a thread goes by the channel that it is in.
    pub fn bot_permissions(&self, channel: &Channel) -> u64 {
        let around = match channel.place {
            Place::Thread { parent, .. } => self.channel(parent).map_or(0, |parent| parent.denied),
            Place::Text | Place::Dm { .. } => 0,
        };
        let own = Permission::ALL.iter().fold(0, |all, one| all | one.bit());
        let left = (crate::project::MEMBER_PERMISSIONS | own) & !(channel.denied | around);
        if left & Permission::ViewChannel.bit() == 0 { 0 } else { left }
    }

    /// May the bot do that in a channel? In direct messages it may everything that there is.
    pub fn bot_may(&self, channel: u64, permission: Permission) -> bool {
        self.channel(channel).is_some_and(|channel| {
            matches!(channel.place, Place::Dm { .. }) || self.bot_permissions(channel) & permission.bit() != 0
        })
    }
}
