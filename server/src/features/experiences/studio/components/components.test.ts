import { buffer } from "node:stream/consumers";
import { campaignLimits, campaignTexts } from "@wrapsody/shared/campaigns.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { buildKey } from "../../../../platform/storage/key.ts";
import { type CampaignDesk, type House, openCampaignDesk, type Sent } from "../../../../testing/campaigns.ts";
import { multipart } from "../../../../testing/multipart.ts";
import { bearer } from "../../../../testing/people.ts";
import { pngFile } from "../../../../testing/studio.ts";

let desk: CampaignDesk;
let house: House;
let other: House;
let song: number;
let campaign: number;
beforeAll(async () => {
  desk = await openCampaignDesk();
  [house, other] = [await desk.openHouse(), await desk.openHouse({ name: "Somebody Else" })];
  song = await desk.publicWrap(house);
  campaign = await desk.campaign(house, song);
});
afterAll(() => desk.close());

const qr = { component_type: "QR_CODE", image: undefined, qr_code_link: "https://example.org/hello" };
const names = async (id: number) =>
  (await desk.own(house, id)).components.map(({ name }: { name: string }) => name);
const change = ({ token }: House, component: number, given: Sent, of = campaign) =>
  desk.call("PATCH", `drop/${of}/component/${component}`, multipart(given, bearer(token).headers));
const remove = ({ token }: House, component: number | string, of: number | string = campaign) =>
  desk.call("DELETE", `drop/${of}/${component}`, bearer(token));
const setState = (id: number, state: string) =>
  sql`update campaign set state = ${state} where id = ${id}`.execute(desk.context.db);

