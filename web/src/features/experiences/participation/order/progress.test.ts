import type { Participant } from "@wrapsody/shared/experiences.ts";
import { describe, expect, it } from "vitest";
import { progressOf, stepOf } from "./progress.ts";

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

describe("what has become of an order", () => {
  it("is nothing yet while its artwork is not there", () => {
    const progress = progressOf(order, [before]);
    expect(progress).toEqual({ fresh: [], coming: [], earlier: [before], done: false });
    expect(stepOf(progress)).toBe("drawing");
  });

  it("is drawn first, and minted after that", () => {
    expect(stepOf(progressOf(order, [artwork(2, null, false), before]))).toBe("drawing");
    expect(stepOf(progressOf(order, [artwork(2, null), before]))).toBe("minting");
  });

  it("is done once what has come is minted", () => {
    const progress = progressOf(order, [after, before]);
    expect(progress.fresh).toEqual([after]);
    expect(progress.done).toBe(true);
    expect(stepOf(progress)).toBe("minted");
  });

  it("goes on while another one is on its way", () => {
    expect(progressOf(order, [artwork(3, null), after]).done).toBe(false);
  });
});
