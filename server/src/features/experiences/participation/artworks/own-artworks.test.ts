import type { RevealedLayer } from "@wrapsody/shared/experiences/own-artworks.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher, Sent } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, joinAdministrator, type Person } from "../../../../testing/fixtures/people.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";
import { type FanApi, openFanApi, type Proof } from "../../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
let fan: Person;
let stranger: Person;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  fan = await api.join();
  stranger = await api.join();
});
afterAll(() => api.close());

type Owned = { campaign: number; id: number; proof: Proof };

/** Opens an experience and joins it for a wallet, by default for none. The artwork is rendered unless `isPending`. */
async function collect(
  components: readonly Sent[],
  {
    form = {},
    wallet = null,
    photo,
    isPending = false,
  }: {
    form?: Sent;
    wallet?: string | null;
    photo?: ReturnType<typeof pngFile>;
    isPending?: boolean;
  } = {},
): Promise<Owned> {
  const campaign = await api.addActiveCampaign(publisher, song, form, components);
  const proof = await api.reserve(fan, campaign, wallet);
  await api.confirmOrder(proof);
  for (const slot of (await api.listPhotoSlots(proof)).json.body?.slots ?? [])
    await api.sendPhoto(proof, slot, photo);
  const [participant] = await api.listParticipants(campaign);
  if (participant === undefined) throw new Error("it was not drawn");
  const { id } = participant;
  if (!isPending) await api.runJob("render-artwork", { campaignId: campaign, participantId: id });
  return { campaign, id, proof };
}

const codeOf = ({ code }: Proof) => `code=${encodeURIComponent(code)}`;
const getLayers = (person: Person | undefined, id: number) =>
  api.call("GET", `my/art/${id}/layers`, person === undefined ? {} : bearer(person.token));
const getOrderLayers = (proof: Proof) =>
  api.call("GET", `payment/${proof.orderId}/artwork/layers?${codeOf(proof)}`);

