import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import type { House } from "../../../testing/campaigns.ts";
import { type MintingDesk, openMintingDesk, wallets } from "../../../testing/minting.ts";
import { pngFile } from "../../../testing/studio.ts";

let desk: MintingDesk;
let house: House;
let song: number;
beforeAll(async () => {
  desk = await openMintingDesk();
  house = await desk.openHouse();
  song = await desk.publicWrap(house);
});
afterAll(() => desk.close());

const card = async (path: string) => {
  const { statusCode, headers, rawPayload } = await desk.inject({ url: `/cards/${path}.png` });
  return { statusCode, type: headers["content-type"], bytes: rawPayload.toString("base64") };
};

it("an artwork's social card shows its own image, and an experience's shows its promo image", async () => {
  const parts = ["#102030", "#e0c010"].map((colour) => ({ image: pngFile(80, 80, colour) }));
  const id = await desk.active(house, song, {}, parts);
  await desk.mint(house, id, { wallets: wallets(2) });
  await desk.work();
  const [first, second] = await desk.kept(id);
  const cards = [
    await card(`experience/${id}`),
    await card(`artwork/${id}-${first?.id}`),
    await card(`artwork/${id}-${second?.id}`),
  ];
  expect(cards.map(({ statusCode, type }) => [statusCode, type])).toEqual(
    cards.map(() => [200, "image/png"]),
  );
  expect(new Set(cards.map(({ bytes }) => bytes)).size).toBe(3);
  expect(await card(`artwork/${id}-${first?.id}`)).toEqual(cards[1]);

  for (const path of [`${id}-999999999`, `${id}`, `x-${first?.id}`, `${id + 1_000}-${first?.id}`])
    expect((await card(`artwork/${path}`)).statusCode).toBe(404);
  await sql`update song set status = 'IN_REVIEW' where id = ${song}`.execute(desk.context.db);
  expect((await card(`artwork/${id}-${first?.id}`)).statusCode).toBe(404);
});
