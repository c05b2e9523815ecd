import { rm } from "node:fs/promises";
import { join } from "node:path";
import decode from "jsqr";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid } from "../../../../testing/chain/minting.ts";
import {
  type CampaignApi,
  openCampaignApi,
  type Publisher,
  type Sent,
} from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";
import type { Simulation } from "./simulation.ts";

let api: CampaignApi;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openCampaignApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

async function campaign(forms: Sent, components: readonly Sent[]): Promise<number> {
  const id = await api.createCampaign(publisher, song, forms);
  await api.createComponents(publisher, id, components);
  return id;
}

const requestSimulation = ({ token }: Person, id: number | string, payload: object = {}) =>
  api.call("POST", `drop/${id}/simulation`, { ...bearer(token), payload });

async function simulate(id: number, samples = 6): Promise<Simulation> {
  const { status, json } = await requestSimulation(publisher, id, { samples });
  expect(status).toBe(200);
  return json.body;
}

/** Returns red, green and blue of a sample at a point of its 300 by 300 pixels. */
async function colourAt(sample: { picture: string } | undefined, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(Buffer.from(sample?.picture ?? "", "base64"))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}
const near = (colour: readonly number[]) =>
  colour.map((channel) => expect.toSatisfy((found: number) => Math.abs(found - channel) <= 12));

const red = pngFile(60, 60, "#c01020");
const blue = pngFile(60, 60, "#1030c0");
const code = { component_type: "QR_CODE", image: undefined, qr_code_link: "https://example.org/tide" };

describe("a simulation of a GENERATIVE experience", () => {
  const slots = [
    { slot_number: "1", rarity: "20", name: "Squall" },
    { slot_number: "1", rarity: "80", name: "Calm" },
    { slot_number: "2", rarity: "50", width: "160", layer_level: "2" },
    { slot_number: "2", rarity: "75", width: "160", layer_level: "2" },
    { slot_number: "2", rarity: "75", width: "160", layer_level: "2" },
  ];

  it("returns the same samples for the same experience, and others for another", async () => {
    // With 16 artworks, the first six are never the same by chance.
    const [firstCampaign, secondCampaign] = [await campaign({}, grid(4, 4)), await campaign({}, grid(4, 4))];
    const [first, again, elsewhere] = [
      await simulate(firstCampaign, 6),
      await simulate(firstCampaign, 6),
      await simulate(secondCampaign, 6),
    ];
    expect(again).toEqual(first);
    expect(elsewhere.samples.map(({ picture }) => picture)).not.toEqual(
      first.samples.map(({ picture }) => picture),
    );
  });

  it("renders each combination once, at 300 pixels", { retry: 0 }, async () => {
    const { samples, combinations, verdict } = await simulate(await campaign({}, slots), 50);
    expect([combinations, samples.length, verdict]).toEqual([6, 6, "UNLIMITED"]);
    const traits = samples.map((sample) => sample.traits.map(({ component_id }) => component_id).join(" "));
    expect(new Set(traits).size).toBe(6);
    for (const { picture } of samples) {
      const { format, width, height } = await sharp(Buffer.from(picture, "base64")).metadata();
      expect([format, width, height]).toEqual(["webp", 300, 300]);
    }
    expect(new Set(samples.map(({ picture }) => picture)).size).toBe(6);
  });

  it("counts how many artworks and how many samples hold each component", async () => {
    const { components, samples } = await simulate(await campaign({}, slots), 4);
    const expected = components.map((component) => component.expected);
    expect(expected).toEqual([0.8, 0.2, 0.5, 0.25, 0.25]);
    const drawn = components.reduce((sum, component) => sum + component.drawn, 0);
    expect([drawn, samples.length]).toEqual([8, 4]);
    for (const { id, drawn: times } of components) {
      const withComponent = samples.filter(({ traits }) =>
        traits.some(({ component_id }) => component_id === id),
      );
      expect(withComponent.length).toBe(times);
    }
  });

  it("scores the most likely 0 and the rarest highest", async () => {
    const { samples } = await simulate(await campaign({}, slots), 6);
    const scoreOf = (name: string) =>
      samples
        .filter(({ traits }) => traits.some(({ component }) => component === name))
        .map(({ total_rarity_score }) => total_rarity_score);
    expect(Math.min(...scoreOf("Squall"))).toBe(0);
    expect(Math.max(...scoreOf("Calm"))).toBe(90);
    expect(samples.every(({ traits }) => traits.length === 2)).toBe(true);
  });

  it("draws no component more often than permitted", async () => {
    const limited = [{ max_permitted: "1" }, { max_permitted: "2" }].map((item) => ({
      ...item,
      slot_number: "1",
    }));
    const id = await campaign({}, [...limited, ...Array(9).fill({ slot_number: "2" })]);
    const { components, samples } = await simulate(id, 20);
    expect(components.slice(0, 2).map(({ drawn }) => drawn)).toEqual([1, 2]);
    expect(samples.length).toBe(3);
  });

  it.each([
    ["ENOUGH", "5"],
    ["EXACT", "6"],
    ["TOO_FEW", "7"],
  ])("reports %s for %s artworks with six combinations", async (verdict, max_nfts) => {
    expect((await simulate(await campaign({ max_nfts }, slots), 1)).verdict).toBe(verdict);
  });

  it("draws codes with a link and photos with a placeholder", async () => {
    const secure = { ...code, slot_number: "1", qr_code_width: "600" };
    const photo = { component_type: "PRESELECTED", image: undefined, slot_number: "2", width: "160" };
    const corner = { ...photo, anchor_point: "BOTTOM_RIGHT" };
    const [sample] = (await simulate(await campaign({}, [secure, corner]), 1)).samples;
    const { data } = await sharp(Buffer.from(sample?.picture ?? "", "base64"))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decode(new Uint8ClampedArray(data), 300, 300)?.data).toMatch(
      new RegExp(`^http://localhost/qr/redirect\\?c=\\d+&s=${song}&n=0$`),
    );
    expect(await colourAt(sample, 296, 250)).toEqual(near([201, 201, 196]));
    const open = await campaign({}, [{ ...secure, secure_link: "false" }]);
    const [result] = (await simulate(open, 1)).samples;
    const pixels = await sharp(Buffer.from(result?.picture ?? "", "base64"))
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(decode(new Uint8ClampedArray(pixels), 300, 300)?.data).toBe(code.qr_code_link);
  });

  it("places a component where it belongs", async () => {
    const ground = { slot_number: "1", layer_level: "1", image: red };
    const mark = {
      slot_number: "2",
      layer_level: "2",
      image: blue,
      width: "300",
      offsetX: "300",
      offsetY: "600",
    };
    const [sample] = (await simulate(await campaign({}, [mark, ground]), 1)).samples;
    expect(await colourAt(sample, 50, 50)).toEqual(near([192, 16, 32]));
    expect(await colourAt(sample, 150, 250)).toEqual(near([16, 48, 192]));
    expect(await colourAt(sample, 150, 150)).toEqual(near([192, 16, 32]));
  });

  it("is empty if there is nothing to draw", async () => {
    const id = await campaign({}, []);
    expect(await simulate(id)).toEqual({
      combinations: 0,
      pictures: 0,
      verdict: "UNLIMITED",
      components: [],
      samples: [],
    });
  });
});

