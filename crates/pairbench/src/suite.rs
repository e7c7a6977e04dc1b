//! Suites of comparisons.

use std::fmt::Debug;
use std::hint::black_box;
use std::iter::zip;

use fastrand::Rng;

use crate::clock::Clock;
use crate::facts::hash;
use crate::input::{Input, Output};
use crate::kernel::{Compiled, Loop, Loops, Side};
use crate::protocol::{Cell, ComparisonInfo, Description, Facts, FunctionInfo, Mode};
use crate::sampler::{Bed, Cold, Hot, Sampler, walk};
use crate::watch;

/// The maximum number of inputs of a comparison. Of more inputs, evenly spaced ones are used.
pub const INPUTS: usize = 16_384;
/// Fewer inputs are repeated up to [`INPUTS`], or until they fill this many bytes.
const BYTES: usize = 1 << 19;
/// The minimum number of inputs, however large they are.
const LEAST_INPUTS: usize = 64;
/// The calls per iteration of the loop around a short function.
const SHORT: usize = 8;

/// The code of a comparison of any kind.
pub(crate) trait Measure {
    /// Checks that the functions agree on all inputs, or describes how they disagree. Returns a
    /// hash of the results.
    fn agreement(&self) -> Result<String, String>;

    /// Returns the sampler of a cell, or the reason why there is none.
    fn sampler<'s>(
        &'s self,
        cell: &Cell,
        facts: &Facts,
        clock: &'s dyn Clock,
        rng: Rng,
    ) -> Result<Sampler<'s>, String>;
}

/// A [`Comparison`] or a [`Whole`] in a suite.
pub struct Measured<'a> {
    info: ComparisonInfo,
    /// What the caller did wrong first, if anything.
    mistake: Option<String>,
    pub(crate) code: Box<dyn Measure + 'a>,
}

/// The comparisons of a program.
///
/// ```no_run
/// use pairbench::{Comparison, Suite};
///
/// let words: Vec<u64> = (0..1000).map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
/// let logarithm = Comparison::new("logarithm", &words)
///     .function("zeros", |word: u64| 63 - (word | 1).leading_zeros())
///     .function("ilog2", |word: u64| (word | 1).ilog2());
/// let suite = Suite::new().group("bits", "word").with(logarithm);
/// ```
#[derive(Default)]
pub struct Suite<'a> {
    pub(crate) comparisons: Vec<Measured<'a>>,
    group: String,
    unit: String,
}

impl<'a> Suite<'a> {
    /// Returns a suite without comparisons.
    #[must_use]
    pub fn new() -> Self {
        Self {
            unit: "call".to_owned(),
            ..Self::default()
        }
    }

    /// Begins a group: the following comparisons are listed under this name, with times
    /// per this unit.
    #[must_use]
    pub fn group(mut self, name: &str, unit: &str) -> Self {
        (self.group, self.unit) = (name.to_owned(), unit.to_owned());
        self
    }

    /// Adds a comparison.
    #[must_use]
    pub fn with(mut self, comparison: impl Into<Measured<'a>>) -> Self {
        let mut comparison = comparison.into();
        (comparison.info.group, comparison.info.unit) = (self.group.clone(), self.unit.clone());
        if self.place(&comparison.info.name).is_some() {
            comparison.mistake = Some("two comparisons have this name".to_owned());
        }
        self.comparisons.push(comparison);
        self
    }

    fn place(&self, name: &str) -> Option<usize> {
        let mut comparisons = self.comparisons.iter();
        comparisons.position(|other| other.info.name == name)
    }

    /// Describes every comparison, and checks that functions agree.
    pub(crate) fn describe(&self, facts: Facts) -> Description {
        let mut description = Description {
            facts,
            ..Description::default()
        };
        for Measured { info, mistake, .. } in &self.comparisons {
            description.comparisons.push(info.clone());
            if let Some(mistake) = mistake {
                description
                    .mistakes
                    .push(format!("{}: {mistake}", info.name));
            }
        }
        if !description.mistakes.is_empty() {
            return description;
        }
        for measured in &self.comparisons {
            match measured.code.agreement() {
                Ok(hash) => description.results.push(hash),
                Err(how) => description.disagreements.push(how),
            }
        }
        description
    }

