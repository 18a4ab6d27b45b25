//! Cuts a stream of bytes into messages: server-sent events, or one JSON value a line.

use crate::chat::ChatError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamFraming {
    /// `data:` lines, an empty line between messages.
    Events,
    /// A message a line.
    Lines,
}

pub(crate) struct FrameDecoder {
    framing: StreamFraming,
    line: Vec<u8>,
    data: String,
    /// A line that ended in a carriage return may still get its line feed.
    returned: bool,
}

impl FrameDecoder {
    pub(crate) fn new(framing: StreamFraming) -> Self {
        Self {
            framing,
            line: Vec::new(),
            data: String::new(),
            returned: false,
        }
    }

    /// The messages that these bytes complete.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, ChatError> {
        let mut messages = Vec::new();
        let mut rest = bytes;
        while let Some(at) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let skipped = self.returned && at == 0 && rest[0] == b'\n';
            if !skipped {
                self.line.extend_from_slice(&rest[..at]);
                messages.extend(self.end_line()?);
            }
            self.returned = rest[at] == b'\r';
            rest = &rest[at + 1..];
        }
        if !rest.is_empty() {
            self.returned = false;
            self.line.extend_from_slice(rest);
        }
        Ok(messages)
    }

    /// The message that the end of the stream completes. An event without its empty line is
    /// not complete.
    pub(crate) fn finish(&mut self) -> Result<Option<String>, ChatError> {
        match self.framing {
            StreamFraming::Lines => self.end_line(),
            StreamFraming::Events => Ok(None),
        }
    }

    fn end_line(&mut self) -> Result<Option<String>, ChatError> {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8(line);
        let line = line.map_err(|_| ChatError::invalid("the stream is not UTF-8"))?;
        let line = line.strip_prefix('\u{feff}').unwrap_or(&line);
        match self.framing {
            StreamFraming::Lines if line.trim().is_empty() => Ok(None),
            StreamFraming::Lines => Ok(Some(line.to_owned())),
            StreamFraming::Events => Ok(self.event_line(line)),
        }
    }

    fn event_line(&mut self, line: &str) -> Option<String> {
        if line.is_empty() {
            let data = std::mem::take(&mut self.data);
            return (!data.is_empty()).then_some(data);
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if field == "data" {
            if !self.data.is_empty() {
                self.data.push('\n');
            }
            self.data.push_str(value.strip_prefix(' ').unwrap_or(value));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use proptest::prelude::*;

    use super::*;

    /// The messages, whole and byte by byte: both must be the same.
    #[track_caller]
    fn check(framing: StreamFraming, stream: &str, expected: &[&str]) {
        for size in [1, 2, 3, stream.len().max(1)] {
            let mut frames = FrameDecoder::new(framing);
            let mut found = Vec::new();
            for chunk in stream.as_bytes().chunks(size) {
                found.extend(frames.push(chunk).unwrap());
            }
            found.extend(frames.finish().unwrap());
            assert_eq!(found, expected, "in chunks of {size}");
        }
    }

    fn messages(framing: StreamFraming, stream: &[u8], size: usize) -> Option<Vec<String>> {
        let mut frames = FrameDecoder::new(framing);
        let mut found = Vec::new();
        for piece in stream.chunks(size.max(1)) {
            found.extend(frames.push(piece).ok()?);
        }
        found.extend(frames.finish().ok()?);
        Some(found)
    }

    /// Any bytes, rich in those that streams are made of.
    fn streams() -> impl Strategy<Value = Vec<u8>> {
        let pieces = prop_oneof![
            Just(b"data: ".to_vec()),
            Just(b"data:".to_vec()),
            Just(b"\r\n".to_vec()),
            Just(b"\n".to_vec()),
            Just(b"\r".to_vec()),
            Just("é\u{feff}".into()),
            prop::collection::vec(any::<u8>(), 0..6),
        ];
        prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn however_the_network_cuts_a_stream_it_says_the_same(
            stream in streams(),
            size in 1_usize..9,
        ) {
            for framing in [StreamFraming::Events, StreamFraming::Lines] {
                let whole = messages(framing, &stream, stream.len());
                prop_assert_eq!(messages(framing, &stream, size), whole);
            }
        }
    }

    #[test]
    fn events_end_with_an_empty_line() {
        check(StreamFraming::Events, "data: a\n\ndata:b\n\n", &["a", "b"]);
        check(StreamFraming::Events, "data: a\r\n\r\ndata: b\r\rdata: c\n\n", &["a", "b", "c"]);
        check(StreamFraming::Events, "data: a\ndata: b\n\n", &["a\nb"]);
        check(StreamFraming::Events, ": ping\n\nevent: x\nid: 4\ndata: é\n\n", &["é"]);
    }

    #[test]
    fn an_unfinished_event_is_none() {
        check(StreamFraming::Events, "data: a\n\ndata: b\n", &["a"]);
        check(StreamFraming::Events, "", &[]);
    }

    #[test]
    fn lines_may_lack_the_last_end() {
        check(
            StreamFraming::Lines,
            "{\"a\":1}\n\n{\"b\":2}\r\n{\"c\":3}",
            &["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"],
        );
        check(StreamFraming::Lines, "\u{feff}{}\n", &["{}"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let mut frames = FrameDecoder::new(StreamFraming::Events);
        assert!(frames.push(b"data: \xff\xfe\n\n").is_err());
    }
}
