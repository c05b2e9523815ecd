import { describe, expect, it } from "vitest";
import { fanEntry, publicEntry, takenShare } from "./campaign-entry.ts";

const open = {
  is_active: true,
  contract_address: "0x5e2682Ff03a321098B9511B17cF14C5B45436B8f",
  places_left: 7,
  is_public_mintable: true,
};

describe("entering an experience", () => {
  it("is open while it is active and has places", () => {
    expect(publicEntry(open)).toBe("open");
  });

  it("is sold out with its last place", () => {
    expect(publicEntry({ ...open, places_left: 0 })).toBe("soldOut");
  });

  it("never sells out without a limit", () => {
    expect(publicEntry({ ...open, places_left: null })).toBe("open");
    expect(takenShare({ places: null, nfts: 4_000 })).toBeUndefined();
  });

  it("asks for an invite when it is private", () => {
    expect(publicEntry({ ...open, is_public_mintable: false })).toBe("invite");
  });

  it("says sold out rather than invite when a private one is full", () => {
    expect(publicEntry({ ...open, is_public_mintable: false, places_left: 0 })).toBe("soldOut");
  });

  it("has not started before it has a contract, and is completed after", () => {
    expect(publicEntry({ ...open, is_active: false, contract_address: null })).toBe("notStarted");
    expect(publicEntry({ ...open, is_active: false })).toBe("completed");
  });

  it("takes no more than everything, whatever was counted", () => {
    expect(takenShare({ places: 4, nfts: 5 })).toBe(1);
    expect(takenShare({ places: 0, nfts: 0 })).toBe(0);
  });
});

describe("entering an experience, for one reader", () => {
  const access = (
    is: "OPEN" | "NEEDS_LOGIN" | "NEEDS_INVITATION" | "SOLD_OUT" | "NOT_ACTIVE" | "NO_PAYMENTS",
  ) => ({
    access: is,
    places_left: null,
    level: null,
  });
  const closed = { ...open, is_public_mintable: false };

  it("is as it is for everyone until more is known", () => {
    expect(fanEntry(open, undefined)).toBe("open");
    expect(fanEntry(closed, undefined)).toBe("invite");
    expect(fanEntry(closed, access("NEEDS_LOGIN"))).toBe("invite");
  });

  it("is sold out as soon as the last place is reserved", () => {
    expect(fanEntry(open, access("SOLD_OUT"))).toBe("soldOut");
  });

  it("is closed where nobody takes its price", () => {
    expect(fanEntry(open, access("NO_PAYMENTS"))).toBe("unpayable");
  });

  it("is open to those who are invited", () => {
    expect(fanEntry(closed, access("OPEN"))).toBe("invited");
    expect(fanEntry(closed, access("NEEDS_INVITATION"))).toBe("invite");
    expect(fanEntry(open, access("OPEN"))).toBe("open");
  });

  it("is over where the page is older than its end", () => {
    expect(fanEntry(open, access("NOT_ACTIVE"))).toBe("completed");
  });
});
