//! What each element of the format is for.

use jurat_model::PartKind;

/// How an element is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ActElement {
    Root,
    /// A numbered provision, or a definition.
    Provision(PartKind),
    Definition,
    /// A number or letter.
    Label,
    Heading,
    /// The heading of a schedule or of a group in it.
    ScheduleHeading,
    Schedule,
    /// Sections of another act, printed with this one.
    Related,
    /// Words that another provision would insert.
    Quoted,
    MarginalNote,
    History,
    Note,
    Repealed,
    External,
    Internal,
    Term(TermLanguage),
    Row,
    Cell,
    Block,
    LineBreak,
    /// Known only to describe the act.
    About(ActMetadataField),
    Left,
    /// Part of the line it stands in.
    Inline,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TermLanguage {
    English,
    French,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ActMetadataField {
    ShortTitle,
    LongTitle,
    Number,
}

impl ActElement {
    pub(super) fn named(name: &str) -> Self {
        match name {
            "Statute" | "Regulation" => Self::Root,
            "Section" | "Subsection" => Self::Provision(PartKind::Section),
            "Paragraph" | "Subparagraph" | "Clause" | "Subclause" | "Subsubclause"
            | "Provision" | "Item" | "FormulaParagraph" => Self::Provision(PartKind::Item),
            "Definition" => Self::Definition,
            "Label" => Self::Label,
            "Heading" => Self::Heading,
            "ScheduleFormHeading" | "GroupHeading" => Self::ScheduleHeading,
            "Schedule" => Self::Schedule,
            "RelatedOrNotInForce" => Self::Related,
            "AmendedText" => Self::Quoted,
            "MarginalNote" => Self::MarginalNote,
            "HistoricalNote" => Self::History,
            "Footnote" => Self::Note,
            "Repealed" => Self::Repealed,
            "XRefExternal" => Self::External,
            "XRefInternal" => Self::Internal,
            "DefinedTermEn" => Self::Term(TermLanguage::English),
            "DefinedTermFr" => Self::Term(TermLanguage::French),
            "row" => Self::Row,
            "entry" => Self::Cell,
            "LineBreak" | "PageBreak" => Self::LineBreak,
            "ShortTitle" => Self::About(ActMetadataField::ShortTitle),
            "LongTitle" => Self::About(ActMetadataField::LongTitle),
            "ConsolidatedNumber" | "InstrumentNumber" => Self::About(ActMetadataField::Number),
            _ => Self::less_known(name),
        }
    }

    fn less_known(name: &str) -> Self {
        match name {
            "BillHistory"
            | "RunningHead"
            | "AnnualStatuteId"
            | "RegistrationDate"
            | "ConsolidationDate"
            | "RegulationMakerOrder"
            | "RecentAmendments"
            | "FootnoteRef"
            | "Reader-Note"
            | "ReaderNote" => Self::Left,
            "Text"
            | "Caption"
            | "title"
            | "TableGroup"
            | "table"
            | "List"
            | "Oath"
            | "EnablingAuthority"
            | "SignatureBlock"
            | "SignatureLine"
            | "SignatureName"
            | "SignatureTitle"
            | "Preamble"
            | "Enacts"
            | "Introduction"
            | "Order"
            | "Body"
            | "FormGroup"
            | "Group"
            | "DocumentInternal"
            | "BillPiece"
            | "RegulationPiece"
            | "SectionPiece"
            | "Formula"
            | "FormulaGroup"
            | "FormulaText"
            | "FormulaConnector"
            | "FormulaDefinition"
            | "QuotedText"
            | "ReadAsText"
            | "BilingualGroup"
            | "BilingualItemEn"
            | "BilingualItemFr"
            | "Recommendation"
            | "Notice"
            | "Note"
            | "ContinuedSectionSubsection"
            | "ContinuedParagraph"
            | "ContinuedSubparagraph"
            | "ContinuedClause"
            | "ContinuedDefinition"
            | "ContinuedFormulaParagraph" => Self::Block,
            _ => Self::Inline,
        }
    }
}
