//! How a campaign stands between two orders, and what its readers see of it: worked out once for each who asks.

use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use table::{By, Campaign, View};

/// Of how many who asked a view is kept, the latest: seven players with their partners, and a few who watch.
const MOST: usize = 16;

/// A campaign that stands as it is: an order makes another one of it. So what somebody sees of it stays the same too.
pub struct Standing {
    campaign: Campaign,
    public: OnceLock<Arc<View>>,
    own: Mutex<Vec<(By, bool, Arc<View>)>>,
}

impl From<Campaign> for Standing {
    fn from(campaign: Campaign) -> Standing {
        Standing { campaign, public: OnceLock::new(), own: Mutex::default() }
    }
}

// Only read: whoever could change it would leave views behind that are true no more.
impl Deref for Standing {
    type Target = Campaign;
    fn deref(&self) -> &Campaign {
        &self.campaign
    }
}

impl Standing {
    /// What everybody sees.
    #[must_use]
    pub fn public_view(&self) -> Arc<View> {
        Arc::clone(self.public.get_or_init(|| Arc::new(self.campaign.public_view())))
    }

    /// What a person sees: as the holder of his seat, or as the public; `is_operator` where he runs this bot.
    #[must_use]
    pub fn view_for(&self, asker: By, is_operator: bool) -> Arc<View> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., view)) =
            own.iter().find(|(by, operator, _)| (*by, *operator) == (asker, is_operator))
        {
            return Arc::clone(view);
        }
        let view = Arc::new(self.campaign.view_for(asker, is_operator));
        if own.len() == MOST {
            own.remove(0);
        }
        own.push((asker, is_operator, Arc::clone(&view)));
        view
    }
}

/// What who asks sees. It is worked out when somebody looks: where dice fall in the council, nobody does.
pub enum Own<'a> {
    /// Worked out already.
    Seen(Arc<View>),
    /// The campaign's, for who asks.
    Of {
        /// The campaign.
        standing: &'a Standing,
        /// Who asks.
        asker: By,
        /// Whether he runs this bot.
        is_operator: bool,
        /// It, once somebody has looked.
        seen: OnceLock<Arc<View>>,
    },
}

impl Own<'_> {
    /// Whether it is what a regent sees of another's seat.
    #[must_use]
    pub fn is_a_regents(&self) -> bool {
        match self {
            Own::Seen(view) => view.as_regent,
            // A campaign shows everybody his own.
            Own::Of { .. } => false,
        }
    }
}

impl Deref for Own<'_> {
    type Target = Arc<View>;
    fn deref(&self) -> &Arc<View> {
        match self {
            Own::Seen(view) => view,
            Own::Of { standing, asker, is_operator, seen } => {
                seen.get_or_init(|| standing.view_for(*asker, *is_operator))
            }
        }
    }
}
