//! The buttons and the forms of declared orders.

use super::{Does, Field, Given, Orders, Part, Typed};
use crate::again;
use crate::answer::Answer;
use crate::asked::At;
use crate::custom_id::CustomId;
use crate::message::{Form, Input, Message};
use crate::present::Scene;
use crate::rooms::{Press, split};
use crate::speech::{Language, tree};
use serde_json::Value;
use table::view::RoundView;
use table::{Verb, said};

/// What stands before the word of an order in the code of what opens its form.
const FORM: &str = "form";

/// Discord's most lines of a form.
const LINES: usize = 5;

impl Orders {
    /// What an order comes to that was typed, or what is shown of what was asked for. A refused one can be tried again in its form.
    pub(super) async fn answer(&self, part: &Part, at: At<'_>, typed: Typed) -> Result<Message, Message> {
        let read = at.look(|scene| part.comes_to(scene, part.read(scene, &typed)?, 0));
        let message = match read.await? {
            Ok(Comes::Shown(shown)) => return Ok(shown),
            Ok(Comes::Order(verb)) => at.order(verb).await,
            Err(why) => why,
        };
        let form = CustomId {
            campaign: Some(at.campaign.to_owned()),
            prompt: 0,
            verb: self.form_of(part),
            acting: None,
        };
        Ok(again::offered(at.house, at.asked, message, &form, typed.fields()).await)
    }

    /// An option as the command calls it in the language that is spoken, with a capital.
    pub(super) fn called(&self, part: &Part, field: &Field) -> String {
        let path = format!("{} {} {}", self.command, part.word, field.name);
        capital(tree::called(crate::speech::spoken(), &path).map_or(field.name, |called| &called.name))
    }

    /// The verb of what opens the form of a part.
    pub(super) fn form_of(&self, part: &Part) -> String {
        format!("{}/{FORM}/{}", self.room, part.word)
    }

    /// The order that a code stands for, without the word of its room; `None` where it is of none of these.
    #[must_use]
    pub fn order_of(&self, code: &str) -> Option<Value> {
        let (word, fields) = split(code);
        let part = self.ordering(word).filter(|part| matches!(part.does, Does::Orders { .. }))?;
        part.of_code(fields)
    }

    /// What a button comes to; `None` where it is of no order of these.
    pub async fn pressed(&self, press: Press<'_>) -> Option<Answer> {
        if split(press.what).0 == FORM {
            return self.opens(press).await;
        }
        let order = self.order_of(press.what)?;
        let message = press.at().order(Verb::Game(order)).await;
        Some(press.at().with_desk(message).await.into())
    }

    /// The form of an order; `None` where it is of no order of these.
    pub(crate) async fn opens(&self, press: Press<'_>) -> Option<Answer> {
        let (_, word) = press.what.split_once('/').filter(|(form, _)| *form == FORM)?;
        let part = self.ordering(word)?;
        let language = press.asked.asker.language;
        let custom_id = CustomId::of(press.campaign, press.prompt, &format!("{}/{}", self.room, press.what));
        let form = |inputs| Form { title: self.title(part, language), custom_id, inputs };
        let Does::Seals { .. } = part.does else {
            return Some(form(self.lines(part, language, |_| String::new())).into());
        };
        let inputs = |scene: &Scene<'_>| -> Result<_, Message> {
            let round = part.round(scene, press.prompt)?;
            may_be_changed(round)?;
            Ok(self.lines(part, language, |field| field.sealed(scene, round)))
        };
        Some(press.at().show(inputs).await.map(form).into())
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
        let read = |scene: &Scene<'_>| part.comes_to(scene, part.read(scene, &typed)?, press.prompt);
        Some(match press.at().show(read).await {
            Ok(Comes::Order(verb)) => press.at().order(verb).await,
            Ok(Comes::Shown(message)) | Err(message) => message,
        })
    }

    /// The form's title: the command that it stands for.
    fn title(&self, part: &Part, language: Language) -> String {
        let own =
            |path: &str, name: &'static str| tree::called(language, path).map_or(name, |called| &called.name);
        let path = format!("{} {}", self.command, part.word);
        format!("/{} {}", own(self.command, self.command), own(&path, part.word))
    }

    /// The lines of a form, with what stands in each: the options as the command has them; of more than five, whose order it is and the last are
    /// left out.
    fn lines(&self, part: &Part, language: Language, stands: impl Fn(&Field) -> String) -> Vec<Input> {
        let line = |field: &Field| {
            let path = format!("{} {} {}", self.command, part.word, field.name);
            let called = tree::called(language, &path);
            Input {
                id: field.name,
                label: capital(called.map_or(field.name, |called| &called.name)),
                long: false,
                value: stands(field),
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
        self.parts.iter().find(|part| part.word == word && !matches!(part.does, Does::Shows(_)))
    }
}

/// What is done with what was read of a part.
enum Comes {
    Order(Verb),
    Shown(Message),
}

impl Part {
    /// What it comes to with these fields; what is sealed, in the round of this line of the record, or in the open one where it is 0.
    fn comes_to(&self, scene: &Scene<'_>, given: Given, line: u64) -> Result<Comes, Message> {
        Ok(match self.does {
            Does::Shows(shown) => Comes::Shown(shown(scene, &given)),
            Does::Orders { .. } => Comes::Order(Verb::Game(self.ordered(given))),
            Does::Seals { .. } => Comes::Order(Part::sealing(self.round(scene, line)?, given)),
        })
    }
}

/// An envelope that is not Final, so that the form of it opens.
fn may_be_changed(round: &RoundView) -> Result<(), Message> {
    let sealed = round.mine.as_ref().and_then(|mine| mine.sealed.as_ref());
    if sealed.is_some_and(|sealed| sealed.is_final) {
        return Err(said!("Your envelope is Final. Withdraw Final first, then seal another choice.").into());
    }
    Ok(())
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
