import type { DemoWrapSlug } from "./catalogue/types.ts";

/** A reward that the fan of the demo has claimed: the wrap, the name of the level, and how far the artist's side is with it. */
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

/** What the fan has claimed in the days before, so that both sides have something to look at. Their points reach it. */
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
