import { keyDateTypes, streamingServices } from "@wrapsody/shared/catalogue/catalogue.ts";
import { readIsrc, readLanguages } from "@wrapsody/shared/studio/codes.ts";
import { contributorRoleGroups, contributorRoles } from "@wrapsody/shared/studio/contributor-roles.ts";
import type { TFunction } from "i18next";
import { dspName } from "../../wrap/dsp-names.ts";
import type { ListName } from "./draft.ts";
import { writeDate } from "./typed-date.ts";

type Choice = {
  options: readonly string[];
  /** The options by group. */
  groups?: Readonly<Record<string, readonly string[]>>;
  text(t: TFunction, option: string): string;
  hasDefault?: true;
};

export type Column = {
  field: string;
  /** An example of the form that the value has. */
  placeholder?: string;
  /** Keyboard type on phones. */
  keys?: "numeric" | "decimal" | "url" | "email";
  /** Uses the monospaced typeface. */
  code?: true;
  suffix?: string;
  choice?: Choice;
  /** Normalizes the value on blur. Returns undefined to keep it. */
  written?(typed: string): string | undefined;
};

/** A date that may be a year, or a year and month, which the date picker of a browser cannot take. */
const date = { code: true, placeholder: "2026-03-01", written: writeDate } as const satisfies Partial<Column>;

/** Fields of a row in each list. */
export const columns = {
  albums: [
    { field: "name" },
    { field: "trackNumber", keys: "numeric", code: true },
    { field: "releaseDate", ...date },
    { field: "isrc", code: true, written: readIsrc },
    { field: "languages", written: (typed) => readLanguages(typed).join(", ") },
  ],
  credits: [
    { field: "name" },
    {
      field: "role",
      choice: {
        options: contributorRoles,
        groups: contributorRoleGroups,
        text: (t, role) => t(`wrap.role.${role}`),
      },
    },
  ],
  dates: [
    { field: "type", choice: { options: keyDateTypes, text: (t, type) => t(`wrap.date.${type}`) } },
    { field: "date", ...date },
  ],
  owners: [
    { field: "name" },
    { field: "ownership", keys: "decimal", code: true, suffix: "%" },
    { field: "royalty", keys: "decimal", code: true, suffix: "%" },
    { field: "email", keys: "email" },
  ],
  dsps: [
    { field: "songId", keys: "url" },
    { field: "id", choice: { options: streamingServices, text: (_, service) => dspName(service) } },
  ],
  tags: [
    { field: "tag" },
    {
      field: "genre",
      choice: {
        options: ["true", "false"],
        text: (t, genre) => t(`wrapForm.genre.${genre}`),
        hasDefault: true,
      },
    },
  ],
} as const satisfies Record<ListName, readonly Column[]>;
