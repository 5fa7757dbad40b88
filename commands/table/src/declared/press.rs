//! The buttons and the forms of declared orders.

use super::{Does, Field, Orders, Part, Typed};
use crate::again;
use crate::answer::Answer;
use crate::asked::At;
use crate::custom_id::CustomId;
use crate::message::{Form, Input, Message};
use crate::rooms::{Press, split};
use crate::speech::{Language, tree};
use serde_json::Value;
use table::{Said, Verb};

/// What stands before the word of an order in the code of what opens its form.
const FORM: &str = "form";

/// Discord's most lines of a form.
const LINES: usize = 5;

impl Orders {
    /// What an order comes to that was typed, or what is shown of what was asked for. A refused one can be tried again in its form.
    pub(super) async fn answer(&self, part: &Part, at: At<'_>, typed: Typed) -> Result<Message, Message> {
        let read = at.look(|scene| -> Result<_, Said> {
            let given = part.read(scene, &typed)?;
            Ok(match part.does {
                Does::Shows(shown) => Err(shown(scene, &given)),
                Does::Orders { .. } => Ok(part.ordered(given)),
            })
        });
        let message = match read.await? {
            Ok(Err(shown)) => return Ok(shown),
            Err(why) => Message::refusal(why),
            Ok(Ok(order)) => at.order(Verb::Game(order)).await,
        };
        let form = CustomId {
            campaign: Some(at.campaign.to_owned()),
            prompt: 0,
            verb: format!("{}/{FORM}/{}", self.room, part.word),
            acting: None,
        };
        Ok(again::offered(at.house, at.asked, message, &form, typed.fields()).await)
    }

    /// The order that a code stands for, without the word of its room; `None` where it is of none of these.
    #[must_use]
    pub fn order_of(&self, code: &str) -> Option<Value> {
        let (word, fields) = split(code);
        self.ordering(word)?.of_code(fields)
    }

    /// What a button comes to; `None` where it is of no order of these.
    pub async fn pressed(&self, press: Press<'_>) -> Option<Answer> {
        if split(press.what).0 == FORM {
            return self.opens(press);
        }
        let order = self.order_of(press.what)?;
        let message = press.at().order(Verb::Game(order)).await;
        Some(press.at().with_desk(message).await.into())
    }

    /// The form of an order; `None` where it is of no order of these.
    pub(crate) fn opens(&self, press: Press<'_>) -> Option<Answer> {
        let (_, word) = press.what.split_once('/').filter(|(form, _)| *form == FORM)?;
        let part = self.ordering(word)?;
        let language = press.asked.asker.language;
        let custom_id = CustomId::of(press.campaign, 0, &format!("{}/{}", self.room, press.what));
        Some(Form { title: self.title(part, language), custom_id, inputs: self.lines(part, language) }.into())
    }

    /// What a form comes to that was sent; `None` where it is of no order of these.
    pub(crate) async fn sent(
        &self,
        press: Press<'_>,
        line: crate::present::front::Field<'_>,
    ) -> Option<Message> {
        let (_, word) = press.what.split_once('/').filter(|(form, _)| *form == FORM)?;
        let part = self.ordering(word)?;
        let typed = Typed::of_form(part, &|name| line(name));
        Some(match press.at().show(|scene| part.read(scene, &typed)).await {
            Err(why) => why,
            Ok(given) => press.at().order(Verb::Game(part.ordered(given))).await,
        })
    }

    /// The form's title: the command that it stands for.
    fn title(&self, part: &Part, language: Language) -> String {
        let own =
            |path: &str, name: &'static str| tree::called(language, path).map_or(name, |called| &called.name);
        let path = format!("{} {}", self.command, part.word);
        format!("/{} {}", own(self.command, self.command), own(&path, part.word))
    }

    /// The lines of a form: the options as the command has them; of more than five, whose order it is and the last are left out.
    fn lines(&self, part: &Part, language: Language) -> Vec<Input> {
        let line = |field: &Field| {
            let path = format!("{} {} {}", self.command, part.word, field.name);
            let called = tree::called(language, &path);
            Input {
                id: field.name,
                label: capital(called.map_or(field.name, |called| &called.name)),
                long: false,
                value: String::new(),
                placeholder: called.map_or(field.about, |called| &called.description).to_owned(),
                required: field.is_required,
                most: field.most,
            }
        };
        let (others, first) =
            part.fields.iter().filter(|field| field.is_option).partition::<Vec<_>, _>(|f| !f.is_first);
        others.into_iter().chain(first).take(LINES).map(line).collect()
    }

    fn ordering(&self, word: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.word == word && matches!(part.does, Does::Orders { .. }))
    }
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
