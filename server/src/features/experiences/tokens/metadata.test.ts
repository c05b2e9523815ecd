import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import type { House } from "../../../testing/campaigns.ts";
import { grid, type MintingDesk, openMintingDesk, wallets } from "../../../testing/minting.ts";
import { bearer } from "../../../testing/people.ts";

let desk: MintingDesk;
let house: House;
let app: Awaited<ReturnType<typeof createServer>>;
beforeAll(async () => {
  desk = await openMintingDesk();
  app = await createServer(desk.context, { site: false });
  house = await desk.openHouse();
});
afterAll(async () => {
  await app.close();
  await desk.close();
});

const get = async (path: string) => {
  const answer = await app.inject({ method: "GET", url: `/metadata/experiences/${path}` });
  return { status: answer.statusCode, headers: answer.headers, json: answer.json() };
};

describe("token metadata", () => {
  it("describes a token with its image, traits and rarity", async () => {
    const song = await desk.publicWrap(house);
    const given = { name: "Tide Tables", description: "Drawn by the sea." };
    const parts = grid(2, 1).map((part, at) => ({ ...part, name: `Part ${at + 1}` }));
    const id = await desk.active(house, song, given, parts);
    const { json } = await desk.mint(house, id, { wallets: wallets(1) });
    await desk.run("fill-batch", { batchId: json.body.id });
    const [kept] = await desk.kept(id);
    const early = await get(`${id}/${kept?.id}`);
    expect(early.json).not.toHaveProperty("image");
    expect(early.headers["cache-control"]).toBe("public, max-age=5");

    await desk.work();
    const [{ rendered_image_id: image } = { rendered_image_id: "" }] = await desk.kept(id);
    const { pretty_id } = (await desk.own(house, id)).campaign;
    const token = await get(`${id}/${kept?.id}`);
    expect(token.status).toBe(200);
    expect(token.json).toEqual({
      name: "Tide Tables No. 1",
      description: "Drawn by the sea.",
      image: `http://localhost/images/${image}/960.jpeg`,
      external_url: `http://localhost/experiences/${pretty_id}/participant/${kept?.id}`,
      attributes: [
        { trait_type: "Slot 1", value: expect.stringMatching(/^Part [12]$/) },
        { trait_type: "Slot 2", value: "Part 3" },
        { trait_type: "Rarity", value: "Common" },
        { trait_type: "Rarity score", value: 0, display_type: "number", max_value: 99 },
      ],
    });
    expect(token.headers).toMatchObject({
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      "content-type": "application/json; charset=utf-8",
    });
    const picture = await app.inject({ method: "GET", url: new URL(token.json.image).pathname });
    expect(picture.statusCode).toBe(200);

    const collection = await get(String(id));
    expect(collection.json).toMatchObject({
      name: "Tide Tables",
      description: "Drawn by the sea.",
      image: expect.stringMatching(/^http:\/\/localhost\/images\/[0-9a-f]{64}\/960\.jpeg$/),
      external_link: `http://localhost/experiences/${pretty_id}`,
    });

    // A minted token keeps its metadata, whatever happens to the experience.
    await desk.call("PATCH", `drop/${id}/close`, bearer(house.token));
    await desk.call("DELETE", `drop/${id}`, bearer(house.token));
    expect((await get(`${id}/${kept?.id}`)).json).toEqual(token.json);
  });

  it("is not found for drafts and missing tokens", async () => {
    const song = await desk.publicWrap(house);
    const draft = await desk.campaign(house, song);
    const one = await desk.active(house, song, {}, grid(2, 1));
    const other = await desk.active(house, song, {}, grid(2, 1));
    const { json } = await desk.mint(house, one, { wallets: wallets(1) });
    await desk.run("fill-batch", { batchId: json.body.id });
    const [kept] = await desk.kept(one);
    const paths = [draft, `${draft}/1`, `${other}/${kept?.id}`, `${one}/999999`, "0", "x", `${one}/x`];
    for (const path of paths) expect([path, (await get(String(path))).status]).toEqual([path, 404]);
    expect((await get(`${one}/${kept?.id}`)).status).toBe(200);
    const { rows } = await sql`select 1 from participant where campaign_id = ${other}`.execute(
      desk.context.db,
    );
    expect(rows).toEqual([]);
  });
});
