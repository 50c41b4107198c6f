//! Reports for CI servers, as JUnit's XML in the form of `junit-10.xsd` of Jenkins' xUnit plugin, which the readers of GitLab and
//! of the actions for GitHub take.

use std::io;
use std::time::SystemTime;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::capture::last_bytes;
use super::{Outcome, Record, Trouble};

/// How much of standard error stands in the text of a failure, too, which is what readers show first.
const EXCERPT: usize = 16 << 10;

/// All that a report says.
#[derive(Debug)]
pub struct Report<'a> {
    /// Of what.
    pub name: &'a str,
    /// The device that tests ran on.
    pub device: &'a str,
    /// When they started.
    pub start: SystemTime,
    /// How long all of it took.
    pub seconds: f64,
    /// The tests, those of one program together.
    pub records: &'a [Record],
}

/// Numbers of tests.
struct Counts {
    tests: String,
    failures: String,
    errors: String,
    skipped: String,
}

impl Counts {
    fn of(records: &[Record]) -> Self {
        let count = |is: &dyn Fn(&Outcome) -> bool| {
            records.iter().filter(|record| is(&record.outcome)).count().to_string()
        };
        Self {
            tests: records.len().to_string(),
            failures: count(
                &|outcome| matches!(outcome, Outcome::Failed { trouble, .. } if !is_error(*trouble)),
            ),
            errors: count(
                &|outcome| matches!(outcome, Outcome::Failed { trouble, .. } if is_error(*trouble)),
            ),
            skipped: count(&|outcome| *outcome == Outcome::Ignored),
        }
    }
}

/// True if it is something other than a test that ran and failed.
const fn is_error(trouble: Trouble) -> bool {
    matches!(trouble, Trouble::NotRun)
}

impl Report<'_> {
    /// The text of the file.
    ///
    /// # Errors
    /// None that memory does not have.
    pub fn xml(&self) -> io::Result<String> {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let all = Counts::of(self.records);
        let time = seconds(self.seconds);
        let attributes = [
            ("name", self.name),
            ("tests", &all.tests),
            ("failures", &all.failures),
            ("errors", &all.errors),
            ("time", &time),
        ];
        let suites = writer.create_element("testsuites").with_attributes(attributes);
        if self.records.is_empty() {
            suites.write_empty()?;
        } else {
            suites.write_inner_content(|writer| {
                let mut suites = self.records.chunk_by(|one, next| one.suite == next.suite);
                suites.try_for_each(|records| self.suite(writer, records))
            })?;
        }
        Ok(String::from_utf8_lossy(&writer.into_inner()).into_owned() + "\n")
    }

    fn suite(&self, writer: &mut Writer<Vec<u8>>, records: &[Record]) -> io::Result<()> {
        let counts = Counts::of(records);
        let time = seconds(records.iter().map(|record| record.seconds).sum());
        let start = humantime::format_rfc3339_seconds(self.start).to_string();
        let name = valid(records.first().map_or("", |record| record.suite.as_str()));
        let attributes = [
            ("name", name.as_str()),
            ("tests", &counts.tests),
            ("failures", &counts.failures),
            ("errors", &counts.errors),
            ("skipped", &counts.skipped),
            ("time", &time),
            ("timestamp", &start),
        ];
        writer.create_element("testsuite").with_attributes(attributes).write_inner_content(|writer| {
            let device = [("name", "device"), ("value", self.device)];
            writer.create_element("properties").write_inner_content(|writer| {
                writer.create_element("property").with_attributes(device).write_empty().map(|_| ())
            })?;
            records.iter().try_for_each(|record| case(writer, record))
        })?;
        Ok(())
    }
}

fn case(writer: &mut Writer<Vec<u8>>, record: &Record) -> io::Result<()> {
    let (name, class, time) = (valid(&record.name), valid(&record.suite), seconds(record.seconds));
    let attributes = [("name", name.as_str()), ("classname", &class), ("time", &time)];
    let element = writer.create_element("testcase").with_attributes(attributes);
    match &record.outcome {
        Outcome::Passed => element.write_empty()?,
        Outcome::Ignored => element.write_inner_content(|writer| {
            let ignored = [("message", "#[ignore]")];
            writer.create_element("skipped").with_attributes(ignored).write_empty().map(|_| ())
        })?,
        Outcome::Failed { trouble, message } => element.write_inner_content(|writer| {
            let word = if is_error(*trouble) { "error" } else { "failure" };
            let message = valid(message);
            let text = match record.stderr.trim() {
                "" => message.clone(),
                said => format!("{message}\n\n{}", valid(&last_bytes(said, EXCERPT))),
            };
            let attributes = [("type", trouble.name()), ("message", &message)];
            let element = writer.create_element(word).with_attributes(attributes);
            element.write_text_content(BytesText::new(&text))?;
            for (name, text) in [("system-out", &record.stdout), ("system-err", &record.stderr)] {
                writer.create_element(name).write_text_content(BytesText::new(&valid(text)))?;
            }
            Ok(())
        })?,
    };
    Ok(())
}

