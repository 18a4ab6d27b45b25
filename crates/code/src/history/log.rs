//! What `git log` tells, taken apart as it comes. Every field ends with a NUL, which none can hold.

use jurat_ingest::sandbox::KillReason;

/// The longest field, and how much of a subject is kept.
const LONGEST: usize = 1 << 20;
const SUBJECT: usize = 200;
/// The fields of a commit.
const FIELDS: usize = 6;
const FORMAT: &str = "--format=tformat:%H%x00%P%x00%at%x00%ct%x00%ae%x00%s";

/// Whether the files of commits are asked for too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CommitFilesMode {
    Asked,
    Unasked,
}

/// How git is asked.
pub(super) fn args(head: &str, files: CommitFilesMode) -> Vec<&str> {
    let mut args = vec!["log", "-z", "--date-order", "--no-notes", "--encoding=UTF-8", FORMAT];
    if files == CommitFilesMode::Asked {
        args.extend(["--raw", "--no-abbrev", "--no-renames", "--root", "--no-ext-diff"]);
    }
    args.extend(["--end-of-options", head, "--"]);
    args
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CommitRecord {
    pub(super) id: String,
    pub(super) parents: Vec<String>,
    pub(super) authored: i64,
    pub(super) committed: i64,
    pub(super) author: String,
    /// The first line, cut short, without control characters.
    pub(super) subject: String,
    /// Files that it touched and that it added; nothing where they were not counted.
    pub(super) files: Option<u32>,
    pub(super) added: Option<u32>,
}

/// Commits as they come, the newest first.
pub(super) struct GitLogParser {
    pub(super) records: Vec<CommitRecord>,
    most: usize,
    /// How many files may still be counted; nothing where none are asked for.
    files_left: Option<u64>,
    field: Vec<u8>,
    fields: Vec<String>,
    /// Whether a path comes next.
    path: bool,
}

impl GitLogParser {
    /// At most so many commits and files; no files means that they are not asked for.
    pub(super) fn new(most: usize, files: u64) -> Self {
        Self {
            records: Vec::new(),
            most,
            files_left: (0 < files).then_some(files),
            field: Vec::new(),
            fields: Vec::new(),
            path: false,
        }
    }

    pub(super) fn take(&mut self, chunk: &[u8]) -> Result<(), KillReason> {
        let mut parts = chunk.split(|byte| *byte == 0);
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            self.field.extend_from_slice(part);
            let field = std::mem::take(&mut self.field);
            self.field(&field)?;
        }
        self.field.extend_from_slice(last);
        if LONGEST < self.field.len() { Err(KillReason::TooMuch) } else { Ok(()) }
    }

    fn field(&mut self, field: &[u8]) -> Result<(), KillReason> {
        if self.path {
            // Which file it is does not matter here; it must only not be taken for a commit.
            self.path = false;
            return Ok(());
        }
        let bare = field.strip_prefix(b"\n").unwrap_or(field);
        if self.fields.is_empty() && bare.starts_with(b":") {
            self.path = true;
            return self.touched(bare.ends_with(b"A"));
        }
        self.fields.push(String::from_utf8_lossy(bare).into_owned());
        if self.fields.len() < FIELDS {
            return Ok(());
        }
        let fields = std::mem::take(&mut self.fields);
        let record = self.record(&fields).ok_or(KillReason::Babble)?;
        self.records.push(record);
        if self.most < self.records.len() { Err(KillReason::TooMuch) } else { Ok(()) }
    }

    fn touched(&mut self, added: bool) -> Result<(), KillReason> {
        let left = self
            .files_left
            .unwrap_or_default()
            .checked_sub(1)
            .ok_or(KillReason::TooMuch)?;
        self.files_left = Some(left);
        let record = self.records.last_mut().ok_or(KillReason::Babble)?;
        record.files = record.files.map(|files| files.saturating_add(1));
        record.added = record.added.map(|files| files.saturating_add(u32::from(added)));
        Ok(())
    }

    fn record(&self, fields: &[String]) -> Option<CommitRecord> {
        let [id, parents, authored, committed, author, subject] = fields else { return None };
        let is_id = |id: &str| {
            matches!(id.len(), 40 | 64) && id.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        if !is_id(id) {
            return None;
        }
        let parents: Vec<String> = parents.split_whitespace().map(str::to_owned).collect();
        // A merge's files are those of its branches.
        let counted = (self.files_left.is_some() && parents.len() < 2).then_some(0);
        Some(CommitRecord {
            id: id.clone(),
            parents,
            // A time that git cannot read it shows as nothing.
            authored: authored.parse().unwrap_or_default(),
            committed: committed.parse().unwrap_or_default(),
            author: author.to_lowercase(),
            subject: subject
                .chars()
                .filter(|letter| !letter.is_control())
                .take(SUBJECT)
                .collect(),
            files: counted,
            added: counted,
        })
    }
}
