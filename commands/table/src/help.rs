//! `/help`: what one does next in a running campaign, else three lines and three buttons; not a manual.

use crate::asked::answer;
use crate::custom_id::CustomId;
use crate::message::{Component, Embed, Look, Message};
use crate::present::{Scene, asks, front, status};
use crate::speech::{spoken, tree};
use crate::{Context, Error, rooms, say};
use table::Stage;

/// What you can do now, or three lines to begin with
#[poise::command(slash_command)]
pub(crate) async fn help(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, |house, asked| async move {
        let running = match house.meant(&asked, None).await {
            Ok(id) => house.shown(&id, &asked.asker, in_play).await.ok().flatten(),
            Err(_) => None,
        };
        running.unwrap_or_else(to_begin_with).into()
    })
    .await
}

/// Three lines and three buttons, where nobody plays yet.
fn to_begin_with() -> Message {
    Message::text(say!(
        "Chancery is the game master of long board-wargame campaigns: it keeps secrets, clock, dice and record.\n\
         **To begin**, someone founds a campaign with /campaign found, and players take seats with /campaign join.\n\
         **Then** /desk always shows what is asked of you; nobody else sees your answers."
    ))
    .buttons(topics())
}

/// What who plays a running campaign does next; `None` for who has no seat in it, and where play has not begun or is over.
fn in_play(scene: &Scene<'_>) -> Option<Message> {
    let (view, seat) = (&scene.own, scene.own.seat()?);
    if view.stage != Stage::Playing {
        return None;
    }
    let asked = view.awaited.iter().any(|awaited| awaited.awaits(seat))
        || asks::beside(view).iter().any(|asks| asks.of.contains(seat));
    let mut lines = vec![format!("**{} · {}**", scene.title(), status::step(view))];
    lines.push(if asked {
        say!("Something is asked of you now: *My desk* says what, with the button for it.")
    } else {
        say!("Nothing is asked of you now; the card of the step says who is awaited.")
    });
    let front = front::of(view);
    lines.extend(front.and_then(|front| front.to_do(view)));
    let mut buttons = vec![scene.button(Look::Primary, &say!("My desk"), 0, "desk")];
    buttons.extend(front.map(|front| front.at_hand(scene)).unwrap_or_default().into_iter().take(4));
    let message = Message::text(lines.join("\n"));
    let words = front.map(|front| front.vocabulary(view)).unwrap_or_default();
    let message = if words.is_empty() {
        message
    } else {
        let lines: Vec<String> =
            words.into_iter().map(|(word, means)| format!("**{word}** · {means}")).collect();
        message.with(Embed::new(&say!("Words"), lines.join("\n")))
    };
    let message = match commands(scene) {
        Some(embed) => message.with(embed),
        None => message,
    };
    Some(message.buttons(buttons).buttons(topics()))
}

/// The game's own commands that are of use in this campaign, as they are registered, each with what it is for.
fn commands(scene: &Scene<'_>) -> Option<Embed> {
    let view = &scene.own;
    let front = front::of(view)?;
    let own = rooms::COMMANDS.iter().filter(|own| own.game == view.game_key && own.within.is_none());
    let mut lines: Vec<String> = own
        .map(|own| own.command())
        .filter(|command| front.has_command(view, &command.name))
        .map(|command| match tree::called(spoken(), &command.name) {
            Some(called) => format!("**/{}** · {}", called.name, called.description),
            None => format!("**/{}** · {}", command.name, command.description.unwrap_or_default()),
        })
        .collect();
    lines.sort_unstable();
    (!lines.is_empty()).then(|| Embed::new(&say!("Commands of this game"), lines.join("\n")))
}

/// The three topics, under the three lines and under each other.
fn topics() -> Vec<Component> {
    let button = |label: &str, topic: &str| {
        Component::button(Look::Secondary, label, CustomId::free(&format!("help/{topic}")))
    };
    vec![
        button(&say!("Playing"), "play"),
        button(&say!("Secrets"), "secrets"),
        button(&say!("Fair dice"), "dice"),
    ]
}

/// One of the three topics.
pub(crate) fn topic(topic: &str) -> Message {
    let (title, text) = match topic {
        "play" => (
            say!("Playing"),
            say!(
                "/campaign status says how things stand, /desk what you are asked for.\n/bid seals your bids for the powers; change them until you press *Make it Final*.\n/turn ready ends your part in a step, /away leaves a regent in your place.\n/strongbox holds your secret roster, /board tell the results of the board, /vote ask settles what is unclear.\n/dice roll understands `2d6+1`, `4d10`, `d6>=4`, `3d6 drop lowest`, `35%`.\n/rules show finds a rule by its number, its heading or any words.\n/turn undo takes back your own last act, never past dice or an opened secret."
            ),
        ),
        "secrets" => (
            say!("Secrets"),
            say!(
                "What you seal is seen by nobody until all envelopes are opened together, the host included. You get a receipt by direct message: what you sealed, its code, its salt. When it is opened, anyone can check that it is what you sealed. Who runs the bot could read its file; if he plays, his envelope is sealed before all others."
            ),
        ),
        _ => (
            say!("Fair dice"),
            say!(
                "Seeds are fixed before anyone joins, and published afterwards, epoch by epoch. Every player's word goes into every roll, so nobody can know or choose the dice.\n/audit roll shows what a roll was made from, /audit reveal (two players) publishes the seed at once, /campaign export gives the record, and `chancery verify` or the page it writes checks all of it."
            ),
        ),
    };
    Message::default().with(Embed::new(&title, text)).buttons(topics())
}
