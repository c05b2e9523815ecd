import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  admits,
  audiences,
  countPhaseSpotsLeft,
  currentPhase,
  findLockedChanges,
  findSpanProblems,
  nextPhase,
  type PhaseTerms,
  phaseEnd,
  pricedPhase,
} from "./phase-rules.ts";

const instantOf = (minute: number) => new Date(minute * 60_000).toISOString();
const minute = fc.integer({ min: 0, max: 400 });
const anyPhase = fc.record({
  starts_at: minute.map(instantOf),
  ends_at: fc.option(minute.map(instantOf)),
});
/** Phases without problems, in any order. */
const soundPhases = fc
  .array(anyPhase, { maxLength: 6 })
  .filter((phases) => findSpanProblems(phases).length === 0);
const anyTime = minute.map((at) => at * 60_000);

describe("phases", () => {
  it("of which at most one contains any time, and that one is current", { retry: 0 }, () => {
    fc.assert(
      fc.property(soundPhases, anyTime, (phases, now) => {
        const starts = phases.map(({ starts_at }) => Date.parse(starts_at));
        const containing = phases.filter(({ starts_at, ends_at }) => {
          const start = Date.parse(starts_at);
          const following = starts.filter((other) => other > start);
          const end = ends_at === null ? Math.min(...following) : Date.parse(ends_at);
          return start <= now && now < end;
        });
        expect(containing.length).toBeLessThanOrEqual(1);
        expect(currentPhase(phases, now)).toBe(containing[0]);
      }),
    );
  });

  it("stay current until their end, and not from then on", { retry: 0 }, () => {
    fc.assert(
      fc.property(soundPhases, anyTime, (phases, now) => {
        const phase = currentPhase(phases, now);
        fc.pre(phase !== undefined);
        const end = phase && phaseEnd(phases, phase);
        expect(currentPhase(phases, (end ?? now + 86_400_000) - 1)).toBe(phase);
        if (end !== undefined) expect(currentPhase(phases, end)).not.toBe(phase);
      }),
    );
  });

  it("show the price of the current one, else of the next, else of the last", { retry: 0 }, () => {
    fc.assert(
      fc.property(soundPhases, anyTime, (phases, now) => {
        const priced = pricedPhase(phases, now);
        if (phases.length === 0) expect(priced).toBeUndefined();
        else if (currentPhase(phases, now) !== undefined) expect(priced).toBe(currentPhase(phases, now));
        else if (nextPhase(phases, now) !== undefined) expect(priced).toBe(nextPhase(phases, now));
        else expect(phases.every(({ starts_at }) => starts_at <= (priced?.starts_at ?? ""))).toBe(true);
      }),
    );
  });

  it("overlap if and only if some time is in two of them, or two start together", { retry: 0 }, () => {
    fc.assert(
      fc.property(fc.array(anyPhase, { minLength: 2, maxLength: 4 }), (phases) => {
        const isForward = phases.every(({ starts_at, ends_at }) => ends_at === null || ends_at > starts_at);
        fc.pre(isForward);
        const overlaps = phases.some((one, at) =>
          phases.some((other, place) => {
            if (at === place) return false;
            if (one.starts_at === other.starts_at) return true;
            return one.starts_at < other.starts_at && one.ends_at !== null && one.ends_at > other.starts_at;
          }),
        );
        expect(findSpanProblems(phases).length > 0).toBe(overlaps);
      }),
    );
  });

  it("that end before they start are found on their end", () => {
    const backwards = { starts_at: instantOf(5), ends_at: instantOf(4) };
    expect(findSpanProblems([{ starts_at: instantOf(9), ends_at: null }, backwards])).toEqual([
      { index: 1, field: "ends_at", reason: "BACKWARDS" },
    ]);
  });

  it("never have more spots left than they or the experience have", { retry: 0 }, () => {
    const spots = fc.option(fc.nat({ max: 50 }));
    fc.assert(
      fc.property(fc.record({ spots, taken: fc.nat({ max: 60 }) }), spots, (phase, left) => {
        const own = countPhaseSpotsLeft(phase, left);
        if (own === null) expect([phase.spots, left]).toEqual([null, null]);
        else {
          expect(own).toBeGreaterThanOrEqual(0);
          expect(own).toBeLessThanOrEqual(left ?? 50);
          expect(own + Math.min(phase.taken, phase.spots ?? 0)).toBeLessThanOrEqual(phase.spots ?? own);
        }
      }),
    );
  });
});

describe("a phase", () => {
  const none = { mayParticipate: false, isHolder: false, isListed: false, hasClaimed: false };
  const facts = fc.record({
    isOwner: fc.constant(false),
    mayParticipate: fc.boolean(),
    isHolder: fc.boolean(),
    isListed: fc.boolean(),
    hasClaimed: fc.boolean(),
  });
  const deciding = {
    EVERYONE: "mayParticipate",
    HOLDERS: "isHolder",
    LIST: "isListed",
    CLAIMERS: "hasClaimed",
  } as const;

  it("admits by the one fact of its audience, and the owner always", { retry: 0 }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...audiences), facts, (audience, known) => {
        expect(admits(audience, known)).toBe(known[deciding[audience]]);
        expect(admits(audience, { ...none, isOwner: true })).toBe(true);
      }),
    );
  });

  const terms: PhaseTerms = {
    starts_at: 1_000,
    ends_at: 9_000,
    spots: 10,
    audience: "EVERYONE",
    experience_id: null,
    reward_id: null,
  };

  it("with orders allows a later or earlier end that is not past, and more spots", () => {
    const change = (parts: Partial<PhaseTerms>) => findLockedChanges(terms, { ...terms, ...parts }, 5_000);
    for (const allowed of [{}, { ends_at: 5_000 }, { ends_at: null }, { spots: 11 }, { spots: null }])
      expect(change(allowed)).toEqual([]);
    expect(change({ ends_at: 4_999 })).toEqual(["ends_at"]);
    expect(change({ spots: 9 })).toEqual(["spots"]);
    expect(change({ starts_at: 1_001, audience: "LIST" })).toEqual(["starts_at", "audience"]);
    expect(findLockedChanges({ ...terms, spots: null }, terms, 5_000)).toEqual(["spots"]);
  });
});
