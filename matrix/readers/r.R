# SPDX-License-Identifier: MIT OR Apache-2.0
options(digits = 22, scipen = 99)
names <- c("ours", "others", "free")
quoted <- function(text) paste0('"', gsub('"', '\\\\"', text), '"')
listed <- function(values) paste0("[", paste(quoted(values), collapse = ", "), "]")

# Prints a cell: code that runs as it stands in the table, and what it gives.
cell <- function(tool, what, form, call, of = names) {
  result <- tryCatch({
    table <- suppressMessages(suppressWarnings(eval(parse(text = call))))
    columns <- if (is.data.frame(table)) as.list(table)[of] else setNames(list(table), of)
    text <- function(column) if (is.double(column) && !inherits(column, "integer64")) sprintf("%.0f", column) else as.character(column)
    values <- paste(quoted(names(columns)), vapply(columns, function(column) listed(text(column)), ""), sep = ": ", collapse = ", ")
    types <- listed(vapply(columns, function(column) class(column)[1], ""))
    sprintf('"form": "%s", "values": {%s}, "types": %s', form, values, types)
  }, error = function(error) paste0('"error": ', quoted(gsub("\n", " ", conditionMessage(error)))))
  cat(sprintf('{"tool": "%s", "what": "%s", "call": %s, %s}\n', tool, what, quoted(call), result))
}

r <- paste("R", getRversion())
for (kind in c("unsigned", "signed", "squares")) {
  cell(r, paste0("CSV, ", kind), kind, sprintf('read.csv("%s.csv")', kind))
}
cell(r, "CSV, unsigned", "unsigned", 'read.csv("unsigned.csv", colClasses = "character")')
table <- paste("data.table", packageVersion("data.table"))
suppressMessages({library(data.table); library(bit64)})
for (kind in c("unsigned", "signed", "squares")) {
  cell(table, paste0("CSV, ", kind), kind, sprintf('fread("%s.csv")', kind))
}
readr <- paste("readr", packageVersion("readr"))
for (kind in c("unsigned", "signed", "squares")) {
  cell(readr, paste0("CSV, ", kind), kind, sprintf('readr::read_csv("%s.csv", show_col_types = FALSE, progress = FALSE)', kind))
}
bit64 <- paste("bit64", packageVersion("bit64"))
cell(bit64, "text of unsigned sets", "unsigned", 'as.integer64(read.csv("unsigned.csv", colClasses = "character")$free)', "free")
cell(bit64, "text of signed sets", "signed", 'as.integer64(read.csv("signed.csv", colClasses = "character")$free)', "free")
cell(bit64, "has a1", "has a1", 'bitwAnd(as.integer64(read.csv("signed.csv", colClasses = "character")$free), 1L)', "free")
