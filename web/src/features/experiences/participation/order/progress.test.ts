import type { Participant } from "@wrapsody/shared/experiences.ts";
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
    song_campaign_id: 1,
    owner_wallet_address: "0x",
    created_at: order.completed_at,
    minted_at: minted,
  };
}

const before = artwork(1, "2026-02-01T12:00:00.000Z");
const after = artwork(2, "2026-03-01T12:00:05.000Z");
const made = (participant: Participant | null, failed = false) => ({ participant, failed });

describe("what has become of an order", () => {
  it("is nothing yet while its artwork is not there", () => {
    expect(orderProgress(order, made(null), [before])).toEqual({
      step: "drawing",
      isDrawn: false,
      done: false,
      fresh: [],
      earlier: [before],
    });
  });

  it("is drawn first, and minted after that", () => {
    expect(orderProgress(order, made(artwork(2, null, false)), [before]).step).toBe("drawing");
    expect(orderProgress(order, made(artwork(2, null)), [before]).step).toBe("minting");
  });

  it("is done once its own is minted, also where the wallet's others are not there yet", () => {
    const progress = orderProgress(order, made(after), [artwork(3, null), before]);
    expect(progress).toEqual({
      step: "minted",
      isDrawn: true,
      done: true,
      fresh: [after],
      earlier: [before],
    });
  });

  it("goes on while its own is on its way, whatever else has come", () => {
    const progress = orderProgress(order, made(artwork(3, null)), [after]);
    expect([progress.step, progress.done, progress.fresh]).toEqual(["minting", false, [after]]);
  });

  it("is done where its own has failed", () => {
    const progress = orderProgress(order, made(artwork(3, null, false), true), [after, before]);
    expect([progress.step, progress.done, progress.fresh]).toEqual(["failed", true, [after]]);
  });
});
