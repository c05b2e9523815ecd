import type { DemoWrapSlug } from "./catalogue/types.ts";

/** A claim of the demo's fan: the wrap, the name of the level and the state. */
export type DemoClaim = {
  slug: DemoWrapSlug;
  level: string;
  state: "REQUESTED" | "CONTACTED" | "FULFILLED";
  claimedAt: Date;
  changedAt: Date;
};

const claimed = [
  { slug: "quiet-machinery", level: "A punched card", state: "REQUESTED", hoursAgo: 7, movedHoursAgo: 7 },
  {
    slug: "concrete-lullaby",
    level: "Heard on the roof",
    state: "CONTACTED",
    hoursAgo: 44,
    movedHoursAgo: 20,
  },
  {
    slug: "salt-meridian",
    level: "On the tide board",
    state: "FULFILLED",
    hoursAgo: 200,
    movedHoursAgo: 121,
  },
] as const;

/** Lists the fan's claims of the past days. Their points suffice. */
export function claimsBefore(now: Date): DemoClaim[] {
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  return claimed.map(({ slug, level, state, hoursAgo, movedHoursAgo }) => ({
    slug,
    level,
    state,
    claimedAt: before(hoursAgo),
    changedAt: before(movedHoursAgo),
  }));
}
