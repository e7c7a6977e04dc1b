//! What the labels of a file mean, as its first records show it.

use pawnfill::{Color, Placement};

use super::values::{Form, Layout, Records, Value, Values, is_side, number, result_word};
use super::{LabelKind, LabelOptions, LabelScale, Labels, View};
use crate::input::quoted;
use crate::record::Record;

/// The number of labeled records that show what labels mean.
const SAMPLE: usize = 1000;

/// A text of this length is enough to show it.
const LONGEST_SAMPLE: usize = 1 << 24;

/// The number of positions that can contradict a view.
const ENOUGH: usize = 25;

const ASK_VIEW: &str = "nothing says whose view the labels are: --labels white, --labels mover, or \
                        such as --labels score=mover,result=white";
const ASK_KIND: &str = "is a result or an evaluation: --label-kind result, pawns or centipawns";

/// What the labels of a file mean.
#[derive(Debug)]
pub(crate) struct Scheme {
    pub(crate) layout: Layout,
    /// Without options, labels are not read.
    options: Option<LabelOptions>,
    scale: Option<LabelScale>,
    lone: Option<LabelKind>,
    /// The forms of the first score and the first result.
    forms: [Option<Form>; 2],
    has_mates: bool,
    has_moves: bool,
    /// What is said about the view, or about counters that may be labels.
    remark: String,
}

/// How many records have no score, and how many a mate without a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(pub(crate) [u64; 2]);

/// Why a label cannot be read.
enum Refused {
    /// An option must say what it means.
    Undecided(String),
    Mistake(String),
}

impl From<String> for Refused {
    fn from(mistake: String) -> Self {
        Self::Mistake(mistake)
    }
}

/// A record of the sample.
struct Sampled<'a> {
    values: Values<'a>,
    record: Record,
    line: u64,
}

impl Scheme {
    /// Finds out what labels mean by the records of a text, of which more may follow. Returns
    /// `None` if more are needed. The error has its line.
    pub(crate) fn new(
        layout: &Layout,
        options: Option<&LabelOptions>,
        text: &[u8],
        line: u64,
        is_end: bool,
    ) -> Result<Option<Self>, (u64, String)> {
        let mut scheme = Self {
            layout: layout.clone(),
            options: options.cloned(),
            scale: None,
            lone: None,
            forms: [None; 2],
            has_mates: false,
            has_moves: false,
            remark: String::new(),
        };
        if options.is_none() {
            return Ok(Some(scheme));
        }
        let mut sample = scheme.sample(text, line);
        if scheme.layout == (Layout::Lines { numbers: false }) && scheme.are_numbers(&sample) {
            scheme.layout = Layout::Lines { numbers: true };
            sample = scheme.sample(text, line);
        }
        let labeled = sample.iter().filter(|one| one.values.has_any()).count();
        if (1..SAMPLE).contains(&labeled) && !is_end && text.len() < LONGEST_SAMPLE {
            return Ok(None);
        }
        scheme.decide(&sample)?;
        Ok(Some(scheme))
    }

