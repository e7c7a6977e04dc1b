//! What the labels of a file mean, as its first records show it.

use pawnfill::{Color, Placement};

use super::values::{Form, Layout, Value, Values, number, result_word, side};
use super::{LabelKind, LabelOptions, LabelScale, Labels, RESULT, SCORE, View};
use crate::input::quoted;
use crate::record::Record;

/// The number of records that show what labels mean.
const SAMPLE: usize = 1000;

/// A text of this length is enough to show it.
const LONGEST_SAMPLE: usize = 1 << 24;

/// The number of positions that can contradict a view.
const ENOUGH: usize = 25;

const WHOSE: &str = "nothing says whose view the labels are: --labels white, --labels mover, or \
                     such as --labels score=mover,result=white";
const WHAT: &str = "nothing says what this number is: --label-kind result, pawns or centipawns";
const SCALE: &str = "nothing says which results the numbers mean: --label-scale 0/0.5/1, -1/0/1 \
                     or 0/1/2";
const COUNTERS: &str = "numbers behind four fields are read as counters of moves; --labels white \
                        or mover if they are labels";

/// What the labels of a file mean.
#[derive(Debug)]
pub(crate) struct Scheme {
    pub(crate) layout: Layout,
    pub(crate) is_read: bool,
    /// Those that were given, and the scale that was found.
    options: LabelOptions,
    /// What a lone number is.
    lone: Option<LabelKind>,
    /// The forms of the first score and the first result.
    forms: [Option<Form>; 2],
    has_mates: bool,
    /// What is said besides.
    remark: String,
}

/// A record of the sample, and its place.
struct Sampled<'a> {
    values: Values<'a>,
    record: Record,
    at: usize,
}

impl Scheme {
    /// A scheme before it is known what labels mean, which are not read.
    pub(crate) fn unknown(layout: Layout) -> Self {
        Self {
            layout,
            is_read: false,
            options: LabelOptions::default(),
            lone: None,
            forms: [None; 2],
            has_mates: false,
            remark: String::new(),
        }
    }

    /// Finds out what labels mean by the records of a text, of which more may follow. Returns
    /// `None` if more are needed. An error that only an option can mend has its place.
    pub(crate) fn new(
        layout: Layout,
        options: &LabelOptions,
        text: &[u8],
        is_end: bool,
    ) -> Result<Option<Self>, (usize, String)> {
        let mut scheme = Self::unknown(layout);
        (scheme.is_read, scheme.options) = (true, options.clone());
        let mut sample = scheme.layout.sample(text);
        if scheme.are_numbers_labels(&sample) {
            scheme.layout = Layout::Lines { numbers: true };
            sample = scheme.layout.sample(text);
        }
        let is_labeled = sample.iter().any(|one| one.values.has_any());
        if is_labeled && sample.len() < SAMPLE && !is_end && text.len() < LONGEST_SAMPLE {
            return Ok(None);
        }
        scheme.decide_meaning(&sample);
        scheme.check_view(&sample)?;
        Ok(Some(scheme))
    }

    /// Returns `true` if numbers behind four fields are labels: one of them is no counter, or
    /// nothing else can be a label, and an option says that there are some.
    fn are_numbers_labels(&mut self, sample: &[Sampled]) -> bool {
        let mut odd = 0;
        for Sampled { values, record, .. } in sample {
            if values.has_any() {
                return values.counters < 2 && values.has_number;
            }
            // A single one, or more moves without a pawn than were made at all.
            let moves = record.number().unwrap_or(0).saturating_mul(2);
            let is_odd = values.counters == 1 || record.clock().unwrap_or(0) > moves;
            odd += usize::from(values.counters > 0 && is_odd);
        }
        let are_told = self.options.views.0[SCORE].is_some();
        if !are_told && 2 * odd > sample.len() {
            self.remark = COUNTERS.to_owned();
        }
        are_told && !sample.is_empty()
    }

    /// Decides what lone numbers and the numbers of results mean.
    fn decide_meaning(&mut self, sample: &[Sampled]) {
        let (mut has_other, mut has_point) = (false, false);
        for value in sample.iter().flat_map(|one| &one.values.bare[0]) {
            has_other |= !matches!(&*value.text, "0" | "1");
            has_point |= value.has_point();
        }
        let are_scores = has_other && !has_point;
        self.lone = self
            .options
            .kind
            .or(are_scores.then_some(LabelKind::Centipawns));
        let (mut has_point, mut numbers) = (false, Vec::new());
        for Sampled { values, .. } in sample {
            if let Ok([_, Some(result)]) = self.kinds(values) {
                has_point |= result.has_point();
                numbers.extend(number(&result.text));
            }
        }
        self.options.scale = self.options.scale.or(match self.layout {
            Layout::Plain => Some(LabelScale::SIGNS),
            _ if has_point => Some(LabelScale::POINTS),
            _ if numbers.contains(&-1.0) => Some(LabelScale::SIGNS),
            _ if numbers.contains(&2.0) => Some(LabelScale::HALF_POINTS),
            _ => None,
        });
    }

