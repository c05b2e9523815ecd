import { keyDateTypes, streamingServices } from "@wrapsody/shared/catalogue.ts";
import { readIsrc, readLanguages } from "@wrapsody/shared/codes.ts";
import { contributorRoleGroups, contributorRoles } from "@wrapsody/shared/contributor-roles.ts";
import type { TFunction } from "i18next";
import { dspName } from "../../wrap/dsp-names.ts";
import type { ListName } from "./draft.ts";

type Choice = {
  options: readonly string[];
  /** The options by group. */
  groups?: Readonly<Record<string, readonly string[]>>;
  text(t: TFunction, option: string): string;
  hasDefault?: true;
};

export type Column = {
  field: string;
  /** Uses the date picker of the browser. */
  date?: true;
  /** Keyboard type on phones. */
  keys?: "numeric" | "decimal" | "url" | "email";
  /** Uses the monospaced typeface. */
  code?: true;
  suffix?: string;
  choice?: Choice;
  /** Normalizes the value on blur. Returns undefined to keep it. */
  written?(typed: string): string | undefined;
};

/** Fields of a row in each list. */
export const columns = {
  albums: [
    { field: "name" },
    { field: "trackNumber", keys: "numeric", code: true },
    { field: "releaseDate", date: true },
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
    { field: "date", date: true },
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
