//! What came of a simulated campaign.

use super::pace::Pace;
use super::war::War;
use engine::eia::conclusion::{By, Happened as Ended};
use engine::eia::economy::books::Accounts;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event, board, land, politics};
use engine::table::rules::RuleId;
use engine::table::{Entry, Refusal};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Months that were played.
    pub months: u32,
    /// Orders that were taken.
    pub orders: usize,
    /// Wars that were declared, and joined by call.
    pub wars: [u32; 2],
    /// Alliances made and broken.
    pub alliances: [u32; 2],
    /// Formal peaces, those of them in which somebody surrendered unconditionally, and terms that count.
    pub treaties: [u32; 3],
    /// Minor countries conquered, and provinces that changed hands otherwise.
    pub changes: [u32; 2],
    /// Changes of dominance, and political combinations.
    pub dominance: [u32; 2],
    /// Who became dominant at some time.
    pub dominant: BTreeSet<Power>,
    /// Who won, and by what it ended.
    pub won: Option<(Vec<Power>, By)>,
    /// What its accounts come to, each of which followed.
    pub accounts: Accounts,
    /// What came of a war on land on the kept board.
    pub war: War,
    /// How long what was asked waited, where the players' time counts.
    pub pace: Option<Pace>,
    /// The ids of rules that came up: by what happened, also where it is sealed, and by what was refused.
    pub rules: BTreeSet<String>,
}

impl Figures {
    /// The next entry of the campaign.
    pub(super) fn follow(&mut self, entry: &Entry) {
        self.came_up(&entry.rules());
        for sealed in entry.secrets.iter().filter_map(|part| part.body.as_ref()) {
            self.carried_by(sealed.reveal());
        }
        if matches!(entry.event, engine::table::Event::Order { .. }) {
            self.orders += 1;
        }
        match entry.game_event::<EmpiresInArms>() {
            Some(Event::Calendar(_)) => self.months += 1,
            Some(ref event @ Event::Land(ref happened)) => {
                self.months += u32::from(matches!(happened, land::phase::Happened::Counted { .. }));
                self.war.follow(event);
            }
            Some(Event::Politics(happened)) => self.of_politics(&happened),
            Some(Event::Board(happened)) => self.of_board(&happened),
            Some(Event::Conclusion(Ended::Concluded(concluded))) => {
                self.won = Some((concluded.winners, concluded.by));
            }
            _ => {}
        }
    }

    /// An order was refused.
    pub(super) fn refused(&mut self, refusal: &Refusal) {
        self.came_up(&refusal.rules);
    }

    fn came_up(&mut self, rules: &[RuleId]) {
        for rule in rules {
            if !self.rules.contains(rule.as_str()) {
                self.rules.insert(rule.to_string());
            }
        }
    }

    /// The rules that stand somewhere in what was sealed, such as on the lines of an account: whatever names its rules does so in a field of
    /// that name.
    fn carried_by(&mut self, sealed: &Value) {
        match sealed {
            Value::Object(fields) => {
                for (name, field) in fields {
                    match field {
                        Value::Array(ids) if name == "rules" => {
                            let ids = ids.iter().filter_map(|id| RuleId::find(id.as_str()?));
                            self.came_up(&ids.collect::<Vec<_>>());
                        }
                        other => self.carried_by(other),
                    }
                }
            }
            Value::Array(of) => of.iter().for_each(|one| self.carried_by(one)),
            _ => {}
        }
    }

    /// Who won, and by what it ended, in words.
    pub(super) fn end(&self) -> String {
        let Some((winners, by)) = &self.won else { return "not ended".to_owned() };
        let names: Vec<&str> = winners.iter().map(|power| power.name()).collect();
        let by = match by {
            By::Agreement => "by agreement",
            By::Goal => "at the goal",
            By::Calendar => "by the closing count",
        };
        let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
        format!("won by {names}, {by}")
    }

    fn told_rules(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules: Vec<&str> = self.rules.iter().map(String::as_str).collect();
        writeln!(f, "{} rules came up: {}", rules.len(), rules.join(" "))
    }

    fn of_politics(&mut self, happened: &politics::Happened) {
        use politics::Happened::{AllianceBroken, Allied, CallFollowed, TreatyMade, WarDeclared};
        match happened {
            WarDeclared { .. } => self.wars[0] += 1,
            CallFollowed { on, .. } => self.wars[1] += on.len() as u32,
            Allied { .. } => self.alliances[0] += 1,
            AllianceBroken { .. } => self.alliances[1] += 1,
            TreatyMade { treaty, .. } => {
                self.treaties[0] += 1;
                self.treaties[1] += u32::from(treaty.victors.iter().any(|victor| victor.unconditional));
                self.treaties[2] += treaty.terms().count() as u32;
            }
            _ => {}
        }
    }

    fn of_board(&mut self, happened: &board::Happened) {
        match happened {
            board::Happened::Held { why: board::Why::Conquered, .. } => self.changes[0] += 1,
            board::Happened::Held { .. } => self.changes[1] += 1,
            board::Happened::CombinationMade { .. } => self.dominance[1] += 1,
            board::Happened::DominanceChanged(changed) => {
                self.dominance[0] += 1;
                self.dominant.extend(&changed.gained);
            }
            board::Happened::CombinationsPossible { .. } => {}
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} months, {} orders", self.months, self.orders)?;
        if self.war != War::default() {
            write!(f, "{}", self.war)?;
            self.pace.iter().try_for_each(|pace| write!(f, "{pace}"))?;
            return self.told_rules(f);
        }
        writeln!(f, "{} wars declared, {} joined by call", self.wars[0], self.wars[1])?;
        writeln!(f, "{} alliances, {} broken", self.alliances[0], self.alliances[1])?;
        let [all, unconditional, terms] = self.treaties;
        writeln!(f, "{all} formal peaces, {unconditional} of them unconditional; {terms} terms")?;
        writeln!(f, "{} conquests, {} other changes of provinces", self.changes[0], self.changes[1])?;
        writeln!(f, "{} changes of dominance, {} combinations", self.dominance[0], self.dominance[1])?;
        let Accounts { accounts, came, went, lost } = self.accounts;
        if accounts > 0 {
            let [money, manpower] = came;
            writeln!(
                f,
                "{accounts} accounts that add up: ${money} and {manpower} MP came, ${} and {} MP went; {lost} counters were not paid for",
                went[0], went[1]
            )?;
        }
        writeln!(f, "{}", self.end())?;
        if let Some(pace) = &self.pace {
            write!(f, "{pace}")?;
        }
        self.told_rules(f)
    }
}
