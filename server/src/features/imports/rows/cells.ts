import { findCode } from "@wrapsody/shared/codes.ts";
import { cellWords, type FormedColumn, rowTexts } from "@wrapsody/shared/import-rows.ts";
import { type RowProblem, rowProblem } from "./row-problem.ts";

/** The values of a cell and its problems. */
export type ParsedCell<Item> = { items: Item[]; problems: RowProblem[] };

/** Splits a cell at semicolons. */
export function splitCell(cell: string): string[] {
  return cell
    .split(";")
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "");
}

type WordColumn = keyof typeof cellWords;
type Part<Item> = { item: Item } | { problem: RowProblem };

/**
 * Parses `WORD: value; WORD: value` with the column's words in any case, with spaces or hyphens. "Apple Music"
 * and the like name these services.
 */
export function parseWords<Column extends WordColumn>(
  column: Column,
  cell: string,
): ParsedCell<{ word: (typeof cellWords)[Column][number]; value: string }> {
  const words: readonly (typeof cellWords)[Column][number][] = cellWords[column];
  return parseParts(cell, (part) => {
    const [, typed, value] = /^([^:]+?)\s*:\s*(.+)$/.exec(part) ?? [];
    if (typed === undefined || value === undefined) return { problem: malformed(column, part) };
    const word = findCode(words, typed.replace(/ music$/i, ""));
    if (word === undefined) return { problem: rowProblem(column, "UNKNOWN", rowTexts.word(words), typed) };
    return { item: { word, value } };
  });
}

export type OwnerCell = { name: string; ownership: number; royalty: number | undefined };

const ownerPattern = /^(.+?)\s*:?\s+(\d+(?:[.,]\d+)?)\s*%?\s*(?:\/\s*(\d+(?:[.,]\d+)?)\s*%?)?$/;

/** Parses `Name 50/25; Name 50`: ownership and royalty in percent, with a decimal point or comma. */
export function parseOwners(cell: string): ParsedCell<OwnerCell> {
  return parseParts(cell, (part) => {
    const [, name, ownership, royalty] = ownerPattern.exec(part) ?? [];
    if (name === undefined || ownership === undefined) return { problem: malformed("owners", part) };
    const royaltyShare = royalty === undefined ? undefined : parsePercent(royalty);
    return { item: { name, ownership: parsePercent(ownership), royalty: royaltyShare } };
  });
}

const parsePercent = (text: string) => Number(text.replace(",", "."));
const malformed = (column: FormedColumn, part: string) =>
  rowProblem(column, "INVALID", rowTexts.form(column), part);

function parseParts<Item>(cell: string, read: (part: string) => Part<Item>): ParsedCell<Item> {
  const parts = splitCell(cell).map(read);
  return {
    items: parts.flatMap((part) => ("item" in part ? [part.item] : [])),
    problems: parts.flatMap((part) => ("problem" in part ? [part.problem] : [])),
  };
}

const dayForms = [/^(\d{4})(\d{2})(\d{2})$/, /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ]00:00(?::00)?)?$/];

/** Parses a day with the year first and any separators, because spreadsheets reformat dates. */
export function parseDay(cell: string): string {
  for (const form of dayForms) {
    const [, year, month = "", day = ""] = form.exec(cell) ?? [];
    if (year !== undefined) return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  return cell;
}

/** Parses lyrics, plain or LRC. In a cell without line breaks, `\n` is one and `\\` a backslash. */
export function parseLyricsCell(cell: string): string | null {
  if (cell === "") return null;
  if (/[\r\n]/.test(cell)) return cell;
  return cell.replace(/\\([n\\])/g, (_, sign: string) => (sign === "n" ? "\n" : "\\"));
}
