import { email } from "@wrapsody/shared/accounts.ts";
import { importColumns } from "@wrapsody/shared/imports.ts";
import { postArtist } from "@wrapsody/shared/studio.ts";
import type { Cells } from "../tsv/heading.ts";
import { oneLine, type ParsedRow, schemaProblems } from "./row-problem.ts";

export const artistColumns = importColumns.ARTISTS;
type Column = (typeof artistColumns)[number];

/** An artist of a row; with an address, its owner is invited. */
export type ArtistPayload = { name: string; description: string; email: string | undefined };

const schema = postArtist.body.extend({ email: email.optional() });

/** Parses a row of artists by the form's rules plus the address. */
export function parseArtistRow(cells: Cells<Column>): ParsedRow<ArtistPayload> {
  const typed = {
    name: oneLine(cells.name),
    description: cells.description,
    ...(cells.email === "" ? {} : { email: cells.email }),
  };
  const { data, error } = schema.safeParse(typed);
  if (data === undefined) {
    const issues = error?.issues ?? [];
    return { payload: undefined, problems: schemaProblems(issues, ([field]) => String(field), cells) };
  }
  return { payload: { ...data, email: data.email }, problems: [] };
}