describe("a publisher adding a component", () => {
  it("gets it as sent, with the form's defaults", async () => {
    const { status, json } = await desk.sendComponent(house, campaign, { name: "Squall" });
    expect(status).toBe(200);
    expect(json.body).toMatchObject({
      name: "Squall",
      slot_number: 1,
      component_type: "IMAGE",
      anchor_point: "TOP_LEFT",
      layer_level: 1,
      rarity: 50,
      width: 900,
      offsetX: 0,
      offsetY: 0,
      max_permitted: 0,
      qr_code_link: null,
      qr_code_width: null,
      fg_color: null,
      bg_color: null,
      image: { width: 400, height: 400 },
    });
    expect((await desk.own(house, campaign)).components).toEqual([json.body]);
    const shown = await desk.call("GET", `dapp/${campaign}/components`);
    expect(shown.json.body.data).toEqual([json.body]);
  });

  it("can upload a layer of any shape, which keeps its transparency", async () => {
    const ring = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><circle cx="40" cy="40" r="30"/></svg>`;
    const content = await sharp(Buffer.from(ring)).png().toBuffer();
    const { json } = await desk.sendComponent(house, campaign, { image: { content } });
    expect(json.body.image).toMatchObject({ width: 300, height: 80 });
    const kept = await buffer(await desk.context.storage.read(buildKey(json.body.image.id, "png")));
    const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
    expect([info.channels, data[3], data[(40 * 300 + 40) * 4 + 3]]).toEqual([4, 0, 255]);
  });

  it("can upload a large one, stored with 1800 pixels, up to a limit of 5000", async () => {
    const large = await desk.sendComponent(house, campaign, { image: pngFile(3600, 100) });
    expect(large.json.body.image).toMatchObject({ width: 1800, height: 50 });
    const huge = await desk.sendComponent(house, campaign, { image: pngFile(5001, 10) });
    expect(huge.json.errors[0].field).toBe("image");
  });

  it("needs no image for a code or photo, and none is stored", async () => {
    const code = await desk.sendComponent(house, campaign, qr);
    expect(code.json.body).toMatchObject({
      component_type: "QR_CODE",
      qr_code_link: qr.qr_code_link,
      qr_code_width: 280,
      secure_link: true,
      fg_color: "#0a0a0a",
      bg_color: "#ffffff",
      image: null,
    });
    const photo = await desk.sendComponent(house, campaign, { component_type: "PRESELECTED" });
    expect(photo.json.body).toMatchObject({ component_type: "PRESELECTED", image: null, qr_code_link: null });
  });

  it("gets one for an idempotency key, however often it is sent, even concurrently", async () => {
    const id = await desk.campaign(house, song);
    const send = () => desk.sendComponent(house, id, { name: "Once" }, { "idempotency-key": "once" });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(new Set(answers.map(({ json }) => json.body.id)).size).toBe(1);
    expect(await names(id)).toEqual(["Once"]);
    await setState(id, "ACTIVE");
    expect((await send()).json.body).toEqual(answers[0]?.json.body);
  });

  it.each<[string, Sent, string]>([
    ["name", { name: "" }, campaignTexts.allFields],
    ["name", { name: undefined }, campaignTexts.allFields],
    ["name", { name: "x".repeat(81) }, "Please use at most 80 characters."],
    ["slot_number", { slot_number: undefined }, campaignTexts.allFields],
    ["slot_number", { slot_number: "" }, campaignTexts.allFields],
    ["rarity", { rarity: " " }, campaignTexts.allFields],
    ["slot_number", { slot_number: "10" }, "Please enter a number from 1 to 9."],
    ["anchor_point", { anchor_point: undefined }, campaignTexts.allFields],
    ["anchor_point", { anchor_point: "MIDDLE" }, campaignTexts.allFields],
    ["layer_level", { layer_level: undefined }, campaignTexts.allFields],
    ["layer_level", { layer_level: "0" }, "Please enter a number from 1 to 9."],
    ["rarity", { rarity: undefined }, campaignTexts.allFields],
    ["rarity", { rarity: "100" }, "Please enter a number from 1 to 99."],
    ["width", { width: "159" }, "Please enter a number from 160 to 900."],
    ["offsetX", { offsetX: "901" }, "Please enter a number from 0 to 900."],
    ["offsetY", { offsetY: "-1" }, "Please enter a number from 0 to 900."],
    ["max_permitted", { max_permitted: "half" }, "Please enter a whole number."],
    ["image", { image: undefined }, campaignTexts.required],
    ["image", { image: { content: Buffer.from("GIF89a...") } }, campaignTexts.image],
    ["image", { image: { content: Buffer.alloc(2_000_001) } }, campaignTexts.image],
    ["qr_code_link", { ...qr, qr_code_link: undefined }, campaignTexts.qrLink],
    ["qr_code_link", { ...qr, qr_code_link: "" }, campaignTexts.qrLink],
    ["qr_code_link", { ...qr, qr_code_link: "javascript:alert(1)" }, campaignTexts.qrLink],
    ["qr_code_width", { ...qr, qr_code_width: "40" }, "Please enter a number from 160 to 900."],
    ["fg_color", { ...qr, fg_color: "red" }, "Please enter a colour as #rrggbb."],
    ["bg_color", { ...qr, bg_color: "#fff" }, "Please enter a colour as #rrggbb."],
    [
      "fg_color",
      { ...qr, fg_color: "#ffd400", bg_color: "#ffffff" },
      "These colours are too similar for a code to be scanned.",
    ],
  ])("gets an error for %s", async (field, given, message) => {
    const before = await names(campaign);
    const answer = await desk.sendComponent(house, campaign, given);
    expect([400, 413]).toContain(answer.status);
    expect(answer.json.errors).toEqual([{ field, message }]);
    expect(await names(campaign)).toEqual(before);
  });

  it("gets an error if a code would be too small to scan", async () => {
    const long = { ...qr, qr_code_link: `https://example.org/${"x".repeat(400)}`, secure_link: "false" };
    const small = await desk.sendComponent(house, campaign, { ...long, qr_code_width: "160" });
    expect(small.json.errors).toMatchObject([{ field: "qr_code_width" }]);
    const large = await desk.sendComponent(house, campaign, { ...long, qr_code_width: "400" });
    expect(large.status).toBe(200);
  });

  it("must be its logged-in owner", async () => {
    for (const reference of [campaign, 999_999, "not-there"]) {
      const { status, json } = await desk.sendComponent(other, reference);
      expect([status, json.code]).toEqual([404, "E0001"]);
    }
    const nobody = await desk.call("POST", `drop/${campaign}/component`, multipart({ name: "X" }));
    expect([nobody.status, nobody.json.code]).toEqual([401, "E0002"]);
  });

  it("can copy another one of the same experience with its image", async () => {
    const [id, elsewhere] = [await desk.campaign(house, song), await desk.campaign(house, song)];
    const [original = 0] = await desk.components(house, id, [{ name: "Strap" }]);
    const copy = { name: "Strap 2", image: undefined, copy_of: String(original) };
    const { json } = await desk.sendComponent(house, id, copy);
    const [kept, copied] = (await desk.own(house, id)).components;
    expect(copied).toEqual(json.body);
    expect([copied.name, copied.image]).toEqual(["Strap 2", kept.image]);
    const foreign = await desk.sendComponent(house, elsewhere, copy);
    expect([foreign.status, foreign.json.code]).toEqual([404, "E0001"]);
    const [gone, wrong] = [{ copy_of: "999999" }, { copy_of: "strap" }];
    expect((await desk.sendComponent(house, id, { ...copy, ...gone })).status).toBe(404);
    const told = await desk.sendComponent(house, id, { ...copy, ...wrong });
    expect(told.json.errors).toMatchObject([{ field: "copy_of" }]);
    // A QR code component has no image, even if one is sent.
    const code = await desk.sendComponent(house, id, { ...qr, copy_of: String(original) });
    expect(code.json.body.image).toBeNull();
    expect(await names(elsewhere)).toEqual([]);
  });

  it("can add as many as an experience may hold", async () => {
    const id = await desk.campaign(house, song);
    await sql`
      insert into component (campaign_id, name, slot_number, layer_level, rarity)
      select ${id}::int, 'Part ' || n, 1, 1, 50 from generate_series(2, ${campaignLimits.components}::int) n`.execute(
      desk.context.db,
    );
    const answers = await Promise.all([desk.sendComponent(house, id), desk.sendComponent(house, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await names(id)).length).toBe(campaignLimits.components);
  });
});

describe("a publisher changing a component", () => {
  it("changes only the fields that are sent", async () => {
    const { json: before } = await desk.sendComponent(house, campaign, { name: "Moon", rarity: "20" });
    const { json } = await change(house, before.body.id, { rarity: "90", anchor_point: "BOTTOM_RIGHT" });
    expect(json.body).toEqual({ ...before.body, rarity: 90, anchor_point: "BOTTOM_RIGHT" });
    const picture = await change(house, before.body.id, { image: pngFile(77, 33, "#00aa44") });
    expect(picture.json.body).toMatchObject({ rarity: 90, image: { width: 77, height: 33 } });
  });

  it("keeps the kind and its required fields", async () => {
    const { json: code } = await desk.sendComponent(house, campaign, qr);
    const kind = await change(house, code.body.id, { component_type: "IMAGE", secure_link: "false" });
    expect(kind.json.body).toMatchObject({ component_type: "QR_CODE", secure_link: false });
    const none = await change(house, code.body.id, { qr_code_link: "" });
    expect(none.json.errors).toEqual([{ field: "qr_code_link", message: campaignTexts.qrLink }]);
    const long = `https://example.org/${"x".repeat(400)}`;
    const small = await change(house, code.body.id, { qr_code_link: long, qr_code_width: "160" });
    expect(small.json.errors).toMatchObject([{ field: "qr_code_width" }]);
    const dark = await change(house, code.body.id, { bg_color: "#222222", qr_code_link: "" });
    expect(dark.json.errors).toMatchObject([{ field: "fg_color" }, { field: "qr_code_link" }]);
    const { json: image } = await desk.sendComponent(house, campaign, {});
    const other = await change(house, image.body.id, { qr_code_link: qr.qr_code_link, fg_color: "#112233" });
    expect(other.json.body).toMatchObject({ qr_code_link: null, fg_color: null });
  });

  it("twice concurrently keeps both changes", async () => {
    const { json } = await desk.sendComponent(house, campaign);
    const { id } = json.body;
    await Promise.all([change(house, id, { rarity: "11" }), change(house, id, { offsetX: "22" })]);
    const { components } = await desk.own(house, campaign);
    expect(components.find((one: { id: number }) => one.id === id)).toMatchObject({
      rarity: 11,
      offsetX: 22,
    });
  });

  it("must be its logged-in owner, and finds no component of another experience", async () => {
    const elsewhere = await desk.campaign(house, song);
    const [id = 0] = await desk.components(house, elsewhere, [{}]);
    expect((await change(house, id, { name: "X" })).status).toBe(404);
    expect((await change(other, id, { name: "X" }, elsewhere)).status).toBe(404);
    const nobody = await desk.call("PATCH", `drop/${elsewhere}/component/${id}`, multipart({ name: "X" }));
    expect(nobody.status).toBe(401);
    const wrong = await change(house, id, { name: "", rarity: "0" }, elsewhere);
    expect(wrong.json.errors.map(({ field }: { field: string }) => field)).toEqual(["name", "rarity"]);
    const gif = await change(house, id, { image: { content: Buffer.from("GIF89a") } }, elsewhere);
    expect(gif.json.errors).toEqual([{ field: "image", message: campaignTexts.image }]);
    expect(await names(elsewhere)).toEqual(["Part 1"]);
  });
});

describe("a publisher deleting a component", () => {
  it("removes it once", async () => {
    const id = await desk.campaign(house, song);
    const [one = 0, two = 0] = await desk.components(house, id, [{}, {}]);
    const answers = await Promise.all([remove(house, one, id), remove(house, one, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await names(id)).toEqual(["Part 2"]);
    expect((await remove(other, two, id)).status).toBe(404);
    expect((await desk.call("DELETE", `drop/${id}/${two}`)).status).toBe(401);
    expect((await remove(house, "two", id)).json.errors).toMatchObject([{ field: "componentId" }]);
    expect(await names(id)).toEqual(["Part 2"]);
  });
});

describe("components", () => {
  it.each([
    ["activation was requested", { state: "ACTIVATING" }],
    ["it is active", { state: "ACTIVE" }],
    ["it is completed", { state: "COMPLETED" }],
    ["it has a contract", { contract_address: "0x1" }],
    ["someone participates", { participants: 1 }],
    ["a spot is reserved", { taken: 1 }],
  ])("cannot be changed once %s", async (_, given) => {
    const id = await desk.campaign(house, song);
    const [part = 0] = await desk.components(house, id, [{}]);
    for (const [column, value] of Object.entries(given)) {
      await sql`update campaign set ${sql.ref(column)} = ${value} where id = ${id}`.execute(desk.context.db);
    }
    const answers = [
      await desk.sendComponent(house, id),
      await change(house, part, { name: "X" }, id),
      await remove(house, part, id),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
      Array.from({ length: 3 }, () => [409, "E0032"]),
    );
    expect(await names(id)).toEqual(["Part 1"]);
  });

  it("are counted as combinations, and missing images are reported", async () => {
    const id = await desk.campaign(house, song);
    const slots = ["1", "1", "1", "2", "2"].map((slot_number) => ({ slot_number }));
    const [first = 0] = await desk.components(house, id, [...slots, { ...qr, slot_number: "3" }]);
    const { campaign: seen, stats } = await desk.own(house, id);
    expect(seen).toMatchObject({ components: 6, possible_combinations: 6, possible_pictures: 6, needs: [] });
    await change(house, first, { max_permitted: "1" }, id);
    expect((await desk.own(house, id)).campaign).toMatchObject({
      possible_combinations: 6,
      possible_pictures: 5,
    });
    expect(stats.slots.map(({ total }: { total: number }) => total)).toEqual([3, 2, 1]);
    await sql`update component set image_id = null where id = ${first}`.execute(desk.context.db);
    expect((await desk.own(house, id)).campaign.needs).toEqual(["COMPONENT_WITHOUT_IMAGE"]);
  });

  it("of a random experience are images, whatever fields are sent", async () => {
    const id = await desk.campaign(house, song, { type: "RANDOM" });
    const photo = { component_type: "PRESELECTED", image: undefined };
    const sent = [...[qr, photo, qr, photo].map((part) => desk.sendComponent(house, id, part))];
    for (const { status, json } of await Promise.all(sent)) {
      expect([status, json.code]).toEqual([400, "E0007"]);
      const message = "The nine tiles of a random experience are images.";
      expect(json.errors).toEqual([{ field: "component_type", message }]);
    }
    expect(await names(id)).toEqual([]);
    expect((await desk.own(house, id)).campaign.images).toBe(0);
  });

  it("of a public wrap invalidate its pages when they change", async () => {
    const id = await desk.campaign(house, song);
    const pages = await desk.watchPages();
    await desk.components(house, id, [{}]);
    await expect.poll(pages.count).toBe(1);
    await pages.close();
  });
});