    fn sample<'a>(&self, text: &'a [u8], line: u64) -> Vec<Sampled<'a>> {
        let mut sample = Vec::new();
        for (_, record, line) in Records::new(&self.layout, text, line) {
            let text = std::str::from_utf8(record).unwrap_or_default();
            if let Ok((fen, values)) = self.layout.parse(text)
                && let Ok(record) = fen.parse()
            {
                sample.push(Sampled {
                    values,
                    record,
                    line,
                });
            }
            if sample.len() == SAMPLE {
                break;
            }
        }
        sample
    }

    /// Returns `true` if numbers behind four fields are labels: one of them is no counter, or
    /// nothing else can be a label, and an option says that there are some.
    fn are_numbers(&mut self, sample: &[Sampled]) -> bool {
        if sample
            .iter()
            .any(|one| one.values.counters < 2 && one.values.has_number)
        {
            return true;
        }
        if sample.is_empty() || sample.iter().any(|one| one.values.has_any()) {
            return false;
        }
        let are_told = self
            .options
            .as_ref()
            .is_some_and(|options| options.views.score.is_some());
        if !are_told && sample.iter().filter(|one| one.is_odd()).count() * 2 > sample.len() {
            self.remark =
                "numbers behind four fields are read as counters of moves; --labels white \
                           or mover if they are labels"
                    .to_owned();
        }
        are_told
    }

    /// Decides on scale, kind and view.
    fn decide(&mut self, sample: &[Sampled]) -> Result<(), (u64, String)> {
        let results = || sample.iter().filter_map(|one| one.values.result.as_ref());
        let lone = || sample.iter().filter_map(|one| one.values.lone.as_ref());
        let options = self.options.clone().unwrap_or_default();
        self.lone = options.kind.or_else(|| {
            let are_scores = lone().all(|one| !one.text.contains('.'))
                && lone()
                    .any(|one| number(&one.text).is_none_or(|one| !(0.0..=1.0).contains(&one)));
            are_scores.then_some(LabelKind::Centipawns)
        });
        let are_results = self.lone == Some(LabelKind::Result);
        let results = results().chain(lone().filter(|_| are_results));
        let numbers = || {
            results
                .clone()
                .filter_map(|one| Some((one, number(&one.text)?)))
        };
        self.scale = options.scale.or(match self.layout {
            Layout::Plain => Some(LabelScale::Signs),
            _ if numbers().any(|(one, _)| one.text.contains('.')) => Some(LabelScale::Points),
            _ if numbers().any(|(_, number)| number == -1.0) => Some(LabelScale::Signs),
            _ if numbers().any(|(_, number)| number == 2.0) => Some(LabelScale::HalfPoints),
            _ => None,
        });
        let mut check = Check::default();
        for one in sample {
            match self.labels(&one.values, one.record.side) {
                Ok(labels) => {
                    self.note(&one.values, &labels);
                    check.add(&one.record, &labels);
                }
                Err(Refused::Undecided(reason)) => return Err((one.line, reason)),
                // It is a mistake of its line.
                Err(Refused::Mistake(_)) => {}
            }
        }
        if self.forms[0].is_none() && self.forms[1].is_none() {
            return Ok(());
        }
        match check.verdict() {
            Verdict::Agrees => {}
            Verdict::Unchecked => self.remark = "the view is not checked".to_owned(),
            Verdict::Contradicts(reason) if options.views.score.is_none() => {
                let line = sample.first().map_or(1, |one| one.line);
                return Err((line, format!("{reason}: --labels white or --labels mover")));
            }
            Verdict::Contradicts(reason) => self.remark = format!("warning: {reason}"),
        }
        Ok(())
    }

    /// Notes what is there.
    fn note(&mut self, values: &Values, labels: &Labels) {
        let score = values.score.as_ref().or(values.lone.as_ref());
        let score = score.filter(|_| labels.white_score.is_none() || values.result.is_some());
        let result = values.result.as_ref().or(values.lone.as_ref());
        let result = result.filter(|_| labels.white_score.is_some());
        for (form, value) in self.forms.iter_mut().zip([score, result]) {
            *form = form.or(value.map(|value| value.form));
        }
        self.has_mates |= labels.mate.is_some();
        self.has_moves |= labels.next_uci.is_some();
    }

    /// Returns the labels of a record.
    pub(crate) fn read(&self, values: &Values, side: Option<Color>) -> Result<Labels, String> {
        match self.labels(values, side) {
            Ok(labels) => Ok(labels),
            Err(Refused::Undecided(reason) | Refused::Mistake(reason)) => Err(reason),
        }
    }

    fn labels(&self, values: &Values, side: Option<Color>) -> Result<Labels, Refused> {
        let mut labels = Labels::default();
        let Some(options) = &self.options else {
            return Ok(labels);
        };
        labels.next_uci = values.next_uci.map(Box::from);
        let (mut score, mut result) = (values.score.as_ref(), values.result.as_ref());
        if let Some(lone) = &values.lone {
            let kind = if lone.form == Form::C9 {
                options.kind
            } else {
                self.lone
            };
            match kind {
                Some(LabelKind::Result) => result = Some(lone),
                Some(_) => score = Some(lone),
                None => {
                    let reason = format!("nothing says whether {} {ASK_KIND}", quoted(&lone.text));
                    return Err(Refused::Undecided(reason));
                }
            }
        }
        if let Some(result) = result {
            labels.white_score = self.white_score(result, options, side)?;
        }
        if let Some(score) = score {
            self.read_score(score, options, side, &mut labels)?;
        }
        Ok(labels)
    }

    fn white_score(
        &self,
        value: &Value,
        options: &LabelOptions,
        side: Option<Color>,
    ) -> Result<Option<f64>, Refused> {
        let text = &*value.text;
        let points = match (result_word(text), number(text), self.scale) {
            _ if text == "*" => return Ok(None),
            (Some(points), ..) if is_side(text) => return Ok(Some(points)),
            (Some(points), ..) => points,
            (_, Some(number), Some(scale)) => scale.points(number).ok_or_else(|| {
                format!("the result {} is none of {}", quoted(text), scale.name())
            })?,
            (_, Some(_), None) => {
                let reason = "nothing says what a result of 1 means: --label-scale 0/0.5/1, -1/0/1 \
                              or 0/1/2";
                return Err(Refused::Undecided(reason.to_owned()));
            }
            (None, None, _) => return Err(format!("{} is no result", quoted(text)).into()),
        };
        let view = options.views.result.or(value.form.view(true));
        let view = view.ok_or_else(|| Refused::Undecided(ASK_VIEW.to_owned()))?;
        Ok(Some(if view.is_black(side)? {
            1.0 - points
        } else {
            points
        }))
    }

    fn read_score(
        &self,
        value: &Value,
        options: &LabelOptions,
        side: Option<Color>,
        labels: &mut Labels,
    ) -> Result<(), Refused> {
        let view = options.views.score.or(value.form.view(false));
        let view = view.ok_or_else(|| Refused::Undecided(ASK_VIEW.to_owned()))?;
        let text = &*value.text;
        let sign = if view.is_black(side)? { -1 } else { 1 };
        if let Some(mate) = text.strip_prefix('#') {
            let moves: i64 = mate
                .parse()
                .map_err(|_| format!("{} is no mate", quoted(text)))?;
            labels.mate = Some(sign * moves);
            return Ok(());
        }
        let score = number(text).ok_or_else(|| format!("{} is no evaluation", quoted(text)))?;
        let unit = match options.kind {
            Some(LabelKind::Pawns) => 1.0,
            None | Some(LabelKind::Result) if text.contains('.') => {
                let reason = format!("nothing says whether {} {ASK_KIND}", quoted(text));
                return Err(Refused::Undecided(reason));
            }
            _ => options.units.unwrap_or(100.0),
        };
        // No score, as engines write it.
        if unit == 1.0 || score.abs() <= 30_000.0 {
            // Without a negative zero.
            labels.evaluation = Some(score / unit * f64::from(sign as i32) + 0.0);
        } else {
            labels.is_mate = score.abs() != 32_002.0;
        }
        Ok(())
    }

    /// Counts what a record does not have that others have.
    pub(crate) fn count(&self, labels: &Labels, counts: &mut Counts) {
        let has_score = labels.evaluation.is_some() || labels.mate.is_some() || labels.is_mate;
        counts.0[0] += u64::from(self.forms[0].is_some() && !has_score);
        counts.0[1] += u64::from(labels.is_mate);
    }

    /// Returns the names of the columns that labels fill.
    pub(crate) fn columns(&self) -> Vec<&'static str> {
        let [has_score, has_result] = self.forms.map(|form| form.is_some());
        let all = [
            ("line", has_score || has_result),
            ("white_score", has_result),
            ("evaluation", has_score),
            ("mate", self.has_mates),
            ("next_uci", self.has_moves),
        ];
        all.into_iter()
            .filter(|(_, is_there)| *is_there)
            .map(|(name, _)| name)
            .collect()
    }

    /// Says what was read.
    pub(crate) fn sentence(&self, counts: &Counts) -> Option<String> {
        let options = self.options.as_ref()?;
        let views = [options.views.score, options.views.result];
        let scale = match self.scale {
            Some(scale) if scale != LabelScale::Points => format!(" of {}", scale.name()),
            _ => String::new(),
        };
        let unit = match (options.kind, options.units) {
            (Some(LabelKind::Pawns), _) => "pawns".to_owned(),
            (_, Some(units)) => format!("units, {units} of them a pawn"),
            (..) if self.layout == Layout::Plain => {
                "units of the engine, 100 of them a pawn".to_owned()
            }
            _ => "centipawns".to_owned(),
        };
        let [score, result] = [0, 1].map(|at| {
            let form = self.forms[at]?;
            Some((views[at].or(form.view(at == 1))?, form))
        });
        let (score_is, result_is) = (format!("evaluation in {unit}"), format!("result{scale}"));
        let mut text = match (result, score) {
            (Some((of_result, form)), Some((of_score, other))) if of_result == of_score => {
                let and = if form == other {
                    String::new()
                } else {
                    format!(", {}", other.name())
                };
                let view = of_result.name();
                format!(
                    "{result_is} and {score_is}, both from {view} ({}{and})",
                    form.name()
                )
            }
            (Some(result), Some(score)) => {
                format!(
                    "{} and {}",
                    from(&result_is, result),
                    from(&score_is, score)
                )
            }
            (Some(result), None) => from(&result_is, result),
            (None, Some(score)) => from(&score_is, score),
            (None, None) => return Some(self.remark.clone()).filter(|remark| !remark.is_empty()),
        };
        if let [None, None] = views {
            let is_white = result
                .or(score)
                .is_some_and(|(view, _)| view == View::White);
            text += if is_white {
                "; --labels mover if not"
            } else {
                "; --labels white if not"
            };
        }
        for (number, what) in counts
            .0
            .iter()
            .zip(["without a score", "with a mate without a number"])
        {
            if *number > 0 {
                text += &format!("; {number} {what}");
            }
        }
        if !self.remark.is_empty() {
            text += &format!("; {}", self.remark);
        }
        Some(text)
    }
}

