//! The options that ask something of games and positions besides their pawns.

use pawnfill_find::{Duration, Filter, Material, Span};

#[derive(clap::Args)]
#[command(next_help_heading = "Only these games and positions")]
pub(super) struct Options {
    /// The condition holds for `4` moves or `8plies`
    ///
    /// These are moves of both sides in a row. If either side may meet the condition, the same one meets it throughout.
    #[arg(long = "for", value_name = "MOVES")]
    duration: Option<Duration>,

    /// The move number is in this range: `10-30`, `40-`
    ///
    /// Only the part of a run that lies in it counts for --for.
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    moves: Option<Span>,

    /// The name of a player contains this: `Karpov`
    ///
    /// The name is that of the file. The condition may be met by the opponent.
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    player: Option<String>,

    /// Both ratings are in this range: `2400-`
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    elo: Option<Span>,

    /// The game is from these years: `1972`, `1990-1999`
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true, value_parser = Span::years)]
    year: Option<Span>,

    /// There are `2-4` pieces besides kings and pawns
    ///
    /// The pieces of both sides are counted together.
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    pieces: Option<Span>,

    /// The pieces are just these: `RvR`, `v` (pawn ending)
    ///
    /// Kings and pawns are left out. Either side may have the first pieces: `QRBvQRN` also finds `QRNvQRB`.
    #[arg(long, value_name = "PIECES")]
    material: Option<Material>,
}

impl Options {
    pub(super) fn filter(&self) -> Filter {
        let Self { duration, moves, player, elo, year: years, pieces, material } = self;
        let (moves, player, elo, years) = (moves.clone(), player.clone(), elo.clone(), years.clone());
        Filter {
            duration: *duration,
            moves,
            player,
            elo,
            years,
            pieces: pieces.clone(),
            material: material.clone(),
        }
    }

    /// Returns the option that only games can meet, if there is one.
    pub(super) fn needs_games(&self) -> Option<&'static str> {
        let options = [
            ("--for", self.duration.is_some()),
            ("--moves", self.moves.is_some()),
            ("--player", self.player.is_some()),
            ("--elo", self.elo.is_some()),
            ("--year", self.year.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// Returns what the options ask of the tags of a game, if they do.
    pub(super) fn asked_of_tags(&self) -> Option<String> {
        let player = self.player.as_ref().map(|player| format!("a player whose name contains {player:?}"));
        let elo = self.elo.as_ref().map(|_| "two ratings in the range of --elo".to_owned());
        let year = self.year.as_ref().map(|_| "a date in the years of --year".to_owned());
        let asked: Vec<_> = [player, elo, year].into_iter().flatten().collect();
        (!asked.is_empty()).then(|| asked.join(" and "))
    }
}
