//! The slash command of declared orders. poise is given plain functions: which order is meant stands in the command's own data.

use super::{Field, Orders, Part, Suggests, Typed};
use crate::asked::{at_campaign, without_its_part};
use crate::words::{campaigns, suggest};
use crate::{Command, Context, Data, Error};
use poise::serenity_prelude::{CommandOptionType, CreateAutocompleteResponse, CreateCommandOption};
use poise::{BoxFuture, CommandParameter, FrameworkError};

/// What sets the kind and the bounds of an option.
pub(super) type Setter = fn(CreateCommandOption) -> CreateCommandOption;

/// A text of at most `MOST` characters.
pub(super) fn text<const MOST: u16>(option: CreateCommandOption) -> CreateCommandOption {
    option.kind(CommandOptionType::String).max_length(MOST)
}

/// A whole number within bounds.
pub(super) fn whole<const LEAST: u32, const MOST: u32>(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::Integer);
    option.min_number_value(f64::from(LEAST)).max_number_value(f64::from(MOST))
}

/// Yes or no.
pub(super) fn truth(option: CreateCommandOption) -> CreateCommandOption {
    option.kind(CommandOptionType::Boolean)
}

fn campaign(option: CreateCommandOption) -> CreateCommandOption {
    option.kind(CommandOptionType::String)
}

/// Which part of which subject a command is.
#[derive(Clone, Copy)]
pub(super) struct Which {
    pub(super) orders: &'static Orders,
    pub(super) part: &'static Part,
}

impl Which {
    fn of(ctx: Context<'_>) -> Option<Which> {
        ctx.command().custom_data.downcast_ref().copied()
    }
}

impl Orders {
    /// The slash command with a subcommand for each part.
    #[must_use]
    pub fn command(&'static self) -> Command {
        Command {
            slash_action: Some(|ctx| Box::pin(async move { without_its_part(ctx).await.or_else(never) })),
            subcommands: self.subcommands().collect(),
            ..named(self.command, self.about)
        }
    }

    /// The parts as subcommands of another command.
    pub fn subcommands(&'static self) -> impl Iterator<Item = Command> {
        self.parts.iter().map(move |part| Command {
            slash_action: Some(answered),
            parameters: part.parameters(),
            custom_data: Box::new(Which { orders: self, part }),
            ..named(part.word, part.about)
        })
    }
}

fn named(name: &'static str, about: &'static str) -> Command {
    Command {
        name: name.into(),
        identifying_name: name.into(),
        source_code_name: name.into(),
        description: Some(about.into()),
        ..Command::default()
    }
}

impl Part {
    fn parameters(&self) -> Vec<CommandParameter<Data, Error>> {
        let fields = self.fields.iter().filter(|field| field.is_option);
        let mut options: Vec<_> = fields.map(Field::parameter).collect();
        options.push(CommandParameter {
            autocomplete_callback: Some(|ctx, typed| Box::pin(campaigns(ctx, typed))),
            ..option("campaign", "Which campaign, where several could be meant", campaign)
        });
        options
    }
}

impl Field {
    fn parameter(&self) -> CommandParameter<Data, Error> {
        let suggests = !matches!(self.suggests, Suggests::Nothing);
        CommandParameter {
            required: self.is_required,
            autocomplete_callback: suggests.then_some(suggested as _),
            ..option(self.name, self.about, self.setter)
        }
    }
}

fn option(name: &'static str, about: &'static str, setter: Setter) -> CommandParameter<Data, Error> {
    CommandParameter {
        name: name.into(),
        name_localizations: Vec::new().into(),
        description: Some(about.into()),
        description_localizations: Vec::new().into(),
        required: false,
        channel_types: None,
        choices: Vec::new().into(),
        type_setter: Some(setter),
        autocomplete_callback: None,
        __non_exhaustive: (),
    }
}

/// No command returns an error.
fn never<T>(error: Error) -> T {
    match error {}
}

/// Answers a command of declared orders.
fn answered(ctx: Context<'_>) -> BoxFuture<'_, Result<(), FrameworkError<'_, Data, Error>>> {
    Box::pin(async move {
        let Some(Which { orders, part }) = Which::of(ctx) else { return Ok(()) };
        let typed = Typed::of_command(ctx.args);
        let campaign = typed.get("campaign").map(str::to_owned);
        at_campaign(ctx, campaign, move |asking| async move { orders.answer(part, asking.at(), typed).await })
            .await
            .or_else(never)
    })
}

/// What is suggested for the option that is being typed.
fn suggested<'a>(ctx: Context<'a>, partial: &'a str) -> BoxFuture<'a, CreateAutocompleteResponse> {
    use poise::serenity_prelude::ResolvedValue::Autocomplete;
    Box::pin(async move {
        let mut options = ctx.args.iter();
        let focused = options.find(|option| matches!(option.value, Autocomplete { .. }));
        let which = Which::of(ctx);
        let field = which.zip(focused).and_then(|(which, focused)| which.part.option(focused.name));
        suggest(ctx, partial, |scene| match which.zip(field) {
            Some((which, field)) => field.suggestions(which.part, scene, &Typed::of_command(ctx.args)),
            None => Vec::new(),
        })
        .await
    })
}
