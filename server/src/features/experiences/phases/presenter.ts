import type { Phase } from "@wrapsody/shared/experiences/experiences.ts";
import { countPhaseSpotsLeft } from "@wrapsody/shared/experiences/phase-rules.ts";
import type { PhaseRow } from "./phases.data.ts";

/** Converts a phase to its API shape. `left`: the spots left of its experience; null without a limit. */
export function presentPhase(row: PhaseRow, left: number | null): Phase {
  const { id, name, spots, audience, experience, reward } = row;
  return {
    id,
    name,
    starts_at: toInstantText(row.starts_at),
    ends_at: row.ends_at === null ? null : toInstantText(row.ends_at),
    price: row.price_cents / 100,
    spots,
    spots_left: countPhaseSpotsLeft(row, left),
    audience,
    experience,
    reward,
  };
}

/** Converts an instant of PostgreSQL's JSON. */
export const toInstantText = (instant: string) => new Date(instant).toISOString();
