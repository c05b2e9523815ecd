import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, type MintingApi, openMintingApi, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher, Sent } from "../../../../testing/fixtures/campaigns.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";

let api: MintingApi;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openMintingApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

/** Draws artworks for that many wallets of a new experience. */
async function drawn(forms: Sent, parts: readonly Sent[], count: number): Promise<number> {
  const id = await api.addActiveCampaign(publisher, song, forms, parts);
  const { json } = await api.mintToWallets(publisher, id, { wallets: wallets(count) });
  await api.runJob("fill-batch", { batchId: json.body.id });
  return id;
}

/** Returns the images of an experience's participants once all are composed. */
async function images(id: number): Promise<(string | null)[]> {
  const list = await api.listParticipants(id);
  for (const { id: participantId } of list) {
    await api.runJob("render-artwork", { campaignId: id, participantId });
  }
  const participants = await api.listParticipants(id);
  expect(participants.map(({ state }) => state)).toEqual(list.map(() => "MINTING"));
  return participants.map(({ rendered_image_id }) => rendered_image_id);
}

const distinct = (list: readonly unknown[]) => new Set(list).size;
const code = { component_type: "QR_CODE", image: undefined, qr_code_link: "https://example.org/gate" };

describe("a participant's image", () => {
  it("is shared for FIXED_IMAGE and unique otherwise", async () => {
    expect(distinct(await images(await drawn({ type: "FIXED_IMAGE" }, [], 3)))).toBe(1);
    const nine = Array.from({ length: 9 }, (_, tile) => ({ slot_number: String(tile + 1) }));
    expect(distinct(await images(await drawn({ type: "RANDOM" }, nine, 3)))).toBe(3);
    expect(distinct(await images(await drawn({}, grid(2, 2), 4)))).toBe(4);
  });

  it("has a unique QR code if the code is secure, and a shared one otherwise", async () => {
    const secure = await drawn({ type: "FIXED_IMAGE" }, [code], 3);
    expect(distinct(await images(secure))).toBe(3);
    const open = await drawn({ type: "FIXED_IMAGE" }, [{ ...code, secure_link: "false" }], 3);
    expect(distinct(await images(open))).toBe(1);
  });

  it("contains the uploaded photo", async () => {
    const parts = [{ component_type: "PRESELECTED", image: undefined }];
    const id = await drawn({ type: "FIXED_IMAGE" }, parts, 3);
    const [component] = (await api.getOwnCampaign(publisher, id)).components;
    const other = await api.addActiveCampaign(publisher, song, {}, [{}]);
    const photo = (await api.getOwnCampaign(publisher, other)).components[0].image.id;
    const [first] = await api.listParticipants(id);
    await sql`
      insert into participation_photo (participation_id, slot_number, component_id, image_id)
      values (${first?.participation_id}, 1, ${component.id}, ${photo})`.execute(api.context.db);
    const [own, ...others] = await images(id);
    expect([distinct(others), others.includes(own ?? "")]).toEqual([1, false]);
  });

  it("can be redrawn from its stored data", async () => {
    const id = await drawn({}, grid(4, 4), 1);
    const before = await api.listParticipants(id);
    await sql`delete from participant where campaign_id = ${id}`.execute(api.context.db);
    const { rows } = await sql<{ batch_id: number }>`
      select batch_id from participation where campaign_id = ${id}`.execute(api.context.db);
    await api.runJob("fill-batch", { batchId: rows[0]?.batch_id });
    expect((await api.listParticipants(id)).map(({ signature }) => signature)).toEqual(
      before.map(({ signature }) => signature),
    );
  });

  it("waits while a layer cannot be read, and requests no token until then", async () => {
    // A new image, because layers that were read are cached.
    const id = await drawn({}, [{ image: pngFile(60, 60, `#${randomBytes(3).toString("hex")}`) }], 1);
    const [participant] = await api.listParticipants(id);
    const moveState = (from: string, to: string) =>
      sql`
        update image set storage_key = replace(storage_key, ${from}, ${to})
        where id in (select image_id from component where campaign_id = ${id})`.execute(api.context.db);
    const render = () => api.runJob("render-artwork", { campaignId: id, participantId: participant?.id });
    await moveState(".", "-gone.");
    await expect(render()).rejects.toThrow();
    expect([await api.listRequestedTokens(id), (await api.listParticipants(id))[0]?.state]).toEqual([
      [],
      "DRAWN",
    ]);
    await moveState("-gone.", ".");
    await render();
    expect((await api.listRequestedTokens(id)).length).toBe(1);
  });
});
