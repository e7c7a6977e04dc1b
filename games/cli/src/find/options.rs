//! The options that ask something of games and positions besides their pawns.

use pawnfill::Color;
use pawnfill_find::{Duration, Filter, Material, Opening, Outcome, Player, Span, TimeControl, Words};

#[derive(clap::Args)]
#[command(next_help_heading = "Only these games and positions")]
pub(super) struct Options {
    /// The condition holds for `4` moves or `8plies`
    ///
    /// These are moves of both sides in a row. If either side may meet the condition, the same one meets it throughout,
    /// but not necessarily with the same pawn: for one pawn, name its file, as in `white.isolated & d`.
    #[arg(long = "for", value_name = "MOVES")]
    duration: Option<Duration>,

    /// The move number is in this range: `10-30`, `40-`
    ///
    /// Only the part of a run that lies in it counts for --for.
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    moves: Option<Span>,

    /// A player has this name: `Hou`, `'Kramnik, V'`
    ///
    /// It consists of whole words or initials, in any case and order; accents are left out. With several --player, one of
    /// them plays. In conditions, `mine` is the side of the player and `theirs` that of the opponent.
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
    /// Kings and pawns are left out. Either side may have the first pieces: `QRBvQRN` also finds `QRNvQRB`. Of several,
    /// separated by commas, one is enough.
    #[arg(long, value_name = "PIECES,…", value_delimiter = ',')]
    material: Vec<Material>,

    /// The opening has one of these ECO codes: `C11`, `B2`, `C10-C19`
    #[arg(long, value_name = "CODES,…", value_delimiter = ',', hide_short_help = true)]
    eco: Vec<Opening>,

    /// The event contains this: `olympiad`
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    event: Option<Words>,

    /// The time control is `blitz`, or just `180+2`
    ///
    /// Classes are by the seconds for 40 moves: `bullet` below 180, `blitz` below 480, `rapid` below 1500, `classical`, and
    /// `correspondence` from a day.
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

    /// Returns the option that only games can meet, if there is one.
    pub(super) fn needs_games(&self) -> Option<&'static str> {
        let options = [
            ("--for", self.duration.is_some()),
            ("--moves", self.moves.is_some()),
            ("--player", !self.player.is_empty()),
            ("--as", self.color.is_some()),
            ("--result", self.result.is_some()),
            ("--elo", self.elo.is_some()),
            ("--year", self.year.is_some()),
            ("--eco", !self.eco.is_empty()),
            ("--event", self.event.is_some()),
            ("--time-control", self.time_control.is_some()),
            ("--opponent-elo", self.opponent_elo.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// Says what the options ask of the tags of a game, unless some game has them.
    pub(super) fn missed(&self, took_game: bool) -> String {
        let player = (!self.player.is_empty()).then(|| "a player with the name in --player".to_owned());
        let color = self.color.map(|color| format!("{color} as the side in question"));
        let result = self.result.map(|_| "this result".to_owned());
        let elo = self.elo.as_ref().map(|_| "two ratings in the range of --elo".to_owned());
        let year = self.year.as_ref().map(|_| "a date in the years of --year".to_owned());
        let eco = (!self.eco.is_empty()).then(|| "an opening of --eco".to_owned());
        let event = self.event.as_ref().map(|_| "an event of this name".to_owned());
        let time = self.time_control.as_ref().map(|_| "this time control".to_owned());
        let opponent =
            self.opponent_elo.as_ref().map(|_| "an opponent in the range of --opponent-elo".to_owned());
        let asked = [player, color, result, elo, year, eco, event, time, opponent];
        let asked: Vec<_> = asked.into_iter().flatten().collect();
        if took_game || asked.is_empty() {
            String::new()
        } else {
            format!(": no game has {}", asked.join(" and "))
        }
    }
}