describe("a simulation of other experiences", () => {
  it("shuffles nine tiles and draws nothing with eight", async () => {
    const nine = Array.from({ length: 9 }, (_, tile) => ({ slot_number: String(tile + 1) }));
    const { samples, combinations, components } = await simulate(await campaign({ type: "RANDOM" }, nine), 3);
    expect(combinations).toBe(362_880);
    expect(components.map(({ expected, drawn }) => [expected, drawn])).toEqual(Array(9).fill([1, 3]));
    for (const { traits, total_rarity_score } of samples) {
      expect(traits.map(({ slot_number }) => slot_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(new Set(traits.map(({ component_id }) => component_id)).size).toBe(9);
      expect(total_rarity_score).toBe(0);
    }
    expect((await simulate(await campaign({ type: "RANDOM" }, nine.slice(1)))).samples).toEqual([]);
  });

  it("shows the promo image with its overlays for FIXED_IMAGE", async () => {
    const promo = { type: "FIXED_IMAGE", promo_image: pngFile(600, 300, "#c01020"), max_nfts: "1000" };
    const plain = await simulate(await campaign(promo, []), 2);
    expect([plain.verdict, plain.samples.length, plain.samples[0]?.total_rarity_score]).toEqual([
      ...["ENOUGH", 2, 0],
    ]);
    expect(await colourAt(plain.samples[0], 150, 150)).toEqual(near([192, 16, 32]));
    expect(await colourAt(plain.samples[0], 150, 20)).toEqual(near([255, 255, 255]));
    const overlay = { image: blue, width: "300", anchor_point: "BOTTOM_RIGHT" };
    const [laid] = (await simulate(await campaign(promo, [overlay]), 3)).samples;
    expect(await colourAt(laid, 290, 290)).toEqual(near([16, 48, 192]));
  });
});

describe("a simulation request", () => {
  it("is limited to the logged-in owner and to 50 samples", async () => {
    const id = await campaign({}, [{}]);
    const other = await api.addPublisher({ name: "Other Publisher" });
    expect((await requestSimulation(other, id)).status).toBe(404);
    expect((await requestSimulation(publisher, "not-there")).status).toBe(404);
    expect((await api.call("POST", `drop/${id}/simulation`, { payload: {} })).status).toBe(401);
    for (const samples of [0, 51, 1.5, "many"]) {
      expect((await requestSimulation(publisher, id, { samples })).json.errors).toMatchObject([
        { field: "samples" },
      ]);
    }
  });

  it("changes nothing, even with many concurrent requests", { retry: 0 }, async () => {
    const id = await campaign({}, [{}, {}, {}]);
    const before = await api.getOwnCampaign(publisher, id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => simulate(id, 3)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await api.getOwnCampaign(publisher, id)).toEqual(before);
  });

  it("reports an unreadable image and continues with the others", async () => {
    const [broken, whole] = [
      await campaign({}, [{ image: pngFile(50, 50, "#0b0c0d") }]),
      await campaign({}, [{ image: red }]),
    ];
    const { rows } = await sql<{ storage_key: string }>`
      select i.storage_key from component c join image i on i.id = c.image_id where c.campaign_id = ${broken}`.execute(
      api.context.db,
    );
    await rm(join(api.context.config.dataDir, "files", rows[0]?.storage_key ?? "nothing"));
    const [failed, fine] = await Promise.all([requestSimulation(publisher, broken), simulate(whole, 1)]);
    expect([failed.status, failed.json.code]).toEqual([500, "X001"]);
    expect(fine.samples.length).toBe(1);
    expect((await simulate(whole, 1)).samples).toEqual(fine.samples);
  });
});
