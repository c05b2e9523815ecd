import { buffer } from "node:stream/consumers";
import { campaignLimits, campaignTexts } from "@wrapsody/shared/experiences/campaigns.ts";
import { qrColourTexts } from "@wrapsody/shared/experiences/colours.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { buildKey } from "../../../../platform/storage/key.ts";
import {
  type CampaignApi,
  openCampaignApi,
  type Publisher,
  type Sent,
} from "../../../../testing/fixtures/campaigns.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";
import { multipart } from "../../../../testing/http/multipart.ts";

let api: CampaignApi;
let publisher: Publisher;
let other: Publisher;
let song: number;
let campaign: number;
beforeAll(async () => {
  api = await openCampaignApi();
  [publisher, other] = [await api.addPublisher(), await api.addPublisher({ name: "Other Publisher" })];
  song = await api.addPublicWrap(publisher);
  campaign = await api.createCampaign(publisher, song);
});
afterAll(() => api.close());

const qr = { component_type: "QR_CODE", image: undefined, qr_code_link: "https://example.org/hello" };
const names = async (id: number) =>
  (await api.getOwnCampaign(publisher, id)).components.map(({ name }: { name: string }) => name);
const change = ({ token }: Publisher, component: number, form: Sent, of = campaign) =>
  api.call("PATCH", `drop/${of}/component/${component}`, multipart(form, bearer(token).headers));
const remove = ({ token }: Publisher, component: number | string, of: number | string = campaign) =>
  api.call("DELETE", `drop/${of}/${component}`, bearer(token));
const setState = (id: number, state: string) =>
  sql`update campaign set state = ${state} where id = ${id}`.execute(api.context.db);

