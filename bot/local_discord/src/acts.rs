//! What tests and rehearsals let members do.

use std::sync::Arc;

use serde_json::Value;

use crate::LocalDiscord;
use crate::interact::Act;

impl LocalDiscord {
    /// A command as a person types it: `/campaign found name:"The Grand War" players:7`. `channel`
    /// is a channel's or thread's name, or `dm`. Gives the interaction's id.
    ///
    /// An option that takes a file is given one as `file:@map.png`: one that was laid at hand with
    /// [`LocalDiscord::lay_file`], or else the file of that path below [`Settings::folder`](crate::Settings::folder).
    ///
    /// # Errors
    ///
    /// A sentence, where Discord's own client would not send it.
    pub fn slash(&self, user: &str, channel: &str, line: &str) -> Result<u64, String> {
        self.shared.typed(user, channel, line, None)
    }

    /// Asks for suggestions while `focused_option` of that line is being typed. They come as
    /// [`Kind::Choices`].
    ///
    /// # Errors
    ///
    /// A sentence, where Discord's own client would not ask.
    pub fn autocomplete(
        &self,
        user: &str,
        channel: &str,
        line: &str,
        focused_option: &str,
    ) -> Result<u64, String> {
        self.shared.typed(user, channel, line, Some(focused_option))
    }

    /// Lays a file at hand, so that a typed line can name it as `@name`.
    pub fn lay_file(&self, name: &str, bytes: Vec<u8>) {
        self.shared.state().at_hand.insert(name.to_owned(), Arc::new(bytes));
    }

    /// Sets the locale in which a member's client speaks, as `fi`.
    ///
    /// # Errors
    ///
    /// A sentence, where there is no such member or Discord has no such locale.
    pub fn set_locale(&self, user: &str, locale: &str) -> Result<(), String> {
        self.shared.set_locale(user, locale)
    }

    /// Writes a plain message as a member. A bot without the intents for it does not hear of it.
    ///
    /// # Errors
    ///
    /// A sentence, where Discord's client would not send it.
    pub fn say(&self, user: &str, channel: &str, text: &str) -> Result<(), String> {
        let mut state = self.shared.state();
        let user = state.must_find(user)?;
        let channel = state.place_of(user, channel)?;
        state.chat(user, channel, text).map(|_| ())
    }

    /// Presses the button of that label on the newest message the member sees it on.
    ///
    /// # Errors
    ///
    /// A sentence, where there is no such enabled button.
    pub fn press(&self, user: &str, label: &str) -> Result<u64, String> {
        self.shared.press(user, label)
    }

    /// Presses a button, or chooses in a menu, on a given message: also an old one.
    ///
    /// # Errors
    ///
    /// A sentence, where the member does not see it, or it is disabled.
    pub fn use_component(
        &self,
        user: &str,
        message: u64,
        custom_id: &str,
        values: Option<Vec<String>>,
    ) -> Result<u64, String> {
        let act = {
            let state = self.shared.state();
            let user = state.must_find(user)?;
            state.component_act(user, message, custom_id, values, None)?
        };
        Ok(self.shared.begin(act))
    }

    /// Chooses in the menu of that placeholder or custom id, on the newest message the member
    /// sees it on; values by label or value, members and channels by name.
    ///
    /// # Errors
    ///
    /// A sentence, where there is no such menu or value.
    pub fn choose(&self, user: &str, menu: &str, values: &[String]) -> Result<u64, String> {
        self.shared.choose(user, menu, values)
    }

    /// Fills and sends the form the member has open; fields by label or custom id, those left out
    /// keep what stood in them.
    ///
    /// # Errors
    ///
    /// A sentence, where no form is open, a field is unknown, or Discord's client would not send.
    pub fn fill(&self, user: &str, fields: &[(String, String)]) -> Result<u64, String> {
        self.shared.fill(user, fields)
    }

    /// An interaction that no client of Discord's would send, past every check of theirs: `kind` 2
    /// is a command, 3 a component (which stands on `message`), 5 a form; `data` is Discord's
    /// object. `channel` is a channel's or thread's name, or `dm`.
    ///
    /// # Errors
    ///
    /// A sentence, where there is no such member or channel.
    pub fn forge(
        &self,
        user: &str,
        channel: &str,
        kind: u8,
        message: Option<u64>,
        data: Value,
    ) -> Result<u64, String> {
        let act = {
            let mut state = self.shared.state();
            let user = state.must_find(user)?;
            let channel = state.place_of(user, channel)?;
            Act {
                user,
                channel,
                kind,
                data,
                command: String::new(),
                source: message,
                opener: None,
                focused: None,
                asker: None,
                said: format!("forges an interaction of kind {kind}"),
            }
        };
        Ok(self.shared.begin(act))
    }
}
