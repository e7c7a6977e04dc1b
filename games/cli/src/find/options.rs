//! The options that ask something of games and positions besides their pawns.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use pawnfill_find::{Asks, Filter, FilterOption, OPTIONS};

/// What the options ask.
pub(super) struct Options(pub(super) Filter);

impl Args for Options {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn argument(option: &'static FilterOption) -> Arg {
    let mut argument = Arg::new(option.name)
        .long(option.name)
        .value_name(option.value)
        .help(option.about)
        .help_heading("Only these games and positions")
        .hide_short_help(option.is_rare)
        .allow_hyphen_values(option.value == "FROM-TO")
        .value_parser(move |value: &str| option.check(value).map(|()| value.to_owned()));
    if !option.more.is_empty() {
        argument = argument.long_help(format!("{}\n\n{}", option.about, option.more));
    }
    if option.separator.is_some() {
        argument = argument.action(ArgAction::Append);
    }
    // Each player is an option of its own, because names have commas.
    if option.separator == Some(',') {
        argument = argument.value_delimiter(',');
    }
    argument
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut filter = Filter::default();
        for option in &OPTIONS {
            for value in matches.get_many::<String>(option.name).unwrap_or_default() {
                // The values are checked.
                let _ = filter.ask(option, value);
            }
        }
        Ok(Self(filter))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Options {
    /// Returns an option that only games can meet, if there is one.
    pub(super) fn needs_games(&self) -> Option<&'static str> {
        let mut given = self.0.given();
        let option = given.find(|option| option.asks != Asks::Position)?;
        Some(option.name)
    }

    /// Says what the options ask of the tags of a game, unless some game has them.
    pub(super) fn missed(&self, took_game: bool) -> String {
        let asked = self.0.asked_of_tags();
        if took_game || asked.is_empty() {
            String::new()
        } else {
            format!(": no game has {}", asked.join(" and "))
        }
    }
}