describe("a publisher adding a component", () => {
  it("gets it as sent, with the form's defaults", async () => {
    const { status, json } = await api.sendComponent(publisher, campaign, { name: "Squall" });
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
    expect((await api.getOwnCampaign(publisher, campaign)).components).toContainEqual(json.body);
    const listed = await api.call("GET", `dapp/${campaign}/components`);
    expect(listed.json.body.data).toContainEqual(json.body);
  });

  it("can upload a layer of any shape, which keeps its transparency", async () => {
    const ring = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><circle cx="40" cy="40" r="30"/></svg>`;
    const content = await sharp(Buffer.from(ring)).png().toBuffer();
    const { json } = await api.sendComponent(publisher, campaign, { image: { content } });
    expect(json.body.image).toMatchObject({ width: 300, height: 80 });
    const stored = await buffer(await api.context.storage.read(buildKey(json.body.image.id, "png")));
    const { data, info } = await sharp(stored).raw().toBuffer({ resolveWithObject: true });
    expect([info.channels, data[3], data[(40 * 300 + 40) * 4 + 3]]).toEqual([4, 0, 255]);
  });

  it("can upload a large one, stored with 3600 pixels, up to a limit of 5000", async () => {
    const large = await api.sendComponent(publisher, campaign, { image: pngFile(4500, 100) });
    expect(large.json.body.image).toMatchObject({ width: 3600, height: 80 });
    const huge = await api.sendComponent(publisher, campaign, { image: pngFile(5001, 10) });
    expect(huge.json.errors[0].field).toBe("image");
    const shrunk = await api.sendComponent(publisher, campaign, {
      image: { content: Buffer.concat([pngFile(7200, 200).content, Buffer.alloc(3_000_000)]) },
      shrink: "true",
    });
    expect(shrunk.json.body).toMatchObject({
      image: { width: 3600, height: 100 },
      shrunk_bytes: expect.any(Number),
    });
  });

  it("needs no image for a code or photo, and none is stored", async () => {
    const code = await api.sendComponent(publisher, campaign, qr);
    expect(code.json.body).toMatchObject({
      component_type: "QR_CODE",
      qr_code_link: qr.qr_code_link,
      qr_code_width: 280,
      secure_link: true,
      fg_color: "#0a0a0a",
      bg_color: "#ffffff",
      image: null,
    });
    const photo = await api.sendComponent(publisher, campaign, { component_type: "PRESELECTED" });
    expect(photo.json.body).toMatchObject({ component_type: "PRESELECTED", image: null, qr_code_link: null });
  });

  it("gets one for an idempotency key, however often it is sent, even concurrently", {
    retry: 0,
  }, async () => {
    const id = await api.createCampaign(publisher, song);
    const sendOnce = () => api.sendComponent(publisher, id, { name: "Once" }, { "idempotency-key": "once" });
    const answers = [...(await Promise.all([sendOnce(), sendOnce()])), await sendOnce()];
    expect(new Set(answers.map(({ json }) => json.body.id)).size).toBe(1);
    expect(await names(id)).toEqual(["Once"]);
    await setState(id, "ACTIVE");
    expect((await sendOnce()).json.body).toEqual(answers[0]?.json.body);
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
    [
      "qr_code_link",
      { ...qr, qr_code_link: "https://bank.example@evil.example" },
      campaignTexts.qrLinkUnsafe,
    ],
    ["qr_code_link", { ...qr, qr_code_link: "https://user:pass@evil.example/" }, campaignTexts.qrLinkUnsafe],
    ["qr_code_link", { ...qr, qr_code_link: "https://:pass@evil.example/" }, campaignTexts.qrLinkUnsafe],
    [
      "qr_code_link",
      { ...qr, qr_code_link: "https://example.org/\r\nset-cookie: a=b" },
      campaignTexts.qrLinkUnsafe,
    ],
    ["qr_code_link", { ...qr, qr_code_link: "https://exam\nple.org/" }, campaignTexts.qrLinkUnsafe],
    ["qr_code_width", { ...qr, qr_code_width: "40" }, "Please enter a number from 160 to 900."],
    ["fg_color", { ...qr, fg_color: "red" }, "Please enter a colour as #rrggbb."],
    ["bg_color", { ...qr, bg_color: "#fff" }, "Please enter a colour as #rrggbb."],
    [
      "fg_color",
      { ...qr, fg_color: "#777777", bg_color: "#ffffff" },
      "These colours are too similar for a code to be scanned.",
    ],
    ["fg_color", { ...qr, fg_color: "#f3ecdb", bg_color: "#231c3d" }, qrColourTexts.inverted],
    ["fg_color", { ...qr, bg_color: "#000000" }, qrColourTexts.inverted],
  ])("gets an error for %s", async (field, form, message) => {
    const before = await names(campaign);
    const answer = await api.sendComponent(publisher, campaign, form);
    expect([400, 413]).toContain(answer.status);
    expect(answer.json.errors).toEqual([{ field, message }]);
    expect(await names(campaign)).toEqual(before);
  });

  it("gets an error if a code would be too small to scan", async () => {
    const long = { ...qr, qr_code_link: `https://example.org/${"x".repeat(400)}`, secure_link: "false" };
    const small = await api.sendComponent(publisher, campaign, { ...long, qr_code_width: "160" });
    expect(small.json.errors).toMatchObject([{ field: "qr_code_width" }]);
    const large = await api.sendComponent(publisher, campaign, { ...long, qr_code_width: "400" });
    expect(large.status).toBe(200);
  });

  it("must be its logged-in owner", async () => {
    for (const reference of [campaign, 999_999, "not-there"]) {
      const { status, json } = await api.sendComponent(other, reference);
      expect([status, json.code]).toEqual([404, "E0001"]);
    }
    const anonymous = await api.call("POST", `drop/${campaign}/component`, multipart({ name: "X" }));
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
  });

  it("can copy another one of the same experience with its image", async () => {
    const [id, elsewhere] = [
      await api.createCampaign(publisher, song),
      await api.createCampaign(publisher, song),
    ];
    const [original = 0] = await api.createComponents(publisher, id, [{ name: "Strap" }]);
    const copy = { name: "Strap 2", image: undefined, copy_of: String(original) };
    const { json } = await api.sendComponent(publisher, id, copy);
    const [stored, copied] = (await api.getOwnCampaign(publisher, id)).components;
    expect(copied).toEqual(json.body);
    expect([copied.name, copied.image]).toEqual(["Strap 2", stored.image]);
    const foreign = await api.sendComponent(publisher, elsewhere, copy);
    expect([foreign.status, foreign.json.code]).toEqual([404, "E0001"]);
    const [gone, wrong] = [{ copy_of: "999999" }, { copy_of: "strap" }];
    expect((await api.sendComponent(publisher, id, { ...copy, ...gone })).status).toBe(404);
    const result = await api.sendComponent(publisher, id, { ...copy, ...wrong });
    expect(result.json.errors).toMatchObject([{ field: "copy_of" }]);
    // A QR code component has no image, even if one is sent.
    const code = await api.sendComponent(publisher, id, { ...qr, copy_of: String(original) });
    expect(code.json.body.image).toBeNull();
    expect(await names(elsewhere)).toEqual([]);
  });

  it("can add as many as an experience may hold", async () => {
    const id = await api.createCampaign(publisher, song);
    await sql`
      insert into component (campaign_id, name, slot_number, layer_level, rarity)
      select ${id}::int, 'Part ' || n, 1, 1, 50 from generate_series(2, ${campaignLimits.components}::int) n`.execute(
      api.context.db,
    );
    const answers = await Promise.all([api.sendComponent(publisher, id), api.sendComponent(publisher, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await names(id)).length).toBe(campaignLimits.components);
  });
});

describe("a publisher changing a component", () => {
  it("changes only the fields that are sent", async () => {
    const { json: before } = await api.sendComponent(publisher, campaign, { name: "Moon", rarity: "20" });
    const { json } = await change(publisher, before.body.id, { rarity: "90", anchor_point: "BOTTOM_RIGHT" });
    expect(json.body).toEqual({ ...before.body, rarity: 90, anchor_point: "BOTTOM_RIGHT" });
    const picture = await change(publisher, before.body.id, { image: pngFile(77, 33, "#00aa44") });
    expect(picture.json.body).toMatchObject({ rarity: 90, image: { width: 77, height: 33 } });
  });

  it("keeps the kind and its required fields", async () => {
    const { json: code } = await api.sendComponent(publisher, campaign, qr);
    const kind = await change(publisher, code.body.id, { component_type: "IMAGE", secure_link: "false" });
    expect(kind.json.errors).toMatchObject([{ field: "component_type" }]);
    const open = await change(publisher, code.body.id, { secure_link: "false" });
    expect(open.json.body).toMatchObject({ component_type: "QR_CODE", secure_link: false });
    const none = await change(publisher, code.body.id, { qr_code_link: "" });
    expect(none.json.errors).toEqual([{ field: "qr_code_link", message: campaignTexts.qrLink }]);
    const unsafe = await change(publisher, code.body.id, { qr_code_link: "https://user:pass@example.org/" });
    expect(unsafe.json.errors).toEqual([{ field: "qr_code_link", message: campaignTexts.qrLinkUnsafe }]);
    const long = `https://example.org/${"x".repeat(400)}`;
    const small = await change(publisher, code.body.id, { qr_code_link: long, qr_code_width: "160" });
    expect(small.json.errors).toMatchObject([{ field: "qr_code_width" }]);
    const dark = await change(publisher, code.body.id, { bg_color: "#222222", qr_code_link: "" });
    expect(dark.json.errors).toMatchObject([{ field: "fg_color" }, { field: "qr_code_link" }]);
    // A component of before the rule stays as it is until it is changed.
    await sql`update component set fg_color = '#f3ecdb', bg_color = '#231c3d' where id = ${code.body.id}`.execute(
      api.context.db,
    );
    const { components } = await api.getOwnCampaign(publisher, campaign);
    expect(components.find(({ id }: { id: number }) => id === code.body.id)).toMatchObject({
      fg_color: "#f3ecdb",
    });
    const renamed = await change(publisher, code.body.id, { name: "Tide code" });
    expect(renamed.json.errors).toEqual([{ field: "fg_color", message: qrColourTexts.inverted }]);
    const swapped = await change(publisher, code.body.id, { fg_color: "#231c3d", bg_color: "#f3ecdb" });
    expect(swapped.json.body).toMatchObject({ fg_color: "#231c3d", bg_color: "#f3ecdb" });
    const { json: image } = await api.sendComponent(publisher, campaign, {});
    const other = await change(publisher, image.body.id, {
      qr_code_link: qr.qr_code_link,
      fg_color: "#112233",
    });
    expect(other.json.body).toMatchObject({ qr_code_link: null, fg_color: null });
  });

  it("twice concurrently keeps both changes", { retry: 0 }, async () => {
    const { json } = await api.sendComponent(publisher, campaign);
    const { id } = json.body;
    await Promise.all([change(publisher, id, { rarity: "11" }), change(publisher, id, { offsetX: "22" })]);
    const { components } = await api.getOwnCampaign(publisher, campaign);
    expect(components.find((item: { id: number }) => item.id === id)).toMatchObject({
      rarity: 11,
      offsetX: 22,
    });
  });

  it("must be its logged-in owner, and finds no component of another experience", async () => {
    const elsewhere = await api.createCampaign(publisher, song);
    const [id = 0] = await api.createComponents(publisher, elsewhere, [{}]);
    expect((await change(publisher, id, { name: "X" })).status).toBe(404);
    expect((await change(other, id, { name: "X" }, elsewhere)).status).toBe(404);
    const anonymous = await api.call("PATCH", `drop/${elsewhere}/component/${id}`, multipart({ name: "X" }));
    expect(anonymous.status).toBe(401);
    const wrong = await change(publisher, id, { name: "", rarity: "0" }, elsewhere);
    expect(wrong.json.errors.map(({ field }: { field: string }) => field)).toEqual(["name", "rarity"]);
    const gif = await change(publisher, id, { image: { content: Buffer.from("GIF89a") } }, elsewhere);
    expect(gif.json.errors).toEqual([{ field: "image", message: campaignTexts.image }]);
    expect(await names(elsewhere)).toEqual(["Part 1"]);
  });
});

describe("a publisher deleting a component", () => {
  it("removes it once", { retry: 0 }, async () => {
    const id = await api.createCampaign(publisher, song);
    const [first = 0, second = 0] = await api.createComponents(publisher, id, [{}, {}]);
    const answers = await Promise.all([remove(publisher, first, id), remove(publisher, first, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await names(id)).toEqual(["Part 2"]);
    expect((await remove(other, second, id)).status).toBe(404);
    expect((await api.call("DELETE", `drop/${id}/${second}`)).status).toBe(401);
    expect((await remove(publisher, "two", id)).json.errors).toMatchObject([{ field: "componentId" }]);
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
  ])("cannot be changed once %s", async (_, fields) => {
    const id = await api.createCampaign(publisher, song);
    const [part = 0] = await api.createComponents(publisher, id, [{}]);
    for (const [column, value] of Object.entries(fields)) {
      await sql`update campaign set ${sql.ref(column)} = ${value} where id = ${id}`.execute(api.context.db);
    }
    const answers = [
      await api.sendComponent(publisher, id),
      await change(publisher, part, { name: "X" }, id),
      await remove(publisher, part, id),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
      Array.from({ length: 3 }, () => [409, "E0032"]),
    );
    expect(await names(id)).toEqual(["Part 1"]);
  });

  it("are counted as combinations, and missing images are reported", async () => {
    const id = await api.createCampaign(publisher, song);
    const slots = ["1", "1", "1", "2", "2"].map((slot_number) => ({ slot_number }));
    const [first = 0] = await api.createComponents(publisher, id, [...slots, { ...qr, slot_number: "3" }]);
    const { campaign: seen, stats } = await api.getOwnCampaign(publisher, id);
    expect(seen).toMatchObject({ components: 6, possible_combinations: 6, possible_pictures: 6, needs: [] });
    await change(publisher, first, { max_permitted: "1" }, id);
    expect((await api.getOwnCampaign(publisher, id)).campaign).toMatchObject({
      possible_combinations: 6,
      possible_pictures: 5,
    });
    expect(stats.slots.map(({ total }: { total: number }) => total)).toEqual([3, 2, 1]);
    await sql`update component set image_id = null where id = ${first}`.execute(api.context.db);
    expect((await api.getOwnCampaign(publisher, id)).campaign.needs).toEqual(["COMPONENT_WITHOUT_IMAGE"]);
  });

  it("of a random experience are images, whatever fields are sent", async () => {
    const id = await api.createCampaign(publisher, song, { type: "RANDOM" });
    const photo = { component_type: "PRESELECTED", image: undefined };
    const sent = [...[qr, photo, qr, photo].map((part) => api.sendComponent(publisher, id, part))];
    for (const { status, json } of await Promise.all(sent)) {
      expect([status, json.code]).toEqual([400, "E0007"]);
      const message = "The nine tiles of a random experience are images.";
      expect(json.errors).toEqual([{ field: "component_type", message }]);
    }
    expect(await names(id)).toEqual([]);
    expect((await api.getOwnCampaign(publisher, id)).campaign.images).toBe(0);
  });

  it("of a public wrap invalidate its pages when they change", async () => {
    const id = await api.createCampaign(publisher, song);
    const pages = api.watchPages();
    await api.sendComponent(publisher, id);
    expect(pages.changes).toEqual([[`experience:${id}`]]);
    pages.close();
  });
});
