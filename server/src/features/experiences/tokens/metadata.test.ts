import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { grid, type MintingApi, openMintingApi, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer } from "../../../testing/fixtures/people.ts";

let api: MintingApi;
let publisher: Publisher;
let app: Awaited<ReturnType<typeof createServer>>;
beforeAll(async () => {
  api = await openMintingApi();
  app = await createServer(api.context, { site: false });
  publisher = await api.addPublisher();
});
afterAll(async () => {
  await app.close();
  await api.close();
});

const getMetadata = async (path: string) => {
  const answer = await app.inject({ method: "GET", url: `/metadata/experiences/${path}` });
  return { status: answer.statusCode, headers: answer.headers, json: answer.json() };
};

describe("token metadata", () => {
  it("describes a token with its image, traits by the names of their slots, and rarity", async () => {
    const song = await api.addPublicWrap(publisher);
    const input = { name: "Tide Tables", description: "Drawn by the sea." };
    const parts = grid(2, 1).map((part, at) => ({ ...part, name: `Part ${at + 1}` }));
    const id = await api.addActiveCampaign(publisher, song, input, parts);
    const slotNames = [{ slot_number: 1, name: "Sea" }];
    await sql`update campaign set slot_names = ${JSON.stringify(slotNames)}::jsonb where id = ${id}`.execute(
      api.context.db,
    );
    const { json } = await api.mintToWallets(publisher, id, { wallets: wallets(1) });
    await api.runJob("fill-batch", { batchId: json.body.id });
    const [participant] = await api.listParticipants(id);
    const early = await getMetadata(`${id}/${participant?.id}`);
    expect(early.json).not.toHaveProperty("image");
    expect(early.headers["cache-control"]).toBe("public, max-age=5");

    await api.runDueJobs();
    const [{ rendered_image_id: image } = { rendered_image_id: "" }] = await api.listParticipants(id);
    const { pretty_id } = (await api.getOwnCampaign(publisher, id)).campaign;
    const token = await getMetadata(`${id}/${participant?.id}`);
    expect(token.status).toBe(200);
    expect(token.json).toEqual({
      name: "Tide Tables No. 1",
      description: "Drawn by the sea.",
      image: `http://localhost/images/${image}/960.jpeg`,
      external_url: `http://localhost/experiences/${pretty_id}/participant/${participant?.id}`,
      attributes: [
        { trait_type: "Sea", value: expect.stringMatching(/^Part [12]$/) },
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

    const collection = await getMetadata(String(id));
    expect(collection.json).toMatchObject({
      name: "Tide Tables",
      description: "Drawn by the sea.",
      image: expect.stringMatching(/^http:\/\/localhost\/images\/[0-9a-f]{64}\/960\.jpeg$/),
      external_link: `http://localhost/experiences/${pretty_id}`,
    });

    // A minted token keeps its metadata, whatever happens to the experience.
    await api.call("PATCH", `drop/${id}/close`, bearer(publisher.token));
    await api.call("DELETE", `drop/${id}`, bearer(publisher.token));
    expect((await getMetadata(`${id}/${participant?.id}`)).json).toEqual(token.json);
  });

  it("is not found for drafts and missing tokens", async () => {
    const song = await api.addPublicWrap(publisher);
    const draft = await api.createCampaign(publisher, song);
    const first = await api.addActiveCampaign(publisher, song, {}, grid(2, 1));
    const other = await api.addActiveCampaign(publisher, song, {}, grid(2, 1));
    const { json } = await api.mintToWallets(publisher, first, { wallets: wallets(1) });
    await api.runJob("fill-batch", { batchId: json.body.id });
    const [participant] = await api.listParticipants(first);
    const paths = [
      draft,
      `${draft}/1`,
      `${other}/${participant?.id}`,
      `${first}/999999`,
      "0",
      "x",
      `${first}/x`,
    ];
    for (const path of paths) expect([path, (await getMetadata(String(path))).status]).toEqual([path, 404]);
    expect((await getMetadata(`${first}/${participant?.id}`)).status).toBe(200);
    const { rows } = await sql`select 1 from participant where campaign_id = ${other}`.execute(
      api.context.db,
    );
    expect(rows).toEqual([]);
  });
});
