import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import { audiences } from "@wrapsody/shared/experiences/phase-rules.ts";
import type { OwnPhase, putPhases } from "@wrapsody/shared/experiences/phases.ts";

type Body = BodyOf<typeof putPhases>;

/** A row of the editor: a saved phase or a new one. Its key is in the names of its fields, so that they stay when a row is removed. */
export type PhaseRow = { key: string; saved: OwnPhase | undefined };

/** Returns the name of a field of a row. */
export const fieldName = ({ key }: PhaseRow, field: string) => `phases.${key}.${field}`;

/**
 * Lists the saved phases as a draft changed their rows, by its text of `describeRows`. Phases that were saved elsewhere since then are
 * listed too. A phase of which spots are taken cannot be removed.
 */
export function listRows(saved: readonly OwnPhase[], stored = ""): readonly PhaseRow[] {
  const keys = stored.split(" ");
  const removed = new Set(keys.filter((key) => key.startsWith("-")).map((key) => key.slice(1)));
  const added = keys.filter((key) => /^new\d+$/.test(key));
  return [
    ...saved
      .map((phase) => ({ key: String(phase.id), saved: phase }))
      .filter((row) => isLocked(row) || !removed.has(row.key)),
    ...added.map((key) => ({ key, saved: undefined })),
  ];
}

/** Describes the new rows and, after a minus, the removed ones. Empty if there are none. */
export function describeRows(saved: readonly OwnPhase[], rows: readonly PhaseRow[]): string {
  const keys = new Set(rows.map(({ key }) => key));
  const removed = saved.filter(({ id }) => !keys.has(String(id))).map(({ id }) => `-${id}`);
  const added = rows.filter((row) => row.saved === undefined).map(({ key }) => key);
  return [...removed, ...added].join(" ");
}

/** Returns the highest number of a new row, 0 if there is none. */
export function lastNewRow(rows: readonly PhaseRow[]): number {
  return Math.max(0, ...rows.map(({ key }) => Number(/^new(\d+)$/.exec(key)?.[1] ?? 0)));
}

/** Returns true if the field of this name belongs to a new row. */
export const isOfNewRow = (name: string) => name.startsWith("phases.new");

/** Returns true if spots of the phase are taken, so that its start and audience are fixed. */
export const isLocked = ({ saved }: PhaseRow) => saved !== undefined && saved.taken > 0;

/** Reads the rows of the form; invalid values are left to the schema of the call. */
export function readPhases(form: HTMLFormElement, rows: readonly PhaseRow[]): Record<keyof Body, unknown> {
  const typed = new FormData(form);
  const text = (name: string) => String(typed.get(name) ?? "");
  const phases = rows.map((row) => {
    const field = (name: string) => text(fieldName(row, name));
    return {
      ...(row.saved === undefined ? {} : { id: row.saved.id }),
      name: field("name"),
      starts_at: field("starts_at"),
      ends_at: field("ends_at") === "" ? null : field("ends_at"),
      price: field("price"),
      spots: numberOrNull(field("spots")),
      audience: audiences.find((audience) => audience === field("audience")),
      experience: toExperienceReference(field("experience")),
      reward_id: numberOrNull(field("reward_id")),
      entries: field("entries")
        .split(/[\n,;]/)
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ""),
    };
  });
  return { time_zone: text("time_zone"), phases };
}

function numberOrNull(typed: string): number | null {
  return typed.trim() === "" ? null : Number(typed);
}

/** Accepts the address of an experience's page, its last part, or its number. */
function toExperienceReference(typed: string): string | null {
  const [, inAddress] = /\/experiences\/([^/?#]+)/.exec(typed) ?? [];
  const reference = (inAddress ?? typed).trim();
  return reference === "" ? null : reference;
}