    /// Reads the sample, and compares scores with material and results.
    fn check_view(&mut self, sample: &[Sampled]) -> Result<(), (usize, String)> {
        let mut check = Check::default();
        for Sampled { values, record, at } in sample {
            match self.read(values, record.side) {
                Ok(labels) => {
                    check.add(record, &labels);
                    self.has_mates |= labels.mate.is_some();
                    let kinds = self.kinds(values).unwrap_or_default();
                    for (form, value) in self.forms.iter_mut().zip(kinds) {
                        *form = form.or(value.map(|value| value.form));
                    }
                }
                Err(reason) if reason.contains("--label") => return Err((*at, reason)),
                // The mistake of a line.
                Err(_) => {}
            }
        }
        if self.forms == [None; 2] {
            return Ok(());
        }
        self.remark = match check.verdict() {
            Ok(remark) => remark.to_owned(),
            Err(reason) if self.options.views.0[SCORE].is_some() => format!("; warning: {reason}"),
            Err(reason) => {
                let reason = format!("{reason}: --labels white or --labels mover");
                return Err((sample[0].at, reason));
            }
        };
        Ok(())
    }

    /// Returns the score and the result of a record.
    fn kinds<'v>(&self, values: &'v Values) -> Result<[Option<&'v Value<'v>>; 2], &'static str> {
        let kind = self.options.kind;
        let [mut score, mut result] = values.labels.each_ref().map(Option::as_ref);
        if let Some(lone) = &values.bare[0] {
            let kind = if lone.form == Form::Comment {
                kind
            } else {
                self.lone
            };
            match kind.ok_or(WHAT)? {
                LabelKind::Result => result = Some(lone),
                LabelKind::Pawns | LabelKind::Centipawns => score = Some(lone),
            }
        }
        // Some writers have a probability in `ce`.
        if kind == Some(LabelKind::Result) && result.is_none() {
            result = score.take();
        }
        Ok([score, result])
    }

    /// Returns the labels of a record.
    pub(crate) fn read(&self, values: &Values, mover: Option<Color>) -> Result<Labels, String> {
        let mut labels = Labels {
            next_uci: values.next_uci.map(Box::from),
            ..Labels::default()
        };
        let [score, result] = self.kinds(values)?;
        if let Some(result) = result.filter(|result| result.text != "*") {
            let points = self.points(&result.text)?;
            // The name of a side says whose result it is.
            let is_black = side(&result.text).is_none() && self.is_black(RESULT, result, mover)?;
            labels.white_score = Some(if is_black { 1.0 - points } else { points });
        }
        if let Some(score) = score {
            let sign = if self.is_black(SCORE, score, mover)? {
                -1.0
            } else {
                1.0
            };
            self.read_score(&score.text, sign, &mut labels)?;
        }
        Ok(labels)
    }

    /// Returns `true` if a label has Black's view.
    fn is_black(
        &self,
        kind: usize,
        value: &Value,
        mover: Option<Color>,
    ) -> Result<bool, &'static str> {
        match self.view(kind, value.form).ok_or(WHOSE)? {
            View::White => Ok(false),
            View::Mover => Ok(mover.ok_or("the position does not say who moves")? == Color::Black),
        }
    }

    fn view(&self, kind: usize, form: Form) -> Option<View> {
        self.options.views.0[kind].or(form.view(kind))
    }

    fn read_score(&self, text: &str, sign: f64, labels: &mut Labels) -> Result<(), String> {
        if let Some(mate) = text.strip_prefix('#') {
            let moves: i64 = mate
                .parse()
                .map_err(|_| format!("{} is no mate", quoted(text)))?;
            labels.mate = Some(sign as i64 * moves);
            return Ok(());
        }
        let score = number(text).ok_or_else(|| format!("{} is no evaluation", quoted(text)))?;
        let unit = match self.options.kind {
            Some(LabelKind::Pawns) => 1.0,
            Some(LabelKind::Centipawns) => 100.0,
            _ if text.contains('.') => return Err(WHAT.to_owned()),
            _ => self.options.units.unwrap_or(100.0),
        };
        if unit == 1.0 || score.abs() <= 30_000.0 {
            // Without a negative zero.
            labels.evaluation = Some(sign * score / unit + 0.0);
        } else {
            // Engines write 32002 where they have no score.
            labels.is_mate = score.abs() != 32_002.0;
        }
        Ok(())
    }

    /// Returns the points of the side whose view a result is.
    fn points(&self, text: &str) -> Result<f64, String> {
        if let Some(points) = result_word(text) {
            return Ok(points);
        }
        let number = number(text).ok_or_else(|| format!("{} is no result", quoted(text)))?;
        let scale = self.options.scale.ok_or(SCALE)?;
        let points = scale.points(number);
        points.ok_or_else(|| format!("the result {number} is none of {scale}"))
    }

    /// Returns the names of the columns that labels fill.
    pub(crate) fn columns(&self) -> Vec<&'static str> {
        let [score, result] = self.forms.map(|form| form.is_some());
        let mut columns = vec![
            ("line", score || result),
            ("white_score", result),
            ("evaluation", score),
            ("mate", self.has_mates),
            ("next_uci", self.layout == Layout::Plain),
        ];
        columns.retain(|(_, is_there)| *is_there);
        columns.into_iter().map(|(name, _)| name).collect()
    }

    /// Returns `true` if other records have a score, and these labels do not.
    pub(crate) fn lacks_score(&self, labels: &Labels) -> bool {
        let has_score = labels.evaluation.is_some() || labels.mate.is_some() || labels.is_mate;
        self.forms[SCORE].is_some() && !has_score
    }

    /// Says what was read.
    pub(crate) fn sentence(&self) -> Option<String> {
        let LabelOptions {
            views,
            kind,
            scale,
            units,
        } = &self.options;
        let mut result = "result".to_owned();
        if let Some(scale) = scale.filter(|scale| *scale != LabelScale::POINTS) {
            result += &format!(" of {scale}");
        }
        let score = match kind {
            Some(LabelKind::Pawns) => "evaluation in pawns".to_owned(),
            _ if units.is_some() || self.layout == Layout::Plain => {
                let units = units.unwrap_or(100.0);
                format!("evaluation in units of the engine divided by {units}")
            }
            _ => "evaluation in centipawns".to_owned(),
        };
        let mut said = Vec::new();
        for (kind, what) in [(RESULT, result), (SCORE, score)] {
            if let Some(form) = self.forms[kind] {
                said.push((what, self.view(kind, form)?, form));
            }
        }
        let text = match &said[..] {
            [] => String::new(),
            [(what, view, form)] => format!("{what} from {view} ({form})"),
            [(result, view, form), (score, same, other)] if (view, form) == (same, other) => {
                format!("{result} and {score}, both from {view} ({form})")
            }
            [(result, view, form), (score, other, others), ..] => {
                format!("{result} from {view} ({form}), {score} from {other} ({others})")
            }
        };
        let view = said.first().map(|(_, view, _)| *view);
        let is_same = said.iter().all(|(_, other, _)| Some(*other) == view);
        let other = match view.filter(|_| is_same && views.0 == [None; 2]) {
            Some(View::White) => "; --labels mover if not",
            Some(View::Mover) => "; --labels white if not",
            None => "",
        };
        Some(text + other + &self.remark).filter(|text| !text.is_empty())
    }
}

