//! What the tables hold, as plain rows. What can hold a secret has a `Debug` that does not show it.

use std::fmt;

/// A campaign: where it is played and what it is called. None of this is in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignRow {
    /// The campaign's id (10 characters, chosen when it was founded).
    pub id: String,
    /// The server it is played in.
    pub guild: u64,
    /// Its main channel.
    pub channel: u64,
    /// What the players call it.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// Whatever else the bot needs to know of the campaign's places, as JSON. Nothing secret.
    pub settings: String,
    /// When it was founded.
    pub founded: i64,
    /// Whether it has ended.
    pub archived: bool,
}

/// Who a person of the record is. This is what forgetting a user deletes.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonRow {
    /// The number that the record knows him by.
    pub person: u32,
    /// His id at Discord; none once he is forgotten. One user is one person in a campaign.
    pub user: Option<u64>,
    /// His name as shown; none once he is forgotten.
    pub name: Option<String>,
    /// The locale of his client when he last gave an order; none once he is forgotten.
    pub locale: Option<String>,
}

impl fmt::Debug for PersonRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PersonRow")
            .field("person", &self.person)
            .field("known", &self.user.is_some())
            .finish_non_exhaustive()
    }
}

/// The secret roots of one generation: a seed chain and a veil key.
#[derive(Clone, PartialEq, Eq)]
pub struct RootsRow {
    /// 0 at founding, one more for each new chain.
    pub generation: u32,
    /// The first epoch that this chain serves.
    pub first_epoch: u64,
    /// How many epochs the chain has.
    pub length: u64,
    /// The head of the seed chain.
    pub head: [u8; 32],
    /// The veil key.
    pub veil: [u8; 32],
}

impl fmt::Debug for RootsRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RootsRow")
            .field("generation", &self.generation)
            .field("first_epoch", &self.first_epoch)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

/// One entry of a campaign's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its place in the history, from 0 without gaps.
    pub seq: u64,
    /// Its index in the record, from 0 without gaps; none when it is kept off the record.
    pub line: Option<u64>,
    /// When it happened.
    pub at: i64,
    /// The public part, canonical JSON.
    pub public: String,
    /// The record's hash at this line; off the record, a hash of the entry alone.
    pub hash: Option<[u8; 32]>,
    /// What is not public, one part an audience.
    pub secrets: Vec<SecretPart>,
}

/// What an entry holds for one audience alone.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretPart {
    /// Who may see it.
    pub audience: String,
    /// The text; none once it was deleted.
    pub body: Option<String>,
    /// The seal's number, where its salt comes from the veil key.
    pub n: Option<u64>,
    /// The salt, where it is random; deleted with the text.
    pub salt: Option<[u8; 32]>,
    /// Whose personal text it is; such a text is deleted when he is forgotten.
    pub person: Option<u32>,
}

impl fmt::Debug for SecretPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretPart")
            .field("audience", &self.audience)
            .field("n", &self.n)
            .field("deleted", &self.body.is_none())
            .finish_non_exhaustive()
    }
}

/// A state kept so that the history need not be folded from its beginning. A cache: it may be dropped at any time.
#[derive(Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The number of the state's schema; a snapshot of another schema is not used.
    pub schema: u32,
    /// The state, in the writer's own encoding.
    pub state: Vec<u8>,
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("schema", &self.schema)
            .field("bytes", &self.state.len())
            .finish_non_exhaustive()
    }
}

/// Everything that a campaign is made of, as it was at one moment: what is needed to have it in memory, and to judge whether it is sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Every entry, in order.
    pub entries: Vec<Entry>,
    /// How many entries were committed; none in a backup from before they were counted.
    pub counted: Option<u64>,
    /// The snapshot, if one was asked and there is one of that schema.
    pub snapshot: Option<Snapshot>,
    /// How many entries the snapshot has taken in; 0 without one.
    pub from: u64,
    /// Every generation of roots, the newest last.
    pub roots: Vec<RootsRow>,
    /// How often somebody was forgotten in the campaign.
    pub forgotten: u64,
}

/// An interaction that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestRow {
    /// The interaction's id.
    pub id: u64,
    /// What was answered, for 24 hours, or until its campaign is gone or somebody in it is forgotten.
    pub reply: Option<Reply>,
}

/// What was answered to an interaction.
#[derive(Clone, PartialEq, Eq)]
pub struct Reply {
    /// The campaign it went to.
    pub campaign: String,
    /// Who asked.
    pub user: u64,
    /// When.
    pub at: i64,
    /// What he was answered (JSON).
    pub json: String,
}

impl fmt::Debug for Reply {
    // It can hold a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reply")
            .field("campaign", &self.campaign)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

/// A message that is kept up to date by editing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardRow {
    /// Its channel.
    pub channel: u64,
    /// Its message.
    pub message: u64,
}
