//! Every cell, controls too, with all digits.

use crate::bench_compare::report::Report;

pub(super) fn show(report: &Report) -> String {
    let mut text =
        "op,group,mode,kind,a,b,a_ns,b_ns,floor_ns,ratio,ratio_lo,ratio_hi,delta_ns,delta_lo,delta_hi,\
                    margin,kept,total,verdict,a_instructions,b_instructions\n"
            .to_owned();
    let [a, b] = &report.config.backends;
    for cell in &report.cells {
        let (ns, ratio, delta) = (cell.ns, cell.ratio, cell.delta_ns);
        let [a_count, b_count] =
            cell.instructions.map_or_else(Default::default, |counts| counts.map(|count| count.to_string()));
        text += &format!(
            "{},{},{},{},{a},{b},{},{},{},{},{},{},{},{},{},{},{},{},{},{a_count},{b_count}\n",
            cell.op,
            cell.group,
            cell.mode.name(),
            cell.kind.name(),
            ns.a,
            ns.b,
            ns.floor,
            ratio.point,
            ratio.lo,
            ratio.hi,
            delta.point,
            delta.lo,
            delta.hi,
            cell.margin,
            cell.kept,
            cell.total,
            cell.verdict.word(&report.config.backends),
        );
    }
    text
}
