//! A form that was refused, tried again: what was typed into it is quoted, and a button opens it filled in.

use crate::asked::{Answer, Asked, At};
use crate::custom_id::CustomId;
use crate::drafts::{AGAIN, Fields, key};
use crate::house::House;
use crate::message::{Component, Embed, Form, Look, Message, clip};
use crate::rooms::{self, Press};
use crate::say;
use table::Secret;

/// The most characters that are quoted: an embed's text takes 4,096.
const LONGEST_QUOTE: usize = 3_900;

/// Fills a form with what its user typed into it in vain, as far as it fits.
pub(crate) fn fill(house: &House, user: u64, form: &mut Form) {
    let Some(id) = CustomId::read(&form.custom_id) else { return };
    let Some(kept) = house.drafts.of(user, &key(&id), house.now()) else { return };
    for input in &mut form.inputs {
        if let Some((_, text)) = kept.reveal().iter().find(|(name, _)| name == input.id) {
            text.clone_into(&mut input.value);
        }
    }
}

/// What is answered to a form, or to a command that stands for one: where it is a refusal, what was typed is quoted below it, and where
/// the form would open now there is a button that opens it filled in.
pub(crate) async fn answered(
    house: &House,
    asked: &Asked,
    message: Message,
    id: &CustomId,
    fields: Fields,
) -> Message {
    let mut message = message;
    let typed: Vec<&str> =
        fields.iter().map(|(_, text)| text.trim_end()).filter(|text| !text.trim().is_empty()).collect();
    if message.is_refusal() && !typed.is_empty() {
        let quoted = crate::present::names::harmless(&typed.join("\n").replace('`', "'"));
        let quoted = clip(&quoted, LONGEST_QUOTE);
        let embed = Embed::new(&say!("What you had typed, to copy"), format!("```\n{quoted}\n```"));
        message.typed = Some(Secret::new(Box::new(embed)));
    }
    offered(house, asked, message, id, fields).await
}

/// The same without the quotation, for what is short.
pub(crate) async fn offered(
    house: &House,
    asked: &Asked,
    message: Message,
    id: &CustomId,
    fields: Fields,
) -> Message {
    let (user, key) = (asked.asker.user, key(id));
    if !message.is_refusal() {
        house.drafts.drop(user, &key);
        return message;
    }
    let campaign = id.campaign.as_deref().unwrap_or_default();
    let press = Press { house, asked, campaign, prompt: id.prompt, what: "" };
    if !matches!(Box::pin(rooms::opens(&id.verb, press)).await, Some(Answer::Form(_))) {
        return message;
    }
    house.drafts.keep(user, &key, house.now(), fields);
    let again = CustomId { verb: format!("{AGAIN}{}", id.verb), ..id.clone() };
    // Beside what else stands below the refusal, as a screen that is refused on has all its rows.
    message.and_button(Component::button(Look::Primary, &say!("Try again"), again.written()))
}

impl At<'_> {
    /// What is answered to a command that stands for a form: the number the form carries and its verb, and what was typed by its inputs.
    pub async fn or_again(
        self,
        message: impl Into<Message>,
        (prompt, verb): (u64, &str),
        typed: &[(&str, &str)],
    ) -> Message {
        let campaign = Some(self.campaign.to_owned());
        let id = CustomId { campaign, prompt, verb: verb.to_owned(), acting: None };
        let fields = typed.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        answered(self.house, self.asked, message.into(), &id, fields).await
    }
}
