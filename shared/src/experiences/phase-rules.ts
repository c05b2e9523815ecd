/** The rules of phases, the same for server and browser. Pure. */

/** Whom a phase admits. CLAIMERS: accounts with a claim on a reward level that is not rejected. */
export const audiences = ["EVERYONE", "HOLDERS", "LIST", "CLAIMERS"] as const;
export type Audience = (typeof audiences)[number];

/** When a phase is open: from its start until its end or, without one, until the next phase starts. */
export type PhaseSpan = { starts_at: string; ends_at: string | null };

const startOf = ({ starts_at }: PhaseSpan) => Date.parse(starts_at);
const byStart = (a: PhaseSpan, b: PhaseSpan) => startOf(a) - startOf(b);

/** Returns the phase that is open at a time, in milliseconds of the epoch. */
export function currentPhase<Phase extends PhaseSpan>(
  phases: readonly Phase[],
  now: number,
): Phase | undefined {
  const latest = phases
    .filter((phase) => startOf(phase) <= now)
    .sort(byStart)
    .at(-1);
  if (latest === undefined) return undefined;
  return latest.ends_at === null || now < Date.parse(latest.ends_at) ? latest : undefined;
}

/** Returns the first phase that starts after a time. */
export function nextPhase<Phase extends PhaseSpan>(phases: readonly Phase[], now: number): Phase | undefined {
  return phases.filter((phase) => startOf(phase) > now).sort(byStart)[0];
}

/** Returns the phase whose price is shown: the current one, else the next, else the last. */
export function pricedPhase<Phase extends PhaseSpan>(
  phases: readonly Phase[],
  now: number,
): Phase | undefined {
  return currentPhase(phases, now) ?? nextPhase(phases, now) ?? [...phases].sort(byStart).at(-1);
}

/** Returns when a phase is over; undefined if it never is. */
export function phaseEnd(phases: readonly PhaseSpan[], phase: PhaseSpan): number | undefined {
  if (phase.ends_at !== null) return Date.parse(phase.ends_at);
  const next = nextPhase(phases, startOf(phase));
  return next && startOf(next);
}

export type SpanProblem = { index: number; field: "starts_at" | "ends_at"; reason: "BACKWARDS" | "OVERLAP" };

/** Finds phases that end before they start, start together, or end after the next one starts. */
export function findSpanProblems(phases: readonly PhaseSpan[]): SpanProblem[] {
  const inOrder = phases.map((phase, index) => ({ phase, index })).sort((a, b) => byStart(a.phase, b.phase));
  return inOrder.flatMap(({ phase, index }, at): SpanProblem[] => {
    const end = phase.ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(phase.ends_at);
    if (end <= startOf(phase)) return [{ index, field: "ends_at", reason: "BACKWARDS" }];
    const next = inOrder[at + 1];
    if (next === undefined) return [];
    if (startOf(next.phase) === startOf(phase))
      return [{ index: next.index, field: "starts_at", reason: "OVERLAP" }];
    const overlaps = phase.ends_at !== null && end > startOf(next.phase);
    return overlaps ? [{ index, field: "ends_at", reason: "OVERLAP" }] : [];
  });
}

/** What is known about an account with respect to a phase. */
export type AdmissionFacts = {
  /** The account owns the wrap. */
  isOwner: boolean;
  /** The experience itself is open to the account: it is public, or the account is invited. */
  mayParticipate: boolean;
  /** The account has an artwork of the phase's other experience. */
  isHolder: boolean;
  /** A linked wallet or the confirmed address of the account is on the phase's list. */
  isListed: boolean;
  /** The account redeemed the phase's reward level. */
  hasClaimed: boolean;
};

/** Returns whether a phase admits an account. */
export function admits(audience: Audience, facts: AdmissionFacts): boolean {
  if (facts.isOwner) return true;
  switch (audience) {
    case "EVERYONE":
      return facts.mayParticipate;
    case "HOLDERS":
      return facts.isHolder;
    case "LIST":
      return facts.isListed;
    case "CLAIMERS":
      return facts.hasClaimed;
  }
}

/** Returns how many spots of a phase are left, given those of its experience. Null without a limit. */
export function countPhaseSpotsLeft(
  { spots, taken }: { spots: number | null; taken: number },
  left: number | null,
): number | null {
  const own = spots === null ? null : Math.max(0, spots - taken);
  if (own === null || left === null) return own ?? left;
  return Math.min(own, left);
}

/** A phase as far as a change of it is limited. Times are in milliseconds of the epoch. */
export type PhaseTerms = {
  starts_at: number;
  ends_at: number | null;
  spots: number | null;
  audience: Audience;
  experience_id: number | null;
  reward_id: number | null;
};

/**
 * Returns the fields that a phase with orders no longer allows to change. Name, price and list stay free; the end may move, but not into the
 * past; spots may only become more.
 */
export function findLockedChanges(before: PhaseTerms, after: PhaseTerms, now: number): string[] {
  const isFewer = after.spots !== null && (before.spots === null || after.spots < before.spots);
  const endsInPast = after.ends_at !== before.ends_at && after.ends_at !== null && after.ends_at < now;
  const changes: [string, boolean][] = [
    ["starts_at", before.starts_at !== after.starts_at],
    ["ends_at", endsInPast],
    ["spots", isFewer],
    ["audience", before.audience !== after.audience],
    ["experience_id", before.experience_id !== after.experience_id],
    ["reward_id", before.reward_id !== after.reward_id],
  ];
  return changes.filter(([, applies]) => applies).map(([field]) => field);
}
