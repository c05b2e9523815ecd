import { describe, expect, it } from "vitest";
import { entryOf, takenShare } from "./entry.ts";

const open = {
  is_active: true,
  contract_address: "0x5e2682Ff03a321098B9511B17cF14C5B45436B8f",
  max_nfts: 10,
  nfts: 3,
  is_public_mintable: true,
};

describe("entering an experience", () => {
  it("is open while it is active and has places", () => {
    expect(entryOf(open)).toBe("open");
  });

  it("is sold out with its last place", () => {
    expect(entryOf({ ...open, nfts: 10 })).toBe("soldOut");
  });

  it("never sells out without a limit", () => {
    expect(entryOf({ ...open, max_nfts: 0, nfts: 4_000 })).toBe("open");
    expect(takenShare({ max_nfts: 0, nfts: 4_000 })).toBeUndefined();
  });

  it("asks for an invite when it is private", () => {
    expect(entryOf({ ...open, is_public_mintable: false })).toBe("invite");
  });

  it("says sold out rather than invite when a private one is full", () => {
    expect(entryOf({ ...open, is_public_mintable: false, nfts: 10 })).toBe("soldOut");
  });

  it("has not started before it has a contract, and is completed after", () => {
    expect(entryOf({ ...open, is_active: false, contract_address: null })).toBe("notStarted");
    expect(entryOf({ ...open, is_active: false })).toBe("completed");
  });

  it("takes no more than everything, whatever was counted", () => {
    expect(takenShare({ max_nfts: 4, nfts: 5 })).toBe(1);
  });
});
