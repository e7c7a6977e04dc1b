//! The options that ask something of games and positions besides their pawns.

use pawnfill::Color;
use pawnfill_find::{
    Duration, Filter, Material, Opening, Outcome, Player, Span, TimeControl, Words,
};

#[derive(clap::Args)]
#[command(next_help_heading = "Only these games and positions")]
pub(super) struct Options {
    /// The condition holds for `4` moves or `8plies`
    ///
    /// These are moves of both sides in a row. If either side may meet the condition, the same one
    /// meets it throughout, but not necessarily with the same pawn: for one pawn, name its file, as
    /// in `white.isolated & d`.
    #[arg(long = "for", value_name = "MOVES")]
    duration: Option<Duration>,

    /// The move number is in this range: `10-30`, `40-`
    ///
    /// Only the part of a run that lies in it counts for --for.
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    moves: Option<Span>,

    /// A player has this name: `Hou`, `'Kramnik, V'`
    ///
    /// It consists of whole words or initials, in any case and order; accents are left out. With
    /// several --player, one of them plays. In conditions, `mine` is the side of the player and
    /// `theirs` that of the opponent.
    #[arg(long, value_name = "NAME")]
    player: Vec<Player>,

    /// The side in question is `white` or `black`
    ///
    /// It is the side of --player, or without that the one that meets the condition.
    #[arg(long = "as", value_name = "COLOR")]
    color: Option<Color>,

    /// The side in question has `won`, `lost` or `drawn`; or `1-0`
    #[arg(long, value_name = "RESULT")]
    result: Option<Outcome>,

    /// Both ratings are in this range: `2400-`
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true, value_parser = Span::ratings)]
    elo: Option<Span>,

    /// The game is from these years: `1972`, `1990-1999`
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true, value_parser = Span::years)]
    year: Option<Span>,

    /// There are `2-4` pieces besides kings and pawns
    ///
    /// The pieces of both sides are counted together.
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    pieces: Option<Span>,

    /// The pieces are just these: `RvR`, `v` (pawn ending), `BvB,BvN`
    ///
    /// Kings and pawns are left out. Either side may have the first pieces: `QRBvQRN` also finds
    /// `QRNvQRB`. Of several, separated by commas, one is enough.
    #[arg(long, value_name = "PIECES,…", value_delimiter = ',')]
    material: Vec<Material>,

    /// The opening has one of these ECO codes: `C11`, `B2`, `C10-C19`
    #[arg(
        long,
        value_name = "CODES,…",
        value_delimiter = ',',
        hide_short_help = true
    )]
    eco: Vec<Opening>,

    /// The event contains this: `olympiad`
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    event: Option<Words>,

    /// The time control is `blitz`, or just `180+2`
    ///
    /// Classes are by the seconds for 40 moves: `bullet` below 180, `blitz` below 480, `rapid`
    /// below 1500, `classical`, and `correspondence` from a day.
    #[arg(long, value_name = "CONTROL", hide_short_help = true)]
    time_control: Option<TimeControl>,

    /// The opponent of the side in question is rated `2200-`
    #[arg(long, value_name = "FROM-TO", hide_short_help = true, allow_hyphen_values = true, value_parser = Span::ratings)]
    opponent_elo: Option<Span>,
}

impl Options {
    pub(super) fn filter(&self) -> Filter {
        Filter {
            duration: self.duration,
            moves: self.moves.clone(),
            players: self.player.clone(),
            color: self.color,
            result: self.result,
            elo: self.elo.clone(),
            years: self.year.clone(),
            pieces: self.pieces.clone(),
            material: self.material.clone(),
            eco: self.eco.clone(),
            event: self.event.clone(),
            time_control: self.time_control.clone(),
            opponent_elo: self.opponent_elo.clone(),
        }
    }

    /// Returns the given options that only games can meet, and what they ask of tags.
    fn asked(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let side = match self.color {
            Some(Color::Black) => "black as the side in question",
            _ => "white as the side in question",
        };
        let options = [
            (self.duration.is_some(), "--for", ""),
            (self.moves.is_some(), "--moves", ""),
            (
                !self.player.is_empty(),
                "--player",
                "a player with the name in --player",
            ),
            (self.color.is_some(), "--as", side),
            (self.result.is_some(), "--result", "this result"),
            (
                self.elo.is_some(),
                "--elo",
                "two ratings in the range of --elo",
            ),
            (
                self.year.is_some(),
                "--year",
                "a date in the years of --year",
            ),
            (!self.eco.is_empty(), "--eco", "an opening of --eco"),
            (self.event.is_some(), "--event", "an event of this name"),
            (
                self.time_control.is_some(),
                "--time-control",
                "this time control",
            ),
            (
                self.opponent_elo.is_some(),
                "--opponent-elo",
                "an opponent in the range of --opponent-elo",
            ),
        ];
        options
            .into_iter()
            .filter(|(is_given, ..)| *is_given)
            .map(|(_, name, what)| (name, what))
    }

    /// Returns an option that only games can meet, if there is one.
    pub(super) fn needs_games(&self) -> Option<&'static str> {
        self.asked().next().map(|(name, _)| name)
    }

    /// Says what the options ask of the tags of a game, unless some game has them.
    pub(super) fn missed(&self, took_game: bool) -> String {
        let asked: Vec<_> = self
            .asked()
            .map(|(_, what)| what)
            .filter(|what| !what.is_empty())
            .collect();
        if took_game || asked.is_empty() {
            String::new()
        } else {
            format!(": no game has {}", asked.join(" and "))
        }
    }
}
