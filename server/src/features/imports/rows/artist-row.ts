import { email } from "@wrapsody/shared/accounts/accounts.ts";
import type { ArtistLink } from "@wrapsody/shared/catalogue/catalogue.ts";
import { importColumns } from "@wrapsody/shared/studio/imports.ts";
import { patchArtist, postArtist } from "@wrapsody/shared/studio/studio.ts";
import { parseArtistLinks } from "../../catalogue/index.ts";
import type { Cells } from "../tsv/heading.ts";
import { parseId, parseLine, parseLinks } from "./cells.ts";
import { type ParsedRow, rowProblem, schemaProblems } from "./row-problem.ts";

export const artistColumns = importColumns.ARTISTS;
type Column = (typeof artistColumns)[number];

/** An artist of a row; with an address, its owner is invited. `id` is that of an export. */
export type ArtistPayload = {
  id: number | undefined;
  name: string;
  description: string;
  email: string | undefined;
  links: readonly ArtistLink[];
};

const schema = postArtist.body.extend({
  email: email.optional(),
  links: patchArtist.body.shape.links.unwrap(),
});

/** Parses a row of artists by the form's rules plus the address. */
export function parseArtistRow(cells: Cells<Column>): ParsedRow<ArtistPayload> {
  const { id, problems } = parseId(cells.id);
  const links = parseLinks(cells.links);
  const typed = {
    name: parseLine(cells.name),
    description: cells.description,
    links: links.items,
    ...(cells.email === "" ? {} : { email: cells.email }),
  };
  const { data, error } = schema.safeParse(typed);
  const pages = parseArtistLinks(data?.links ?? []);
  const found = [
    ...schemaProblems(error?.issues ?? [], ([field]) => String(field), cells),
    ...links.problems,
    ...pages.errors.map(({ message }) => rowProblem("links", "INVALID", message, cells.links)),
    ...problems,
  ];
  if (data === undefined || found.length > 0) return { payload: undefined, problems: found };
  const { name, description } = data;
  return { payload: { id, name, description, email: data.email, links: pages.links }, problems: [] };
}
