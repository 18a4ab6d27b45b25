//! Packs what the command line says.

fn main() -> Result<(), glass::GlassError> {
    let panes: Vec<u32> = std::env::args().skip(1).filter_map(|one| one.parse().ok()).collect();
    println!("{} crates", glass::packed(12, &panes)?);
    Ok(())
}