    /// Finds the code of a comparison by its name.
    pub(crate) fn find(&self, name: &str) -> Result<&(dyn Measure + 'a), String> {
        match self.place(name) {
            Some(place) => Ok(&*self.comparisons[place].code),
            None => Err(format!("there is no comparison named {name}")),
        }
    }
}

/// The code of a function.
struct Code<'a, I, O> {
    name: String,
    loops: Box<dyn Loops<I> + 'a>,
    /// Returns the result to compare.
    call: Box<dyn Fn(I) -> O + 'a>,
}

impl<I: Input, O> Code<'_, I, O> {
    /// Returns the results for these inputs.
    fn results(&self, comparison: &str, inputs: &[I]) -> Vec<O> {
        watch::doing(&format!("{comparison}: {}", self.name));
        inputs.iter().map(|input| (self.call)(*input)).collect()
    }
}

fn folded(comparison: &str, name: &str) -> String {
    format!("{comparison}: the linker folded {name} with its clone")
}

/// Two or more functions with the same results, each called on one input at a time.
///
/// `UNROLL` is the number of calls per iteration of the loop around a function; see
/// [`long`](Self::long).
#[must_use]
pub struct Comparison<'a, I: Input, O, const UNROLL: usize = 8> {
    info: ComparisonInfo,
    /// The units per call.
    units: f64,
    inputs: Vec<I>,
    codes: Vec<Code<'a, I, O>>,
    nothing: Box<dyn Loops<I> + 'a>,
    /// A mistake of the caller, which a session reports.
    mistake: Option<String>,
}

impl<'a, I: Input + Debug + 'a, O: Output + Debug + PartialEq + 'a> Comparison<'a, I, O, SHORT> {
    /// Returns a comparison on these inputs.
    ///
    /// Use some thousands of typical inputs. Processors learn the branches of a few. Of more than
    /// [`INPUTS`], only evenly spaced ones are checked and measured. Without inputs, the session
    /// ends with an error.
    pub fn new(name: &str, inputs: impl AsRef<[I]>) -> Self {
        let given = inputs.as_ref();
        let mistake = given.is_empty().then(|| "there are no inputs".to_owned());
        let count = given.len().min(INPUTS);
        let mut inputs = Vec::new();
        for number in 0..count as u64 {
            // As 64 bits, the product does not overflow.
            inputs.push(given[(number * given.len() as u64 / count as u64) as usize]);
        }
        Self {
            mistake,
            ..Self::with_unroll(describe(name, &Mode::ALL, count), &inputs)
        }
    }

    /// Declares that a call takes dozens of nanoseconds, or that the function is large.
    ///
    /// The loop around short functions is unrolled, so that it takes little of their time. This
    /// compiles slowly, and long functions do not need it. Call this before adding functions.
    pub fn long(self) -> Comparison<'a, I, O, 1> {
        let late =
            (!self.codes.is_empty()).then(|| "`long` is called after adding functions".to_owned());
        Comparison {
            mistake: self.mistake.or(late),
            ..Comparison::with_unroll(self.info, &self.inputs)
        }
    }
}

