//! What a measure counts, in words: the same on the side of what was seen and of what was expected.

use jurat_code::facts::{AstKind, AstQuery};

use crate::model::{
    ClaimMeasure, DiagramMeasure, DocMeasure, ExpectedRange, FileMeasure, GitMeasure,
    GraphMeasure, RubricQuery,
};

/// What is counted: a thing, or a share in per cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MeasureUnit {
    /// `1 commit`, `2 commits`.
    Things {
        one: &'static str,
        /// Of any other number.
        many: &'static str,
    },
    /// `40 % of the files`: of what.
    Share(&'static str),
}

impl MeasureUnit {
    pub(super) const fn of(query: &RubricQuery) -> Self {
        match query {
            RubricQuery::Git(measure) => of_git(measure),
            RubricQuery::File { measure, .. } => of_files(*measure),
            RubricQuery::Ast(query) => of_code(query),
            RubricQuery::Graph(measure) => of_graphs(measure),
            RubricQuery::TextSimilarity { .. } => Self::Share("shared text"),
            RubricQuery::Doc(measure) => of_docs(measure),
            RubricQuery::Claims(measure) => of_claims(*measure),
            RubricQuery::Diagram(measure) => of_diagrams(measure),
            RubricQuery::Security { .. } => things("confirmed finding", "confirmed findings"),
        }
    }

    /// A number with its unit.
    pub(super) fn counted(self, number: u64) -> String {
        match self {
            Self::Things { one, .. } if number == 1 => format!("1 {one}"),
            Self::Things { many, .. } => format!("{number} {many}"),
            Self::Share(of) => format!("{number} % {of}"),
        }
    }

    /// So many of all: `2 of 3 terms explained`.
    pub(super) fn part(self, number: u64, all: u64) -> String {
        match self {
            Self::Things { one, .. } if all == 1 => format!("{number} of 1 {one}"),
            Self::Things { many, .. } => format!("{number} of {all} {many}"),
            Self::Share(_) => {
                format!("{} ({number} of {all})", self.counted(share(number, all)))
            }
        }
    }

    /// `at least 4 commits (in part from 2)`, `at most 60 % of the files`, `none`.
    pub(super) fn expected(self, expect: ExpectedRange) -> String {
        let ExpectedRange { min, max, partly } = expect;
        let words = match (min, max) {
            (Some(min), Some(max)) if min == max => format!("exactly {}", self.counted(min)),
            (Some(min), Some(max)) => format!("{min} to {}", self.counted(max)),
            (Some(min), None) => format!("at least {}", self.counted(min)),
            (None, Some(0)) => "none".to_owned(),
            (None, Some(max)) => format!("at most {}", self.counted(max)),
            (None, None) => "anything".to_owned(),
        };
        let sign = if matches!(self, Self::Share(_)) { " %" } else { "" };
        match partly {
            Some(partly) if min.is_some_and(|min| partly < min) => {
                format!("{words} (in part from {partly}{sign})")
            }
            Some(partly) => format!("{words} (in part up to {partly}{sign})"),
            None => words,
        }
    }
}

/// A share in per cent, rounded down: 100 is all.
pub(super) fn share(part: u64, whole: u64) -> u64 {
    part.saturating_mul(100).checked_div(whole).unwrap_or(0)
}

const fn things(one: &'static str, many: &'static str) -> MeasureUnit {
    MeasureUnit::Things { one, many }
}

const fn of_git(measure: &GitMeasure) -> MeasureUnit {
    match measure {
        GitMeasure::Commits => things("commit", "commits"),
        GitMeasure::Merges => things("merge", "merges"),
        GitMeasure::Authors => things("author", "authors"),
        GitMeasure::SpanHours => things(
            "hour from the first commit to the last",
            "hours from the first commit to the last",
        ),
        GitMeasure::Clusters => things("run of commits", "runs of commits"),
        GitMeasure::LargestCluster => MeasureUnit::Share("of the commits in one run"),
        GitMeasure::LargestCommit => MeasureUnit::Share("of the files from one commit"),
        GitMeasure::Meaningful => MeasureUnit::Share("of the subjects meaningful"),
        GitMeasure::Progression(_) => {
            things("kind of work in its order", "kinds of work in their order")
        }
        GitMeasure::Rewritten => {
            things("sign of a rewritten history", "signs of a rewritten history")
        }
    }
}

const fn of_files(measure: FileMeasure) -> MeasureUnit {
    match measure {
        FileMeasure::Count => things("file", "files"),
        FileMeasure::Substantive => things("file with substance", "files with substance"),
        FileMeasure::Hollow => things("hollow file", "hollow files"),
        FileMeasure::CodeLines => things("line with content", "lines with content"),
    }
}

