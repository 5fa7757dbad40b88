#[test]
#[ignore = "a measurement"]
fn time() {
    let of = super::odds::italy();
    for plans in [[super::Plan::default(); 2], [super::Plan::default(), super::Plan::LEAVES]] {
        let begun = std::time::Instant::now();
        let exact = crate::europa::odds::land(&of, &plans).expect("a battle");
        println!("{:?} for {} outcomes", begun.elapsed(), exact.outcomes.len());
    }
    let mut of = super::even();
    for t in [crate::europa::technology::Land::Musket, crate::europa::technology::Land::LaceWars] {
        of.sides[0].technology = t;
        of.sides[1].technology = t;
        of.sides[0].veteran = true;
        of.sides[1].veteran = true;
        let begun = std::time::Instant::now();
        let exact = crate::europa::odds::land(&of, &[super::Plan::default(); 2]).expect("a battle");
        println!("{t:?} {:?} for {} outcomes", begun.elapsed(), exact.outcomes.len());
    }
    of.sides[0].command = crate::europa::leader::Command::Replacement("FRA".into());
    let begun = std::time::Instant::now();
    let exact = crate::europa::odds::land(&of, &[super::Plan::default(); 2]).expect("a battle");
    println!("drawn {:?} for {} outcomes", begun.elapsed(), exact.outcomes.len());
    of.sides[1].command = crate::europa::leader::Command::Replacement("SPA".into());
    let begun = std::time::Instant::now();
    let exact = crate::europa::odds::land(&of, &[super::Plan::default(); 2]).expect("a battle");
    println!("both drawn {:?} for {} outcomes", begun.elapsed(), exact.outcomes.len());
}