impl<'a, I: Input + Debug + 'a, O: Debug + PartialEq + 'a, const UNROLL: usize>
    Comparison<'a, I, O, UNROLL>
{
    fn with_unroll(info: ComparisonInfo, given: &[I]) -> Self {
        let count = INPUTS.min(BYTES / size_of::<I>().max(1)).max(LEAST_INPUTS);
        let info = ComparisonInfo {
            long: UNROLL < SHORT,
            ..info
        };
        let inputs = given.iter().copied().cycle();
        Self {
            units: 1.0,
            inputs: inputs.take(count.max(info.inputs)).collect(),
            info,
            codes: Vec::new(),
            nothing: Box::new(Compiled::<_, UNROLL>(|input: I| input.number())),
            mistake: None,
        }
    }

    /// Declares that no function branches on its input.
    ///
    /// Inputs can then be reused, and stay in the first-level cache. Otherwise every call gets
    /// fresh inputs, because processors learn the branches of repeated ones.
    pub fn without_branches(mut self) -> Self {
        self.info.branches = false;
        self
    }

    /// Describes in a line what the functions compute.
    pub fn about(mut self, about: &str) -> Self {
        about.clone_into(&mut self.info.about);
        self
    }

    /// Adds a function. The first one is the baseline, unless the command line names another.
    ///
    /// If the function allocates, its time includes the allocation and dropping the result.
    pub fn function(mut self, name: &str, function: impl Fn(I) -> O + Clone + 'a) -> Self
    where
        O: Output,
    {
        self.add(name, function.clone(), function);
        self
    }

    /// Adds a function to time, and the same function to compare its results.
    fn add<T: Output + 'a>(
        &mut self,
        name: &str,
        timed: impl Fn(I) -> T + Clone + 'a,
        call: impl Fn(I) -> O + 'a,
    ) {
        self.name(name, None);
        let loops = Box::new(Compiled::<_, UNROLL>(timed));
        self.codes.push(Code {
            name: name.to_owned(),
            loops,
            call: Box::new(call),
        });
    }

    /// Adds a function with the same code as another one, which is not compiled and measured again.
    pub fn same(mut self, name: &str, as_: &str) -> Self {
        if self.codes.iter().all(|code| code.name != as_) {
            self.mistake = Some(format!("{name} is the same as {as_}, which has no code"));
        }
        self.name(name, Some(as_));
        self
    }

    /// Adds the name of a function.
    fn name(&mut self, name: &str, same_as: Option<&str>) {
        if self.info.functions.iter().any(|other| other.name == name) {
            self.mistake = Some(format!("two functions are named {name}"));
        }
        let (name, same_as) = (name.to_owned(), same_as.map(str::to_owned));
        self.info.functions.push(FunctionInfo { name, same_as });
    }

    /// Returns the sides of a cell: each function and its clone, and at the end the loop
    /// without a function.
    fn sides(&self, cell: &Cell) -> Result<Vec<Side<'_, I>>, String> {
        let (comparison, shape) = (&self.info.name, self.shape(cell.mode));
        let mut sides = Vec::new();
        for name in &cell.functions {
            let Some(code) = self.codes.iter().find(|code| code.name == *name) else {
                return Err(format!("{comparison}: {name} has no code"));
            };
            sides.extend(
                code.loops
                    .sides(shape)
                    .ok_or_else(|| folded(comparison, name))?,
            );
        }
        let nothing = self.nothing.sides(shape);
        let [nothing, _] = nothing.ok_or_else(|| folded(comparison, "the empty loop"))?;
        sides.push(nothing);
        Ok(sides)
    }

    /// Returns the loop of a mode. Whole programs have a loop with one copy.
    fn shape(&self, mode: Mode) -> Loop {
        match mode {
            Mode::Throughput if self.info.modes.contains(&Mode::Latency) => Loop::Throughput,
            Mode::Latency => Loop::Latency,
            Mode::Throughput | Mode::L2 | Mode::Evicted => Loop::Visit,
        }
    }
}

impl<'a, I: Input + Debug + 'a, O: Debug + PartialEq + 'a, const UNROLL: usize>
    From<Comparison<'a, I, O, UNROLL>> for Measured<'a>
{
    fn from(comparison: Comparison<'a, I, O, UNROLL>) -> Self {
        Self {
            info: comparison.info.clone(),
            mistake: comparison.mistake.clone(),
            code: Box::new(comparison),
        }
    }
}