/** Downloads the file with a session or an order's code. */
async function download(by: { person: Person; id: number } | Proof, size = "STORED") {
  const answer =
    "person" in by
      ? await api.inject({
          url: `/api/v1/my/art/${by.id}/file?size=${size}`,
          headers: bearer(by.person.token).headers,
        })
      : await api.inject({ url: `/api/v1/payment/${by.orderId}/artwork/file?size=${size}&${codeOf(by)}` });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

const qr = { component_type: "QR_CODE", image: undefined, slot_number: "3", layer_level: "3" } as const;
const code: Sent = { ...qr, name: "Code", qr_code_link: "https://label.example/", qr_code_width: "300" };
const face: Sent = {
  component_type: "PRESELECTED",
  image: undefined,
  slot_number: "4",
  name: "Face",
  width: "300",
  anchor_point: "BOTTOM_RIGHT",
  layer_level: "4",
};

async function colourAt(png: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(png)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${data.toString("hex")}`;
}

describe("the layers of an artwork", () => {
  it("are listed from the lowest on, by the code of the order and to the session of its owner alike", async () => {
    const { campaign, id, proof } = await collect([...grid(1, 1), code, face], {
      photo: pngFile(200, 200, "#20c040"),
    });
    const { status, json } = await getOrderLayers(proof);
    expect(status).toBe(200);
    const layers: RevealedLayer[] = json.body.layers;
    expect(layers.map(({ name, rarity, rarity_label: label }) => ({ name, rarity, label }))).toEqual([
      { name: "Part 1", rarity: 50, label: "Common" },
      { name: "Part 2", rarity: 50, label: "Common" },
      { name: "Code", rarity: 50, label: "Common" },
      { name: "Face", rarity: 50, label: "Common" },
    ]);
    expect(layers.map(({ box }) => box)).toMatchObject([
      { left: 0, top: 0, width: 900 },
      { left: 0, top: 0, width: 300 },
      { width: 300, height: 300 },
      { left: 600, top: 600, width: 300, height: 300 },
    ]);
    // Images have the public addresses of the components; photos and codes have none.
    const components = (await api.call("GET", `dapp/${campaign}/components`)).json.body.data;
    expect(layers.map(({ image }) => image)).toEqual([components[0].image, components[1].image, null, null]);
    const [, , codeLayer, faceLayer] = layers;
    const photo = await sharp(Buffer.from(faceLayer?.picture ?? "", "base64")).metadata();
    expect(photo).toMatchObject({ format: "webp", width: 450, height: 450 });
    expect(await sharp(Buffer.from(codeLayer?.picture ?? "", "base64")).metadata()).toMatchObject({
      width: 450,
    });
    expect((await getLayers(fan, id)).json.body).toEqual(json.body);
  });

  it("leave out the components that were not drawn, and begin with the promo image where all have it", async () => {
    const { proof } = await collect(grid(3, 3));
    expect((await getOrderLayers(proof)).json.body.layers.length).toBe(2);
    const fixed = await collect([code], {
      form: { type: "FIXED_IMAGE", promo_image: pngFile(900, 900, "#123456") },
    });
    expect((await getOrderLayers(fixed.proof)).json.body.layers).toMatchObject([
      { name: null, rarity: null, image: { width: 900 } },
      { name: "Code", image: null },
    ]);
  });

  it("are found by its traits where the draw is unknown", async () => {
    const { id, campaign, proof } = await collect(grid(2, 2));
    const drawn = (await getOrderLayers(proof)).json.body;
    await sql`update participant set drawn = null where campaign_id = ${campaign} and id = ${id}`.execute(
      api.context.db,
    );
    expect((await getOrderLayers(proof)).json.body).toEqual(drawn);
    await sql`
      update participant set traits = '[{"slot_number": 9, "component": "Gone"}]'
      where campaign_id = ${campaign} and id = ${id}`.execute(api.context.db);
    expect((await getOrderLayers(proof)).json.body).toEqual({ layers: [], print_side: 900 });
  });

  it("show the photo to the buyer, and not to a later owner", async () => {
    const [wallet = ""] = wallets(1, 130_000);
    await sql`delete from wallet where address = ${wallet}`.execute(api.context.db);
    const { id, campaign, proof } = await collect([...grid(1, 1), face], {
      wallet,
      photo: pngFile(200, 200, "#20c040"),
    });
    await sql`
      update participant set owner_wallet_address = ${wallet}, moved_at = now(), state = 'MINTED', minted_at = now()
      where campaign_id = ${campaign} and id = ${id}`.execute(api.context.db);
    expect((await getLayers(stranger, id)).status).toBe(404);
    await sql`
      insert into wallet (account_id, address, network, linked_at)
      select ${stranger.id}, ${wallet}, 'LOCAL', now()`.execute(api.context.db);
    const { status, json } = await getLayers(stranger, id);
    expect(status).toBe(200);
    expect(json.body.layers.at(-1)).toMatchObject({ name: "Face", image: null, picture: null });
    // The buyer sold it, and keeps what the code of the order shows.
    expect((await getLayers(fan, id)).status).toBe(404);
    expect((await getOrderLayers(proof)).json.body.layers.at(-1).picture).not.toBeNull();
  });

  it("need a session or the right code, and a rendered artwork", async () => {
    const { id, proof, campaign } = await collect(grid(1, 2), { isPending: true });
    expect((await getLayers(undefined, id)).status).toBe(401);
    expect((await getLayers(stranger, id)).json.code).toBe("E0001");
    expect((await getLayers(fan, id)).json.code).toBe("E0001");
    expect((await getOrderLayers(proof)).json.code).toBe("E0001");
    expect((await getOrderLayers({ ...proof, code: "x".repeat(43) })).json.code).toBe("E0035");
    expect((await getOrderLayers({ ...proof, orderId: "nobody" })).json.code).toBe("E0035");
    const bad = await api.call("GET", "my/art/nine/layers", bearer(fan.token));
    expect(bad.json).toMatchObject({ code: "E0007", errors: [{ field: "participantId" }] });
    await api.runJob("render-artwork", { campaignId: campaign, participantId: id });
    const both = await Promise.all([getLayers(fan, id), getLayers(fan, id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await getLayers(stranger, id)).status).toBe(404);
  });
});

describe("the file of an artwork", () => {
  it("is the stored picture, named like the artwork", async () => {
    const { id, proof, campaign } = await collect(grid(1, 1));
    const { status, headers, bytes } = await download({ person: fan, id });
    expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
    expect(headers["content-disposition"]).toContain('filename="Tide Tables No. 1.png"');
    expect(headers["cache-control"]).toBe("no-store");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 900, height: 900 });
    const [participant] = await api.listParticipants(campaign);
    const original = await api.inject({ url: `/images/${participant?.rendered_image_id}/960.jpeg` });
    expect(await colourAt(bytes, 600, 600)).toBe(
      await colourAt(await sharp(original.rawPayload).png().toBuffer(), 600, 600),
    );
    expect((await download(proof)).bytes.equals(bytes)).toBe(true);
  });

  it("for printing is as large as the smallest layer allows, at 300 dpi", async () => {
    const layers: Sent[] = [
      { slot_number: "1", layer_level: "1", image: pngFile(2000, 2000, "#204060") },
      { slot_number: "2", layer_level: "2", width: "300", image: pngFile(600, 600, "#e0a020") },
      { ...code, anchor_point: "BOTTOM_LEFT" },
    ];
    const { id, proof } = await collect(layers);
    const { print_side: side } = (await getLayers(fan, id)).json.body;
    // The second layer has 600 pixels for a box of 300.
    expect(side).toBe(1800);
    const { status, headers, bytes } = await download({ person: fan, id }, "PRINT");
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toContain('filename="Tide Tables No. 1 (1800 px).png"');
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: "png",
      width: 1800,
      height: 1800,
      density: 300,
      channels: 3,
    });
    expect(await colourAt(bytes, 500, 500)).toBe("#e0a020");
    expect(await colourAt(bytes, 610, 500)).toBe("#204060");
    expect(await colourAt(bytes, 1790, 1790)).toBe("#204060");
    // The quiet zone of the code, in the lower left.
    expect(await colourAt(bytes, 4, 1790)).toBe("#ffffff");
    const [first, second] = await Promise.all([download(proof, "PRINT"), download(proof, "PRINT")]);
    expect(first?.bytes.equals(bytes) && second?.bytes.equals(bytes)).toBe(true);
  });

  it("of tiles is larger than the canvas without enlarging any", async () => {
    const tiles = Array.from({ length: 9 }, (_, at) => ({
      slot_number: String(at + 1),
      image: pngFile(400, 400, `#${(at + 1) * 111_111}`),
    }));
    const { proof } = await collect(tiles, { form: { type: "RANDOM" } });
    const { json } = await getOrderLayers(proof);
    expect(json.body.print_side).toBe(1200);
    expect(json.body.layers.map(({ rarity }: RevealedLayer) => rarity)).toEqual(Array(9).fill(null));
    expect(await sharp((await download(proof, "PRINT")).bytes).metadata()).toMatchObject({ width: 1200 });
  });

  it("for printing is the stored one where a component has no more pixels, or a photo was deleted", async () => {
    const { id, proof } = await collect(grid(1, 1));
    expect((await getLayers(fan, id)).json.body.print_side).toBe(900);
    expect((await download(proof, "PRINT")).bytes.equals((await download(proof)).bytes)).toBe(true);
    const large: Sent = { slot_number: "1", layer_level: "1", image: pngFile(1350, 1350) };
    const withFace = await collect([large, face], { photo: pngFile(200, 200, "#20c040") });
    expect((await getLayers(fan, withFace.id)).json.body.print_side).toBe(1350);
    await sql`
      delete from participation_photo f using participation p where p.id = f.participation_id and p.campaign_id = ${withFace.campaign}`.execute(
      api.context.db,
    );
    const { json } = await getLayers(fan, withFace.id);
    expect(json.body).toMatchObject({ print_side: 900, layers: [{}] });
    expect(await sharp((await download(withFace.proof, "PRINT")).bytes).metadata()).toMatchObject({
      width: 900,
    });
  });

  it("is refused without a session, to strangers, with a wrong code and for another size", async () => {
    const { id, proof } = await collect(grid(1, 1));
    expect((await api.call("GET", `my/art/${id}/file`)).status).toBe(401);
    expect((await download({ person: stranger, id })).status).toBe(404);
    expect((await download({ person: publisher, id }, "PRINT")).status).toBe(404);
    const wrong = await api.call("GET", `payment/${proof.orderId}/artwork/file?code=${"x".repeat(43)}`);
    expect(wrong.json.code).toBe("E0035");
    const huge = await api.call("GET", `my/art/${id}/file?size=HUGE`, bearer(fan.token));
    expect(huge.json).toMatchObject({ code: "E0007", errors: [{ field: "size" }] });
  });

  it("and its layers are withheld while the artwork is restricted", async () => {
    const { id, proof, campaign } = await collect(grid(1, 1));
    const admin = bearer((await joinAdministrator(api)).token);
    const report = {
      kind: "artwork",
      id: `${campaign}-${id}`,
      problem: "hate",
      explanation: "It insults a group.",
      location: "The picture",
      name: "Réka Szabó",
      email: "rights@label.example",
      good_faith: true,
    };
    const sent = await api.call("POST", "report", { payload: report });
    const decision = {
      decision: "RESTRICT",
      kind: "artwork",
      ground: "terms",
      basis: "Section 4",
      reason: "It insults a group.",
    };
    await api.call("POST", `admin/report/${sent.json.body.id}`, { ...admin, payload: decision });
    expect((await getLayers(fan, id)).json.code).toBe("E0001");
    expect((await getOrderLayers(proof)).json.code).toBe("E0001");
    expect((await download({ person: fan, id })).status).toBe(404);
    expect((await download(proof, "PRINT")).status).toBe(404);
  });
});
