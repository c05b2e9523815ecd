import { cellWords, type FormedColumn, rowTexts } from "@wrapsody/shared/import-rows.ts";
import { type Found, found } from "./found.ts";

/** What a cell says, and what is wrong with how it is written. */
export type ReadCell<Item> = { items: Item[]; found: Found[] };

/** The parts of a cell between semicolons. */
export function partsOf(cell: string): string[] {
  return cell
    .split(";")
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "");
}

type WordColumn = keyof typeof cellWords;
type Part<Item> = { item: Item } | { problem: Found };

/**
 * Reads `WORD: value; WORD: value` with the words of the column in any case. "Apple Music" and the like are the services
 * of these names.
 */
export function readWords<Column extends WordColumn>(
  column: Column,
  cell: string,
): ReadCell<{ word: (typeof cellWords)[Column][number]; value: string }> {
  const words: readonly (typeof cellWords)[Column][number][] = cellWords[column];
  return readParts(cell, (part) => {
    const [, typed, value] = /^([^:]+?)\s*:\s*(.+)$/.exec(part) ?? [];
    if (typed === undefined || value === undefined) return { problem: malformed(column, part) };
    const word = words.find((one) => one === typed.toUpperCase().replace(/ MUSIC$/, ""));
    if (word === undefined) return { problem: found(column, "UNKNOWN", rowTexts.word(words), typed) };
    return { item: { word, value } };
  });
}

export type OwnerCell = { name: string; ownership: number; royalty: number | undefined };

const owner = /^(.+?)\s*:?\s+(\d+(?:[.,]\d+)?)\s*%?\s*(?:\/\s*(\d+(?:[.,]\d+)?)\s*%?)?$/;

/** Reads `Name 50/25; Name 50`: ownership and royalty in percent, with a point or a comma before decimals. */
export function readOwners(cell: string): ReadCell<OwnerCell> {
  return readParts(cell, (part) => {
    const [, name, ownership, royalty] = owner.exec(part) ?? [];
    if (name === undefined || ownership === undefined) return { problem: malformed("owners", part) };
    const royaltyShare = royalty === undefined ? undefined : percent(royalty);
    return { item: { name, ownership: percent(ownership), royalty: royaltyShare } };
  });
}

const percent = (text: string) => Number(text.replace(",", "."));
const malformed = (column: FormedColumn, part: string) =>
  found(column, "INVALID", rowTexts.form(column), part);

function readParts<Item>(cell: string, read: (part: string) => Part<Item>): ReadCell<Item> {
  const parts = partsOf(cell).map(read);
  return {
    items: parts.flatMap((part) => ("item" in part ? [part.item] : [])),
    found: parts.flatMap((part) => ("problem" in part ? [part.problem] : [])),
  };
}

const dayForms = [/^(\d{4})(\d{2})(\d{2})$/, /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ]00:00(?::00)?)?$/];

/** A day with its year first, however its parts are separated: spreadsheets like to change that. */
export function readDay(cell: string): string {
  for (const form of dayForms) {
    const [, year, month = "", day = ""] = form.exec(cell) ?? [];
    if (year !== undefined) return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  return cell;
}