impl<'a, I: Input + Debug + 'a, O: Debug + PartialEq + 'a, const UNROLL: usize> Measure
    for Comparison<'a, I, O, UNROLL>
{
    fn agreement(&self) -> Result<String, String> {
        let comparison = &self.info.name;
        let distinct = &self.inputs[..self.info.inputs];
        let Some((first, others)) = self.codes.split_first() else {
            return Ok(String::new());
        };
        let expected = first.results(comparison, distinct);
        for other in others {
            let results = other.results(comparison, distinct);
            for ((input, expected), result) in zip(zip(distinct, &expected), results) {
                if *expected != result {
                    // Whole programs have no input.
                    let input = match size_of::<I>() {
                        0 => String::new(),
                        _ => format!(" for {input:?}"),
                    };
                    let (first, other) = (&first.name, &other.name);
                    return Err(format!(
                        "{comparison}: {first} returns {expected:?}{input}, \
                         {other} returns {result:?}"
                    ));
                }
            }
        }
        Ok(hash(format!("{expected:?}").as_bytes()))
    }

    fn sampler<'s>(
        &'s self,
        cell: &Cell,
        &Facts { l1d, l2, .. }: &Facts,
        clock: &'s dyn Clock,
        rng: Rng,
    ) -> Result<Sampler<'s>, String> {
        let bed = Bed {
            sides: self.sides(cell)?,
            inputs: &self.inputs,
            clock,
            rng,
        };
        let round: Box<dyn FnMut() -> Vec<f64> + 's> = match walked(cell.mode, l1d, l2) {
            None => {
                let mut hot = Hot::new(bed, UNROLL, self.info.branches, self.units, l1d);
                Box::new(move || hot.round())
            }
            Some(bytes) => {
                let mut cold = Cold {
                    bed,
                    evict: Box::new(walk(bytes)),
                };
                Box::new(move || cold.round())
            }
        };
        Ok(Sampler {
            round,
            is_cold: cell.mode.is_cold(),
            clock,
        })
    }
}

/// Returns the bytes of memory that a walk touches before each visit, if the tables
/// must be fetched.
fn walked(mode: Mode, l1d: usize, l2: usize) -> Option<usize> {
    match mode {
        Mode::Throughput | Mode::Latency => None,
        Mode::L2 => Some(l1d * 3 / 2),
        Mode::Evicted => Some(l2 * 2),
    }
}

/// Describes a comparison without functions.
fn describe(name: &str, modes: &[Mode], inputs: usize) -> ComparisonInfo {
    let (name, modes) = (name.to_owned(), modes.to_vec());
    ComparisonInfo {
        name,
        modes,
        branches: true,
        inputs,
        ..ComparisonInfo::default()
    }
}

/// Two or more whole programs with the same result, such as a search or a pass over a
/// column of data.
///
/// Each has one copy and no latency, because whole programs cannot be chained. The clone of a
/// program is a second loop around it, and shares all code that the compiler does not inline.
#[must_use]
pub struct Whole<'a, O>(Comparison<'a, (), O, 1>);

impl<'a, O: Debug + PartialEq + 'a> Whole<'a, O> {
    /// Returns a comparison of programs that do this many units per call. Times are shown per unit.
    pub fn new(name: &str, units: u64) -> Self {
        let comparison = Comparison::with_unroll(describe(name, &[Mode::Throughput], 1), &[()]);
        Self(Comparison {
            units: units.max(1) as f64,
            ..comparison
        })
    }

    /// Describes in a line what the programs compute.
    pub fn about(self, about: &str) -> Self {
        Self(self.0.about(about))
    }

    /// Adds a program. The first one is the baseline, unless the command line names another.
    pub fn function(mut self, name: &str, program: impl Fn() -> O + Clone + 'a) -> Self {
        let timed = program.clone();
        self.0.add(
            name,
            move |()| drop(black_box(black_box(&timed)())),
            move |()| program(),
        );
        self
    }
}

impl<'a, O: Debug + PartialEq + 'a> From<Whole<'a, O>> for Measured<'a> {
    fn from(whole: Whole<'a, O>) -> Self {
        whole.0.into()
    }
}

#[cfg(test)]
mod tests;
