import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher, Sent } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";
import { type FanApi, openFanApi, type Proof } from "../../../../testing/fixtures/taking-part.ts";
import type { FileSent } from "../../../../testing/http/multipart.ts";
import { exifSegment, jpegWith } from "../../../../testing/media/pictures.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
let fan: Person;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  fan = await api.join();
});
afterAll(() => api.close());

const [wallet = "", second = ""] = wallets(2, 80_000);
const asksFor = (slot_number: string, name: string): Sent => ({
  component_type: "PRESELECTED",
  image: undefined,
  slot_number,
  name,
  width: "300",
  layer_level: "3",
});

/** Creates an experience whose artworks contain two photos. */
const withPhotos = (form: Sent = {}) =>
  api.addActiveCampaign(publisher, song, form, [...grid(3, 3), asksFor("3", "Face"), asksFor("4", "Pet")]);

type Slot = { slot_number: number; preselected_id: number; name: string; done: boolean };

/** Creates a confirmed order that waits for its photos. */
async function waiting(campaign: number, from = wallet) {
  const proof = await api.reserve(fan, campaign, from);
  expect((await api.confirmOrder(proof)).json.code).toBe("E0086");
  const slots: Slot[] = (await api.listPhotoSlots(proof)).json.body.slots;
  const [face, pet] = slots;
  if (face === undefined || pet === undefined) throw new Error("it asks for no photos");
  return { proof, face, pet };
}

const states = async (id: number) => (await api.listOrders(id)).map(({ state }) => state);
const photosOf = async (campaign: number) => {
  const { rows } = await sql<{ image_id: string; storage_key: string; width: number; height: number }>`
    select f.image_id, i.storage_key, i.width, i.height from participation_photo f join image i on i.id = f.image_id
      join participation p on p.id = f.participation_id
    where p.campaign_id = ${campaign} order by f.slot_number`.execute(api.context.db);
  return rows;
};