fn from(what: &str, (view, form): (View, Form)) -> String {
    format!("{what} from {} ({})", view.name(), form.name())
}

impl Values<'_> {
    fn has_any(&self) -> bool {
        self.score.is_some() || self.result.is_some() || self.lone.is_some()
    }
}

impl Sampled<'_> {
    /// Returns `true` if its counters are hardly those of moves: only one is there, or more moves
    /// were made without a pawn than were made at all.
    fn is_odd(&self) -> bool {
        let (clock, number) = (self.record.clock(), self.record.number());
        match self.values.counters {
            0 => false,
            1 => true,
            _ => clock.unwrap_or(0) >= number.unwrap_or(0).saturating_mul(2).max(1),
        }
    }
}

/// Whether the sign of scores agrees with material, and with results, by the side to move.
#[derive(Default)]
struct Check {
    /// Lines of Black where a side is three pawns ahead, and how many of them contradict.
    ahead: [usize; 2],
    /// Lines of White and of Black with a clear score and a winner, and how many of them agree.
    decided: [[usize; 2]; 2],
}

enum Verdict {
    Agrees,
    Unchecked,
    Contradicts(String),
}

impl Check {
    fn add(&mut self, record: &Record, labels: &Labels) {
        let (Some(score), Some(side)) = (labels.evaluation, record.side) else {
            return;
        };
        let ahead = material(&record.placement);
        if side == Color::Black && ahead.abs() >= 3 {
            self.ahead[0] += 1;
            self.ahead[1] += usize::from(score * f64::from(ahead) < 0.0);
        }
        if let Some(points) = labels.white_score.filter(|points| *points != 0.5)
            && score.abs() > 3.0
        {
            let [all, agree] = &mut self.decided[side as usize];
            *all += 1;
            *agree += usize::from((score > 0.0) == (points > 0.5));
        }
    }

    fn verdict(&self) -> Verdict {
        let [ahead, contradict] = self.ahead;
        if ahead < ENOUGH {
            return Verdict::Unchecked;
        }
        if 2 * contradict > ahead {
            return Verdict::Contradicts(format!(
                "of {ahead} positions with Black to move and a side three pawns ahead, {contradict} \
                 have a score for the other side"
            ));
        }
        let [[of_white, white], [of_black, black]] = self.decided;
        if of_black >= ENOUGH && 2 * black < of_black && 2 * white >= of_white {
            return Verdict::Contradicts(format!(
                "beyond 300 centipawns, score and result agree in {white} of {of_white} positions with \
                 White to move, and in {black} of {of_black} with Black to move"
            ));
        }
        Verdict::Agrees
    }
}

/// Returns by how many pawns White is ahead.
fn material(placement: &Placement) -> i32 {
    let [white, black] = placement.pieces().map(|pieces| {
        let worth = pieces.iter().zip([1, 3, 3, 5, 9, 0]);
        worth
            .map(|(set, pawns)| set.count() as i32 * pawns)
            .sum::<i32>()
    });
    white - black
}
