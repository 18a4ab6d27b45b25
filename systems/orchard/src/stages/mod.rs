//! The stage functions and their table: each decodes, does one small thing and returns a patch.

mod appraise;
mod compose;
mod count;
mod lab;
mod note;
mod rain;
mod sell;
mod ship;
mod sort;
mod taste;

use jurat_engine::StageSpec;
use jurat_system::ServiceRegistry;

/// From stage name to function.
pub(super) fn table(_: &ServiceRegistry) -> Vec<StageSpec> {
    vec![
        StageSpec::compute("orchard.count", count::count),
        StageSpec::wait("orchard.rain", rain::read_gauge),
        StageSpec::compute("orchard.taste", taste::taste),
        StageSpec::compute("orchard.lab", lab::test_soil),
        StageSpec::compute("orchard.gaps", lab::name_gaps),
        StageSpec::compute("orchard.note", note::note),
        StageSpec::compute("orchard.sort", sort::sort),
        StageSpec::compute("orchard.inspect", sort::inspect),
        StageSpec::compute("orchard.weigh", sort::weigh),
        StageSpec::compute("orchard.appraise", appraise::appraise),
        StageSpec::compute("orchard.sell", sell::sell),
        StageSpec::compute("orchard.ship", ship::ship),
        StageSpec::compute("orchard.compose", compose::compose),
    ]
}
