//! The words of the war on land that a newcomer meets, in a line each.

use table_commands::say;

/// Each word, with what it means.
pub(crate) fn words() -> Vec<(String, String)> {
    vec![
        (
            say!("Slot"),
            say!(
                "A power's turn in a month: first its depots and marches, then bread, then its battles and sieges."
            ),
        ),
        (
            say!("Lodge"),
            say!("Order ahead. Nobody sees it; the bot carries it out, in its order, when your slot comes."),
        ),
        (
            say!("Wait for me"),
            say!("Your slot stays open until you press *Ready*, and you march with what you see then."),
        ),
        (say!("Final"), say!("You change a sealed choice no more, and what waits for it goes on.")),
        (
            say!("Movement points"),
            say!(
                "What a corps spends to march, 1 for each area. What it does not spend makes foraging better."
            ),
        ),
        (
            say!("10i 2c 1gd"),
            say!(
                "What is in a corps: 10 factors of infantry, 2 of cavalry, 1 of guard. Others see it when it fights."
            ),
        ),
        (
            say!("Forage"),
            say!("Who no depot feeds rolls a die: what it shows above the area's value is lost in factors."),
        ),
        (
            say!("Garrison"),
            say!("Factors left in a city without a corps. An empty city is held by who stands in its area."),
        ),
        (say!("Inside"), say!("A corps in a city: it is besieged there instead of fought in the open.")),
        (
            say!("Retire"),
            say!(
                "Attacked, your corps go into the city of their area where all fit; else they stand and fight."
            ),
        ),
        (
            say!("Chit"),
            say!(
                "How a side means to fight: chosen in secret by both, opened together. The two give the tables of the day."
            ),
        ),
    ]
}
