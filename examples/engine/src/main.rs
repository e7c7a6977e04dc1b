//! The engine as a program: speaks UCI on standard input, or runs a benchmark with `bench [DEPTH]`.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use cozy_chess::{Board, Color, util};
use pawnfill::{Auto, Backend};
use pawnfill_engine::{Limits, Search, Verdict, bench};

const DEFAULT_BENCH_DEPTH: u8 = 6;
const MAX_DEPTH: u8 = 100;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => uci(io::stdin().lock()),
        ["bench"] => speed(DEFAULT_BENCH_DEPTH),
        ["bench", depth] => match depth.parse() {
            Ok(depth @ 1..=MAX_DEPTH) => speed(depth),
            _ => Err(io::Error::other(format!("`{depth}`: expected a depth from 1 to {MAX_DEPTH}"))),
        },
        _ => Err(io::Error::other("expected no argument (UCI on standard input) or `bench [DEPTH]`")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the nodes per second of a search to this depth.
fn speed(depth: u8) -> io::Result<()> {
    let start = Instant::now();
    let nodes = bench::<Auto>(depth);
    let rate = nodes as f64 / start.elapsed().as_secs_f64();
    writeln!(io::stdout(), "backend {}, depth {depth}: {nodes} nodes, {rate:.0} nodes per second", Auto::NAME)
}

/// Runs the UCI protocol until the input ends or `quit`. Unknown commands are reported and ignored.
fn uci(input: impl io::BufRead) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut search = Search::<Auto>::default();
    let (mut board, mut played) = (Board::default(), Vec::new());
    for line in input.lines() {
        let line = line?;
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] => writeln!(out, "id name pawnfill-engine ({})\nuciok", Auto::NAME)?,
            ["isready"] => writeln!(out, "readyok")?,
            ["ucinewgame"] => search = Search::default(),
            ["position", ref position @ ..] => match parse_position(position) {
                Ok(position) => (board, played) = position,
                Err(error) => writeln!(out, "info string error: {error}")?,
            },
            ["go", ref limits @ ..] => match parse_limits(limits, board.side_to_move()) {
                Ok(limits) => {
                    let verdict = search.go(&board, &played, limits, |verdict| report(&board, verdict));
                    let best = verdict.best.map(|mv| util::display_uci_move(&board, mv).to_string());
                    writeln!(out, "bestmove {}", best.as_deref().unwrap_or("0000"))?;
                }
                Err(error) => writeln!(out, "info string error: {error}")?,
            },
            ["quit"] => break,
            [] | ["setoption" | "stop" | "debug" | "ponderhit", ..] => {}
            _ => writeln!(out, "info string error: unknown command `{line}`")?,
        }
        out.flush()?;
    }
    Ok(())
}

fn report(board: &Board, verdict: &Verdict) {
    let Verdict { best: Some(best), score, depth, nodes } = *verdict else { return };
    println!("info depth {depth} score cp {score} nodes {nodes} pv {}", util::display_uci_move(board, best));
}

/// Parses `startpos`, or `fen` and six words, and optional `moves`. Returns the board and the hashes of the earlier
/// positions.
fn parse_position(words: &[&str]) -> Result<(Board, Vec<u64>), String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(end);
    let mut board = match start {
        ["startpos"] => Board::default(),
        ["fen", fen @ ..] => fen.join(" ").parse().map_err(|error| format!("{}: {error}", fen.join(" ")))?,
        _ => return Err("expected `position startpos` or `position fen FEN`".to_owned()),
    };
    let mut played = Vec::new();
    for text in moves.iter().skip(1) {
        let hash = board.hash();
        let mv = util::parse_uci_move(&board, text).map_err(|error| format!("move {text}: {error}"))?;
        board.try_play(mv).map_err(|error| format!("move {text}: {error}"))?;
        played.push(hash);
    }
    Ok((board, played))
}

/// Parses `depth`, `movetime`, or the clocks. A move takes a thirtieth of the clock and the increment.
fn parse_limits(words: &[&str], color: Color) -> Result<Limits, String> {
    let number = |name: &str| -> Result<Option<u64>, String> {
        let Some(at) = words.iter().position(|&word| word == name) else { return Ok(None) };
        let text = words.get(at + 1).ok_or_else(|| format!("`{name}` needs a number"))?;
        text.parse().map(Some).map_err(|_| format!("`{name} {text}`: expected a number"))
    };
    let (clock, increment) = match color {
        Color::White => ("wtime", "winc"),
        Color::Black => ("btime", "binc"),
    };
    let by_clock = number(clock)?.map(|left| left / 30);
    let time = match number("movetime")? {
        None => by_clock.map(|share| share + number(increment).ok().flatten().unwrap_or(0) / 2),
        time => time,
    };
    let depth = number("depth")?.map_or(MAX_DEPTH, |depth| depth.clamp(1, MAX_DEPTH.into()) as u8);
    Ok(Limits { depth, deadline: time.map(|time| Instant::now() + Duration::from_millis(time)) })
}