impl Layout {
    fn sample<'a>(&self, text: &'a [u8]) -> Vec<Sampled<'a>> {
        let mut sample = Vec::new();
        for (place, record) in self.records(text).take(SAMPLE) {
            if let Ok(text) = std::str::from_utf8(record)
                && let Ok((fen, values)) = self.parse(text)
                && let Ok(record) = fen.parse()
            {
                let at = place.start;
                sample.push(Sampled { values, record, at });
            }
        }
        sample
    }
}

impl Value<'_> {
    fn has_point(&self) -> bool {
        self.text.contains('.')
    }
}

/// How often scores contradict who is ahead, and agree with results.
#[derive(Default)]
struct Check {
    /// Positions with Black to move and a side three pawns ahead, and those that contradict.
    ahead: [usize; 2],
    /// Positions with White to move, a clear score and a winner, and those that agree; and with
    /// Black to move.
    decided: [[usize; 2]; 2],
}

impl Check {
    fn add(&mut self, record: &Record, labels: &Labels) {
        let (Some(score), Some(mover)) = (labels.evaluation, record.side) else {
            return;
        };
        let ahead = f64::from(material(&record.placement));
        if mover == Color::Black && ahead.abs() >= 3.0 {
            self.ahead[0] += 1;
            self.ahead[1] += usize::from(score * ahead < 0.0);
        }
        let winner = labels.white_score.map_or(0.0, |points| points - 0.5);
        if winner != 0.0 && score.abs() > 3.0 {
            self.decided[mover as usize][0] += 1;
            self.decided[mover as usize][1] += usize::from(score * winner > 0.0);
        }
    }

    /// Returns a remark, or what contradicts the view.
    fn verdict(&self) -> Result<&'static str, String> {
        let [ahead, contradict] = self.ahead;
        let [[of_white, white], [of_black, black]] = self.decided;
        if ahead >= ENOUGH && 2 * contradict > ahead {
            return Err(format!(
                "of {ahead} positions with Black to move and a side three pawns ahead, \
                 {contradict} have a score for the other side"
            ));
        }
        if of_black >= ENOUGH && 2 * black < of_black && 2 * white >= of_white {
            return Err(format!(
                "beyond three pawns, score and result agree in {white} of {of_white} positions \
                 with White to move, and in {black} of {of_black} with Black to move"
            ));
        }
        Ok(if ahead < ENOUGH {
            "; the view is not checked"
        } else {
            ""
        })
    }
}

/// Returns by how many pawns White is ahead.
fn material(placement: &Placement) -> i32 {
    let mut ahead = 0;
    for (pieces, sign) in placement.pieces().iter().zip([1, -1]) {
        for (set, worth) in pieces.iter().zip([1, 3, 3, 5, 9, 0]) {
            ahead += sign * worth * set.count() as i32;
        }
    }
    ahead
}
