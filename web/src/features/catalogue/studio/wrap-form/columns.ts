import { contributorRoles, keyDateTypes, streamingServices } from "@wrapsody/shared/catalogue.ts";
import { readIsrc, readLanguages } from "@wrapsody/shared/codes.ts";
import type { TFunction } from "i18next";
import { dspName } from "../../wrap/listen/dsp-icons.tsx";
import type { ListName } from "./draft.ts";

type Choice = { options: readonly string[]; text(t: TFunction, option: string): string; hasDefault?: true };

export type Column = {
  field: string;
  /** Months and days as the browser asks for them. */
  date?: true;
  /** What the keyboard of a phone offers. */
  keys?: "numeric" | "decimal" | "url";
  /** Set in the face of codes and numbers. */
  code?: true;
  suffix?: string;
  choice?: Choice;
  /** How what was typed is written, once the field is left; undefined leaves it as it is. */
  written?(typed: string): string | undefined;
};

/** The fields of a row of each list. */
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
    { field: "role", choice: { options: contributorRoles, text: (t, role) => t(`wrap.role.${role}`) } },
  ],
  dates: [
    { field: "type", choice: { options: keyDateTypes, text: (t, type) => t(`wrap.date.${type}`) } },
    { field: "date", date: true },
  ],
  owners: [
    { field: "name" },
    { field: "ownership", keys: "decimal", code: true, suffix: "%" },
    { field: "royalty", keys: "decimal", code: true, suffix: "%" },
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
