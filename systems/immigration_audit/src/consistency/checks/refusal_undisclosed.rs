//! `REFUSAL_UNDISCLOSED`: an earlier refusal that one paper shows and another denies.

use super::super::{ConsistencyCheck, FindingDraft, MatterView, matter_view::whole_file};
use crate::model::{
    FactPlace, FieldReading, FindingCategory, FindingSeverity, HistoryKind, PartialDate,
};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "REFUSAL_UNDISCLOSED",
    category: FindingCategory::Immigration,
    run,
};

const FIELD: &str = "matter.prior_refusal";

/// Papers that exist only where something was refused or put in doubt.
const PAPERS: &[&str] = &["refusal_letter", "officer_notes"];

/// A paper that shows a refusal, and its day where it is known.
struct ShownRefusal {
    place: FactPlace,
    on: Option<PartialDate>,
}

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let (_, denials) = view.flags(FIELD);
    let shown = shown_refusals(view);
    let Some((refusal, denial)) = contradiction(view, &shown, &denials) else {
        return Vec::new();
    };
    let on = refusal.on.map(|day| format!(" of {day}")).unwrap_or_default();
    let message = format!(
        "`{}` shows a refusal{on}, and `{}` answers that there was none.",
        view.path(&refusal.place),
        view.path(&denial.place)
    );
    vec![
        FindingDraft::shown(FindingSeverity::High, message)
            .at([refusal.place.clone(), denial.place.clone()])
            .about([FIELD])
            .action("Disclose the refusal with its day, country and reasons; IRPA 40(1)(a) makes a withheld material fact misrepresentation."),
    ]
}

/// The first denial that was made when the refusal was already known.
fn contradiction<'s, 'a>(
    view: &MatterView<'a>,
    shown: &'s [ShownRefusal],
    denials: &[&'a FieldReading],
) -> Option<(&'s ShownRefusal, &'a FieldReading)> {
    let pairs = shown
        .iter()
        .flat_map(|refusal| denials.iter().map(move |it| (refusal, *it)));
    pairs.into_iter().find(|(refusal, denial)| {
        let denied_on = view.spoken_on(&denial.place);
        refusal.place.file != denial.place.file
            && refusal.on.is_none_or(|day| !denied_on.is_surely_before(day))
    })
}

fn shown_refusals(view: &MatterView<'_>) -> Vec<ShownRefusal> {
    let day = view.profile.date("matter.prior_refusal_date");
    let admitted = view
        .flags(FIELD)
        .0
        .into_iter()
        .map(|reading| ShownRefusal { place: reading.place.clone(), on: day });
    let papers = view
        .files
        .iter()
        .filter(|file| PAPERS.contains(&file.kind.as_str()) && !view.is_of_others(file));
    let papers = papers.map(|file| ShownRefusal {
        place: whole_file(file, &file.kind),
        on: file.dated,
    });
    let rows = view.rows(HistoryKind::Application).filter(|row| {
        let outcome = row.values.get("outcome").map(ToString::to_string).unwrap_or_default();
        outcome.to_lowercase().contains("refus")
    });
    let rows =
        rows.map(|row| ShownRefusal { place: row.place.clone(), on: row.to.or(row.from) });
    admitted.chain(rows).chain(papers).collect()
}
