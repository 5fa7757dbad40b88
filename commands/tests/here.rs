//! Declared orders as players type them, and what they and the council read: the words in which a subject is tested once through the front.
#![allow(clippy::unwrap_used)]

use crate::common::front::Front;
use crate::common::{Table, shown};
use crate::politics::{kept, of};
use commands::custom_id::CustomId;
use commands::house::Outcome;
use commands::rooms::ROOMS;
use engine::eia::powers::Power;
use engine::table::Verb;

/// A campaign of 1805 under way, in which the bot keeps politics and seven players have a power each.
pub struct Here {
    pub table: Table,
    front: Front,
    id: String,
}

impl Here {
    pub async fn of_1805() -> Here {
        let (table, front) = (Table::new(31, None), Front::new().await);
        let id = kept(&table).await;
        Here { table, front, id }
    }

    /// What a power's player reads who types a command, `/access grant to:Austria`. It is what he would read of its form.
    pub async fn types(&self, who: Power, command: &str) -> String {
        let mut words = command.trim_start_matches('/').split(' ');
        let (name, part) = (words.next().unwrap(), words.next().unwrap());
        let orders =
            ROOMS.iter().filter_map(|room| room.orders).find(|orders| orders.command == name).unwrap();
        let mut fields: Vec<(&str, String)> = Vec::new();
        for word in words {
            match (word.split_once(':'), fields.last_mut()) {
                (Some((field, value)), _) => fields.push((field, value.to_owned())),
                (None, Some((_, value))) => *value = format!("{value} {word}"),
                (None, None) => panic!("{command:?}: of which option is {word:?}?"),
            }
        }
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(field, value)| (*field, value.as_str())).collect();
        let form = CustomId::of(&self.id, 0, &format!("{}/form/{part}", orders.room));
        let user = of(&self.table, &self.id, who).await;
        self.front.fill(&self.table, user, &form, &fields).await.to_string()
    }

    /// What was sealed in the open round whose name begins with a word becomes Final.
    pub async fn finally(&self, who: Power, word: &str) -> String {
        let rounds = self.table.campaign(&self.id).await.public_view().rounds;
        let round = rounds.iter().find(|round| round.round.starts_with(word)).unwrap().round.clone();
        let asker = self.table.asker(of(&self.table, &self.id, who).await);
        match self.table.order(&self.id, &asker, Verb::Final { round }).await {
            Outcome::Done(message) => shown(&message),
            other => format!("{other:?}"),
        }
    }

    /// What was posted since, to all and to each.
    pub fn posted(&self) -> String {
        self.table.sent().iter().map(|sent| format!("{}\n", sent.text)).collect()
    }
}

#[tokio::test]
async fn what_is_typed_of_a_declared_order_is_ordered_and_told() {
    let here = Here::of_1805().await;
    let told =
        here.types(Power::Austria, "/access grant to:Great Britain conditions:until the year ends").await;
    assert!(
        told.contains("**Austria** grants Great Britain access. Its conditions: until the year ends"),
        "{told}"
    );
    assert!(here.posted().contains("**Austria** grants Great Britain access."));
    let told = here.types(Power::Austria, "/access grant to:Atlantis").await;
    assert!(told.contains("Atlantis") && told.contains("Try again"), "{told}");
    assert_eq!(here.posted(), "");
    assert!(here.finally(Power::Austria, "politics").await.contains("nothing sealed yet"));
}