/** Returns a photo as from a phone: rotated, and with its location. Its left third is red. */
async function phonePhoto(): Promise<FileSent> {
  const stripe = { create: { width: 300, height: 600, channels: 3, background: "#c01020" } } as const;
  const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#104080" } })
    .composite([{ input: await sharp(stripe).png().toBuffer(), left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
  return { content: jpegWith(jpeg, exifSegment(6)), fileName: "me.jpg", contentType: "image/jpeg" };
}

describe("an artwork that needs photos", () => {
  it("lists them after its confirmation and is drawn with the last one", async () => {
    const id = await withPhotos({ reward_points: "6" });
    const before = await api.getPoints(fan, song);
    const { proof, face, pet } = await waiting(id);
    const { json } = await api.listPhotoSlots(proof);
    expect(json.body).toMatchObject({
      campaign_id: id,
      transaction_id: proof.orderId,
      slots: [
        { slot_number: 3, name: "Face", done: false },
        { slot_number: 4, name: "Pet", done: false },
      ],
    });
    expect([await states(id), await api.listParticipants(id)]).toEqual([["NEEDS_MATERIAL"], []]);
    const first = await api.sendPhoto(proof, face, pngFile(500));
    expect([first.status, first.json.body]).toEqual([200, { complete: false }]);
    expect((await api.listPhotoSlots(proof)).json.body.slots).toMatchObject([
      { done: true },
      { done: false },
    ]);
    expect((await api.confirmOrder(proof)).json.code).toBe("E0086");
    expect((await api.sendPhoto(proof, pet, pngFile(70, 80))).json.body).toEqual({ complete: true });
    const confirmed = await api.confirmOrder(proof);
    expect(confirmed.json.body).toMatchObject({ participant: { name: "Tide Tables No. 1" } });
    expect(await api.getPoints(fan, song)).toBe(before + 6);
    // The response to the last one may have been lost, so a repeat is accepted; another photo is too late.
    expect((await api.sendPhoto(proof, pet, pngFile(70, 80))).json.body).toEqual({ complete: true });
    expect((await api.sendPhoto(proof, pet, pngFile(70, 70, "#00ff00"))).json.code).toBe("E0032");
    expect(await api.countSpots(id)).toEqual({ taken: 1, reserved: 1, participants: 1 });
  });

  it("keeps a square of the photo's pixels and no other data of the file", async () => {
    const id = await withPhotos();
    const { proof, face } = await waiting(id);
    await api.sendPhoto(proof, face, await phonePhoto());
    const [stored] = await photosOf(id);
    expect(stored).toMatchObject({ width: 900, height: 900 });
    const bytes = await buffer(await api.context.storage.read(stored?.storage_key ?? ""));
    const { format, exif, orientation, icc, xmp } = await sharp(bytes).metadata();
    expect({ format, exif, orientation, icc, xmp }).toEqual({ format: "jpeg" });
    expect(bytes.includes("40.4168")).toBe(false);
    // Rotated upright, the red third is at the top; the centre of 600 by 900 keeps half of it.
    const at = async (left: number, top: number) => [
      ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ];
    const [red = 0, , blue = 255] = await at(450, 20);
    const [, , deep = 0] = await at(450, 600);
    expect([red > 150 && blue < 80, deep > 90]).toEqual([true, true]);
  });

  it("enlarges a small photo", async () => {
    const id = await withPhotos();
    const { proof, face } = await waiting(id);
    expect((await api.sendPhoto(proof, face, pngFile(64, 90))).json.body).toEqual({ complete: false });
    expect(await photosOf(id)).toMatchObject([{ width: 900, height: 900 }]);
  });

  it("accepts a replacement photo until it is drawn", async () => {
    const id = await withPhotos();
    const { proof, face, pet } = await waiting(id);
    await api.sendPhoto(proof, face, pngFile(90, 90, "#111111"));
    const [before] = await photosOf(id);
    await api.sendPhoto(proof, face, pngFile(90, 90, "#eeeeee"));
    const [after, ...others] = await photosOf(id);
    expect([after?.image_id === before?.image_id, others]).toEqual([false, []]);
    await api.sendPhoto(proof, pet, pngFile(90));
    const [participant] = await api.listParticipants(id);
    await api.runJob("render-artwork", { campaignId: id, participantId: participant?.id });
    const { rows } = await sql<{ rendered_image_id: string }>`
      select rendered_image_id from participant where id = ${participant?.id}`.execute(api.context.db);
    expect(rows[0]?.rendered_image_id).not.toBe(null);
    // The photo itself is not public.
    const answers = await Promise.all([
      api.call("GET", `drop/${id}/${participant?.id}`),
      api.call("GET", "my/art", bearer(fan.token)),
      api.confirmOrder(proof),
      api.listPhotoSlots(proof),
    ]);
    expect(JSON.stringify(answers.map(({ json }) => json))).not.toContain(after?.image_id);
  });

  it("is completed once if its last two photos arrive concurrently, several times", {
    retry: 0,
  }, async () => {
    const id = await withPhotos();
    const listener = await api.join();
    const proof = await api.reserve(listener, id, second);
    await api.confirmOrder(proof);
    const [face, pet]: Slot[] = (await api.listPhotoSlots(proof)).json.body.slots;
    const sent = [face, pet, face, pet].map((slot) =>
      slot === undefined ? undefined : api.sendPhoto(proof, slot, pngFile(120)),
    );
    const answers = await Promise.all(sent);
    expect(answers.map((answer) => answer?.status)).toEqual(Array(4).fill(200));
    expect((await api.listParticipants(id)).length).toBe(1);
    const { rows } = await sql<{ entries: number }>`
      select count(*) as entries from point_entry where account_id = ${listener.id}`.execute(api.context.db);
    expect(rows[0]?.entries).toBe(1);
  });

  it("accepts only requested photos, as PNG or JPEG up to 10 MB, with its own code", async () => {
    const id = await withPhotos();
    const { proof, face, pet } = await waiting(id);
    const large = { ...pngFile(), content: Buffer.alloc(10_000_001) };
    const { status, json } = await api.sendPhoto(proof, face, large);
    const tooLarge = "Your photo is too large. Please take an image under 10Mb.";
    expect([status, json.errors]).toEqual([413, [{ field: "photo", message: tooLarge }]]);
    const gif = { ...pngFile(), content: Buffer.from("GIF89a and so on") };
    expect((await api.sendPhoto(proof, face, gif)).json.errors).toEqual([
      { field: "photo", message: "Please use a PNG or JPEG image." },
    ]);
    for (const [width, height] of [
      [63, 63],
      [2_000, 63],
      [63, 2_000],
    ] as const)
      expect((await api.sendPhoto(proof, face, pngFile(width, height))).json.errors).toEqual([
        {
          field: "photo",
          message: "Your photo is too small. Please take an image of at least 64x64 pixels.",
        },
      ]);
    expect((await api.sendPhoto(proof, face, undefined)).json.errors).toMatchObject([{ field: "photo" }]);
    for (const [field, edits] of [
      ["crop", { crop: "0,0,2,2" }],
      ["crop", { crop: "everything" }],
      ["filter", { filter: "GOLD" }],
      ["photo", { crop: "0,0,0.1,0.1" }],
    ] as const)
      expect((await api.sendPhoto(proof, face, pngFile(), edits)).json.errors).toMatchObject([{ field }]);
    const { rows } = await sql<{ id: number }>`
      select id from component where campaign_id = ${id} and component_type = 'IMAGE' limit 1`.execute(
      api.context.db,
    );
    for (const slot of [
      { ...face, slot_number: 4 },
      { ...face, preselected_id: pet.preselected_id },
      { slot_number: 1, preselected_id: rows[0]?.id ?? 0 },
    ]) {
      expect((await api.sendPhoto(proof, slot, pngFile())).json).toMatchObject({
        code: "E0007",
        errors: [{ field: "preselected_id" }],
      });
    }
    const stranger: Proof = { ...proof, code: "wrong code" };
    expect((await api.sendPhoto(stranger, face, pngFile())).json.code).toBe("E0035");
    const early = await api.reserve(fan, await withPhotos(), second);
    const [first]: Slot[] = (await api.listPhotoSlots(early)).json.body.slots;
    if (first !== undefined) {
      expect((await api.sendPhoto(early, first, pngFile())).json.code).toBe("E0032");
    }
    expect(await photosOf(id)).toEqual([]);
  });

  it("is refunded if no combinations are left or its experience has been deleted", { retry: 0 }, async () => {
    const pay = async (id: number) => {
      const { json } = await api.createOrder(fan, id, wallet);
      const answer = await api.inject({
        method: "POST",
        url: new URL(json.body.redirect).pathname,
        payload: "choice=accept",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      const query = new URL(String(answer.headers.location)).searchParams;
      return { orderId: query.get("i") ?? "", code: query.get("c") ?? "" };
    };
    const [unlucky, gone] = [
      await withPhotos({ cost_per_nft: "5" }),
      await withPhotos({ cost_per_nft: "5" }),
    ];
    await sql`delete from graphile_worker._private_jobs`.execute(api.context.db);
    const refunds = async () => {
      const jobs = (await api.listJobs()).filter(({ name }) => name === "refund-payment");
      return jobs.map(({ payload }) => (payload as { reference: string }).reference);
    };
    const proof = await pay(unlucky);
    expect((await api.confirmOrder(proof)).json.code).toBe("E0086");
    expect(await api.listOrders(unlucky)).toMatchObject([{ state: "NEEDS_MATERIAL", expires_at: null }]);
    await sql`
      update component set max_permitted = 1, drawn = 1 where campaign_id = ${unlucky} and component_type = 'IMAGE'`.execute(
      api.context.db,
    );
    const [face, pet]: Slot[] = (await api.listPhotoSlots(proof)).json.body.slots;
    if (face === undefined || pet === undefined) throw new Error("it asks for no photos");
    await api.sendPhoto(proof, face, pngFile());
    expect((await api.sendPhoto(proof, pet, pngFile())).json.code).toBe("E0033");
    const [ended] = await api.listOrders(unlucky);
    expect([ended?.state, await photosOf(unlucky), await refunds()]).toEqual([
      "REFUNDED",
      [],
      [String(ended?.id)],
    ]);
    const lost = await pay(gone);
    expect((await api.confirmOrder(lost)).json.code).toBe("E0086");
    await api.call("PATCH", `drop/${gone}/close`, bearer(publisher.token));
    await api.call("DELETE", `drop/${gone}`, bearer(publisher.token));
    expect((await api.listJobs()).map(({ name }) => name)).toContain("end-orders-of-deleted");
    await Promise.all([1, 2].map(() => api.runJob("end-orders-of-deleted", { campaignId: gone })));
    const [last] = await api.listOrders(gone);
    expect([last?.state, await refunds()]).toEqual(["REFUNDED", [String(ended?.id), String(last?.id)]]);
    expect((await api.confirmOrder(lost)).json).toMatchObject({ message: "This payment was refunded." });
    expect(await api.countSpots(gone)).toEqual({ taken: 1, reserved: 0, participants: 0 });
  });
});
