import { describe, expect, it } from "vitest";
import type { Access } from "./access.ts";
import { fanEntry, openingPhase, publicEntry, shownState, spotsTakenShare } from "./campaign-entry.ts";

const open = {
  is_active: true,
  contract_address: "0x5e2682Ff03a321098B9511B17cF14C5B45436B8f",
  places_left: 7,
  is_public_mintable: true,
  phases: [],
  current_phase: null,
};
const entryOf = (campaign: Parameters<typeof publicEntry>[0], access: Access | undefined) =>
  fanEntry({ ...campaign, cost_per_nft: 5 }, { access, canTakePayments: true });
const phase = {
  id: 5,
  name: "Early",
  starts_at: "2026-12-04T18:00:00.000Z",
  ends_at: null,
  price: 2,
  spots: 3,
  spots_left: 3,
  audience: "EVERYONE" as const,
  experience: null,
  reward: null,
};

describe("the entry of a campaign", () => {
  it("is open while the campaign is active and has spots left", () => {
    expect(publicEntry(open)).toBe("open");
  });

  it("is sold out when the last spot is taken", () => {
    expect(publicEntry({ ...open, places_left: 0 })).toBe("soldOut");
  });

  it("never sells out without a limit", () => {
    expect(publicEntry({ ...open, places_left: null })).toBe("open");
    expect(spotsTakenShare({ places: null, nfts: 4_000 })).toBeUndefined();
  });

  it("is closed while no phase is open, and not for readers whom the current one does not admit", () => {
    const inPhase = { ...open, current_phase: 5, phases: [phase] };
    expect(publicEntry(inPhase)).toBe("open");
    expect(publicEntry({ ...inPhase, current_phase: null })).toBe("noPhase");
    expect(publicEntry({ ...inPhase, current_phase: null, places_left: 0 })).toBe("soldOut");
    const access = { access: "NOT_ADMITTED" as const, places_left: 3, has_codes: false, level: null };
    expect(entryOf(inPhase, access)).toBe("notAdmitted");
  });

  it("requires an invite when the campaign is private", () => {
    expect(publicEntry({ ...open, is_public_mintable: false })).toBe("invite");
  });

  it("is sold out rather than invite-only when a private campaign is full", () => {
    expect(publicEntry({ ...open, is_public_mintable: false, places_left: 0 })).toBe("soldOut");
  });

  it("is not started without a contract and completed after the end", () => {
    expect(publicEntry({ ...open, is_active: false, contract_address: null })).toBe("notStarted");
    expect(publicEntry({ ...open, is_active: false })).toBe("completed");
  });

  it("is shown as upcoming, with the phase that opens next, until one is open", () => {
    const waiting = { ...open, phases: [phase], next_phase: phase.id };
    expect([shownState(waiting), openingPhase(waiting)]).toEqual(["Upcoming", phase]);
    const unstarted = { ...waiting, is_active: false, contract_address: null };
    expect([shownState(unstarted), openingPhase(unstarted)]).toEqual(["Upcoming", phase]);
    expect(shownState({ ...waiting, current_phase: phase.id, next_phase: null })).toBe("Active");
    expect(shownState({ ...waiting, next_phase: null })).toBe("Active");
    expect(shownState({ ...waiting, is_active: false })).toBe("Completed");
  });

  it("caps the share of taken spots at 1", () => {
    expect(spotsTakenShare({ places: 4, nfts: 5 })).toBe(1);
    expect(spotsTakenShare({ places: 0, nfts: 0 })).toBe(0);
  });
});

describe("the entry of a campaign for one user", () => {
  const access = (
    is: "OPEN" | "NEEDS_LOGIN" | "NEEDS_INVITATION" | "SOLD_OUT" | "NOT_ACTIVE" | "NO_PAYMENTS",
  ) => ({
    access: is,
    places_left: null,
    has_codes: false,
    level: null,
  });
  const closed = { ...open, is_public_mintable: false };

  it("equals the public entry until the user's access is known", () => {
    expect(entryOf(open, undefined)).toBe("open");
    expect(entryOf(closed, undefined)).toBe("invite");
    expect(entryOf(closed, access("NEEDS_LOGIN"))).toBe("invite");
  });

  it("is sold out when the last spot is reserved", () => {
    expect(entryOf(open, access("SOLD_OUT"))).toBe("soldOut");
  });

  it("is unpayable from the start where nobody takes payments", () => {
    const entryWithout = (campaign: typeof open, cost_per_nft: number) =>
      fanEntry({ ...campaign, cost_per_nft }, { access: undefined, canTakePayments: false });
    expect(entryWithout(open, 5)).toBe("unpayable");
    expect(entryWithout(closed, 5)).toBe("unpayable");
    expect(entryWithout(open, 0)).toBe("open");
    expect(entryWithout({ ...open, places_left: 0 }, 5)).toBe("soldOut");
  });

  it("is unpayable when no payment provider accepts its price", () => {
    expect(entryOf(open, access("NO_PAYMENTS"))).toBe("unpayable");
  });

  it("is open to invited users", () => {
    expect(entryOf(closed, access("OPEN"))).toBe("invited");
    expect(entryOf(closed, access("NEEDS_INVITATION"))).toBe("invite");
    expect(entryOf(open, access("OPEN"))).toBe("open");
  });

  it("is completed when the page is older than the end of the campaign", () => {
    expect(entryOf(open, access("NOT_ACTIVE"))).toBe("completed");
  });
});
