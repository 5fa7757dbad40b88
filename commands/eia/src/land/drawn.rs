//! The marches of a power as a picture: those that are lodged and the one that is thought of, each an arrow with its number, over who stands where.

use super::present::panel;
use super::{nobody, own};
use crate::map::present::arrows::{Arrow, window_of};
use crate::map::present::flags::{Flag, flags};
use crate::map::present::frame::Window;
use crate::map::present::held::held;
use crate::map::present::picture::{View, picture};
use eia::Position;
use eia::land::phase::Order;
use eia::map::AreaId;
use eia::oob::Control;
use eia::powers::Power;
use table_commands::asked::At;
use table_commands::drawn::beside;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::{say, speech};

/// What a picture of marches shows.
pub(super) struct Drawn {
    control: Control,
    arrows: Vec<Arrow>,
    flags: Vec<Flag>,
    held: Vec<(AreaId, Power)>,
}

impl Drawn {
    /// Of a power: what it has lodged, and the ways of the march that is thought of.
    pub(super) fn of(scene: &Scene<'_>, now: &Position, power: Power, drafted: Vec<Vec<AreaId>>) -> Drawn {
        let (lodged, lines) = panel::numbered(scene, power);
        let arrow = |(number, order): (usize, Order)| {
            let Order::March { corps, way, .. } = order else { return None };
            let from = now.pieces.corps.get(corps.first()?)?.stand.area()?;
            Some(Arrow { number, way: std::iter::once(from).chain(way).collect(), is_draft: false })
        };
        let mut arrows: Vec<Arrow> = lodged.into_iter().filter_map(arrow).collect();
        let new = drafted.into_iter().zip(lines + 1..);
        arrows.extend(new.map(|(way, number)| Arrow { number, way, is_draft: true }));
        Drawn { control: Control::of(&scene.public.scenario), arrows, flags: flags(scene), held: held(scene) }
    }

    /// What of the map it shows: the ways, those that are thought of alone where there are any.
    fn window(&self) -> Option<Window> {
        let drafts = self.arrows.iter().any(|arrow| arrow.is_draft);
        window_of(self.arrows.iter().filter(|arrow| arrow.is_draft == drafts))
    }

    /// A message with the picture; without one where there is no march to show.
    pub(super) async fn beside(self, at: At<'_>, message: Message) -> Message {
        let Some(window) = self.window() else { return message };
        let says = speech::in_language(at.asked.asker.language, || {
            say!("The marches on the map, each an arrow with its number.")
        });
        let Drawn { control, arrows, flags, held } = self;
        let view = View { flags, held, numbers: true, arrows, ..View::of(window, control) };
        beside(at.house, at.asked, message, ("marches.png".to_owned(), says), move || picture(&view)).await
    }
}

/// All that a power has lodged, as a picture.
pub(super) async fn lodged(at: At<'_>, power: Power) -> Result<Message, Message> {
    let (message, drawn) = at
        .show_or(
            |scene| {
                let (now, _) = own(scene)?;
                Some((panel::of(scene, power, "")?, Drawn::of(scene, &now, power, Vec::new())))
            },
            nobody,
        )
        .await?;
    Ok(drawn.beside(at, message).await)
}
