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