const fn of_code(query: &AstQuery) -> MeasureUnit {
    match query.find {
        _ if query.tree.is_some() => things("matching place", "matching places"),
        None => things("matching place", "matching places"),
        Some(AstKind::Class) => things("matching class", "matching classes"),
        Some(AstKind::Function) => things("matching function", "matching functions"),
        Some(AstKind::Call) => things("matching call", "matching calls"),
        Some(AstKind::Import) => things("matching import", "matching imports"),
        Some(AstKind::Annotation) => things("matching annotation", "matching annotations"),
        Some(AstKind::Text) => things("matching text", "matching texts"),
    }
}

const fn of_graphs(measure: &GraphMeasure) -> MeasureUnit {
    match measure {
        GraphMeasure::Count => things("graph", "graphs"),
        GraphMeasure::Nodes => things("node", "nodes"),
        GraphMeasure::Edges => things("edge", "edges"),
        GraphMeasure::Conditional => things("conditional edge", "conditional edges"),
        GraphMeasure::FanOuts => {
            things("node that leads to several", "nodes that lead to several")
        }
        GraphMeasure::FanIns => things("node that joins branches", "nodes that join branches"),
        GraphMeasure::Parallel(_) => {
            things("such node beside others", "such nodes beside each other")
        }
        GraphMeasure::Named(_) => things("node of such a name", "nodes of such names"),
        GraphMeasure::HollowNodes => things("hollow node", "hollow nodes"),
        GraphMeasure::Asking(_) => {
            things("such node that asks a model", "such nodes that ask a model")
        }
    }
}

const fn of_docs(measure: &DocMeasure) -> MeasureUnit {
    match measure {
        DocMeasure::Substantive(_) => things("term explained", "terms explained"),
        DocMeasure::Anchored(_) => things(
            "term explained by what is in the code",
            "terms explained by what is in the code",
        ),
        DocMeasure::Dropped(_) => things("term left unexplained", "terms left unexplained"),
        DocMeasure::Named(_) => things("term named", "terms named"),
        DocMeasure::Headings(_) => things("heading found", "headings found"),
        DocMeasure::Words => things("word", "words"),
        DocMeasure::Orders => things("order to the reader", "orders to the reader"),
    }
}

const fn of_claims(measure: ClaimMeasure) -> MeasureUnit {
    match measure {
        ClaimMeasure::Claimed => things("claim", "claims"),
        ClaimMeasure::Verified => things("claim borne out", "claims borne out"),
        ClaimMeasure::VerifiedShare => MeasureUnit::Share("of the claims borne out"),
        ClaimMeasure::Hollow => {
            things("claim about a hollow file", "claims about hollow files")
        }
        ClaimMeasure::Missing => things("claim not borne out", "claims not borne out"),
    }
}

const fn of_diagrams(measure: &DiagramMeasure) -> MeasureUnit {
    match measure {
        DiagramMeasure::Figures => things("figure", "figures"),
        DiagramMeasure::ShownShare => MeasureUnit::Share("of the nodes shown"),
        DiagramMeasure::Invented => {
            things("label without a node in the code", "labels without a node in the code")
        }
        DiagramMeasure::Parallel => {
            things("row of labels parallel in the code", "rows of labels parallel in the code")
        }
        DiagramMeasure::NotParallel => things(
            "row of labels not parallel in the code",
            "rows of labels not parallel in the code",
        ),
        DiagramMeasure::Labelled(_) => things("label shown", "labels shown"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        query: &RubricQuery,
        expect: (Option<u64>, Option<u64>, Option<u64>),
        words: &str,
    ) {
        let (min, max, partly) = expect;
        assert_eq!(MeasureUnit::of(query).expected(ExpectedRange { min, max, partly }), words);
    }

    #[test]
    fn an_expectation_says_of_what() {
        let commits = RubricQuery::Git(GitMeasure::Commits);
        check(&commits, (Some(4), None, Some(2)), "at least 4 commits (in part from 2)");
        check(&commits, (Some(1), None, None), "at least 1 commit");
        check(&commits, (Some(3), Some(3), None), "exactly 3 commits");
        check(&commits, (Some(2), Some(3), None), "2 to 3 commits");
        check(&commits, (None, Some(0), Some(2)), "none (in part up to 2)");
        let claims = RubricQuery::Claims(ClaimMeasure::VerifiedShare);
        let words = "at least 90 % of the claims borne out (in part from 60 %)";
        check(&claims, (Some(90), None, Some(60)), words);
        let files = RubricQuery::Git(GitMeasure::LargestCommit);
        let words = "at most 60 % of the files from one commit (in part up to 85 %)";
        check(&files, (None, Some(60), Some(85)), words);
    }

    #[test]
    fn a_part_of_all_says_both_numbers() {
        let claims = MeasureUnit::of(&RubricQuery::Claims(ClaimMeasure::VerifiedShare));
        assert_eq!(claims.part(12, 13), "92 % of the claims borne out (12 of 13)");
        let terms = MeasureUnit::of(&RubricQuery::Doc(DocMeasure::Substantive(Vec::new())));
        assert_eq!(terms.part(1, 3), "1 of 3 terms explained");
        assert_eq!(terms.part(0, 1), "0 of 1 term explained");
    }
}
