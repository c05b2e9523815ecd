import type { Participant } from "@wrapsody/shared/experiences/experiences.ts";
import { describe, expect, it } from "vitest";
import { orderProgress } from "./progress.ts";

const order = { completed_at: "2026-03-01T12:00:00.000Z" };
const image = { id: "a", width: 900, height: 900, thumbhash: "", ambient: "#000000", on_ambient: "#ffffff" };

function artwork(id: number, minted: string | null, drawn = true): Participant {
  return {
    id,
    nft_id: minted === null ? null : String(id),
    name: `Tide Tables #${id}`,
    rendered_nft_image: null,
    image: drawn ? image : null,
    traits: [],
    total_rarity_score: null,
    rarity_rank: null,
    song_campaign_id: 1,
    owner_wallet_address: "0x",
    is_forfeited: false,
    created_at: order.completed_at,
    minted_at: minted,
  };
}

const before = artwork(1, "2026-02-01T12:00:00.000Z");
const after = artwork(2, "2026-03-01T12:00:05.000Z");
const artworkState = (participant: Participant | null, failed = false) => ({ participant, failed });

describe("the progress of an order", () => {
  it("is empty while the order has no artwork", () => {
    expect(orderProgress(order, artworkState(null), [before])).toEqual({
      step: "drawing",
      isDrawn: false,
      isComplete: false,
      fresh: [],
      earlier: [before],
    });
  });

  it("is drawing until the artwork is rendered, then minting", () => {
    expect(orderProgress(order, artworkState(artwork(2, null, false)), [before]).step).toBe("drawing");
    expect(orderProgress(order, artworkState(artwork(2, null)), [before]).step).toBe("minting");
  });

  it("is complete when its own artwork is kept, which is new", () => {
    const own = { ...artwork(2, null), owner_wallet_address: null };
    expect(orderProgress(order, artworkState(own), [])).toEqual({
      step: "kept",
      isDrawn: true,
      isComplete: true,
      own: 2,
      fresh: [own],
      earlier: [],
    });
    const unrendered = { ...artwork(2, null, false), owner_wallet_address: null };
    expect(orderProgress(order, artworkState(unrendered), []).step).toBe("drawing");
  });

  it("is complete when its own artwork is minted, even if others of the wallet are missing", () => {
    const progress = orderProgress(order, artworkState(after), [artwork(3, null), before]);
    expect(progress).toEqual({
      step: "minted",
      isDrawn: true,
      isComplete: true,
      own: 2,
      fresh: [after],
      earlier: [before],
    });
  });

  it("continues while its own artwork is pending, whatever else has arrived", () => {
    const progress = orderProgress(order, artworkState(artwork(3, null)), [after]);
    expect([progress.step, progress.isComplete, progress.fresh]).toEqual(["minting", false, [after]]);
  });

  it("is complete when its own artwork has failed", () => {
    const progress = orderProgress(order, artworkState(artwork(3, null, false), true), [after, before]);
    expect([progress.step, progress.isComplete, progress.fresh]).toEqual(["failed", true, [after]]);
  });
});