/// Seconds as XML schemas for JUnit have them: at most three digits before each comma, which are better left out.
fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// A text without the characters that XML has no way to write.
fn valid(text: &str) -> String {
    let is_valid = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if is_valid(&c) { c } else { '\u{fffd}' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quick_xml::{Reader, XmlVersion};

    fn record(suite: &str, name: &str, outcome: Outcome) -> Record {
        let (stdout, stderr) = ("<out> & \u{1}".to_owned(), "]]> err".to_owned());
        Record { suite: suite.into(), name: name.into(), outcome, seconds: 1234.5, stdout, stderr }
    }

    fn xml(records: &[Record]) -> String {
        let start = SystemTime::UNIX_EPOCH;
        Report { name: "p", device: "sw_emu/u200", start, seconds: 2.0, records }.xml().unwrap()
    }

    /// What `junit-10.xsd` says of an element: its name, the elements in it, and the attributes that it may and must have.
    struct Rule(&'static str, &'static str, &'static str, &'static str);

    const SCHEMA: [Rule; 11] = [
        Rule("", "testsuites", "", ""),
        Rule("testsuites", "testsuite", "name time tests failures errors", ""),
        Rule(
            "testsuite",
            "testsuite properties testcase system-out system-err",
            "name tests failures errors group time skipped timestamp hostname id package file log url",
            "name tests failures errors",
        ),
        Rule("properties", "property", "", ""),
        Rule("property", "", "name value", "name value"),
        Rule("testcase", "skipped error failure system-out system-err", "name time classname group", "name"),
        Rule("failure", "", "type message", ""),
        Rule("error", "", "type message", ""),
        Rule("skipped", "", "type message", ""),
        Rule("system-out", "", "", ""),
        Rule("system-err", "", "", ""),
    ];

    fn rule(name: &str) -> &'static Rule {
        SCHEMA.iter().find(|rule| rule.0 == name).unwrap_or_else(|| panic!("<{name}>"))
    }

    fn has(words: &str, word: &str) -> bool {
        words.split(' ').any(|known| known == word)
    }

    /// Fails unless a text is what the schema wants; gives the texts of its elements.
    fn check(text: &str) -> Vec<(String, String)> {
        let mut reader = Reader::from_str(text);
        let (mut open, mut texts) = (vec![String::new()], Vec::new());
        loop {
            let event = reader.read_event().unwrap();
            match &event {
                Event::Start(start) | Event::Empty(start) => {
                    let name = start.name().as_ref().to_owned();
                    let above = open.last().unwrap();
                    assert!(has(rule(above).1, &name), "<{name}> in <{above}>");
                    let Rule(_, _, may, must) = rule(&name);
                    let attributes: Vec<(String, String)> = start
                        .attributes()
                        .map(|attribute| attribute.unwrap())
                        .map(|one| {
                            (
                                one.key.as_ref().to_owned(),
                                one.normalized_value(XmlVersion::Explicit1_0).unwrap().into_owned(),
                            )
                        })
                        .collect();
                    assert!(attributes.iter().all(|(key, _)| has(may, key)), "{name}: {attributes:?}");
                    let given = |key: &str| attributes.iter().any(|(known, _)| known == key);
                    assert!(must.split_whitespace().all(given), "{name}: {attributes:?}");
                    for (key, value) in attributes {
                        texts.push((format!("{name}@{key}"), value));
                    }
                    if matches!(event, Event::Start(_)) {
                        open.push(name);
                    }
                }
                Event::End(_) => drop(open.pop()),
                Event::Text(said) => texts.push((open.last().unwrap().clone(), said.to_string())),
                Event::GeneralRef(_) | Event::Decl(_) => {}
                Event::Eof => break,
                other => panic!("{other:?}"),
            }
        }
        texts
    }

    #[test]
    fn reports_have_the_form_of_the_schema() {
        let failed = |trouble| Outcome::Failed { trouble, message: "why \"not\"".to_owned() };
        let text = xml(&[
            record("p", "a", Outcome::Passed),
            record("p", "b", Outcome::Ignored),
            record("p::t", "c", failed(Trouble::Failure)),
            record("p::t", "d", failed(Trouble::Timeout)),
            record("p::t", "e", failed(Trouble::NotRun)),
        ]);
        let found = check(&text);
        let values = |key: &str| -> Vec<&str> {
            found.iter().filter(|(known, _)| known == key).map(|(_, value)| value.as_str()).collect()
        };
        assert_eq!(values("testsuite@name"), ["p", "p::t"]);
        assert_eq!(values("testsuite@skipped"), ["1", "0"]);
        assert_eq!((values("testsuites@failures"), values("testsuites@errors")), (vec!["2"], vec!["1"]));
        assert_eq!(values("testcase@name"), ["a", "b", "c", "d", "e"]);
        assert_eq!(values("failure@type"), ["test failure", "test timeout"]);
        assert_eq!(values("failure@message"), ["why \"not\"", "why \"not\""]);
        assert_eq!(values("testsuite@timestamp")[0], "1970-01-01T00:00:00Z");
        assert_eq!(values("testcase@time")[0], "1234.500");
        assert_eq!(values("property@value")[0], "sw_emu/u200");
        assert!(text.contains("&lt;out&gt; &amp; \u{fffd}") && text.contains("]]&gt; err"), "{text}");
    }

    #[test]
    fn nothing_is_a_report_too() {
        check(&xml(&[]));
    }
}
