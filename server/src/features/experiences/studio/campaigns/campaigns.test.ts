import { campaignTexts } from "@wrapsody/shared/experiences/campaigns.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
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
beforeAll(async () => {
  api = await openCampaignApi();
  [publisher, other] = [await api.addPublisher(), await api.addPublisher({ name: "Other Publisher" })];
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

async function count(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from campaign`.execute(
    api.context.db,
  );
  return rows[0]?.count ?? 0;
}

describe("a publisher creating an experience", () => {
  beforeEach(async () => {
    // The links of earlier tests are free again.
    await sql`update campaign set pretty_id = 'earlier-' || id`.execute(api.context.db);
  });

  it("gets an inactive one without a contract, with the form's defaults", async () => {
    const { status, json } = await api.sendCampaign(publisher, song, {
      name: "Low Water",
      network: undefined,
    });
    expect(status).toBe(200);
    expect(json.body).toMatchObject({
      name: "Low Water",
      pretty_id: "low-water",
      description: "",
      song_id: song,
      type: "GENERATIVE",
      max_nfts: 0,
      cost_per_nft: 0,
      reward_points: 1,
      is_public_mintable: true,
      network: "LINEA",
      is_active: false,
      contract_address: null,
      activated_at: null,
      nfts: 0,
      stage: "DRAFT",
      activation_problem: null,
      reward_level: null,
      components: 0,
      possible_combinations: 0,
      image: { width: 400, height: 400 },
    });
    expect(json.body.needs).toEqual(["NO_COMPONENTS", "NETWORK_UNAVAILABLE"]);
    expect((await api.events(publisher.id)).at(-1)).toEqual({
      kind: "campaign-created",
      detail: { campaign: json.body.id },
    });
  });

  it("can set every field and finds it by its link", async () => {
    const input = { name: "Ebb & Flow", description: "Nine tides.", type: "RANDOM", max_nfts: "40" };
    const more = { reward_points: "12", cost_per_nft: "4.35", is_public_mintable: "false" };
    const { json } = await api.sendCampaign(publisher, song, { ...input, ...more });
    const { campaign, components, stats } = await api.getOwnCampaign(publisher, "ebb-flow");
    expect(campaign).toEqual(json.body);
    expect(campaign).toMatchObject({
      description: "Nine tides.",
      type: "RANDOM",
      max_nfts: 40,
      reward_points: 12,
      cost_per_nft: 4.35,
      is_public_mintable: false,
      network: "LOCAL",
      needs: ["NEEDS_NINE_TILES"],
    });
    expect([components, stats]).toEqual([[], { nfts: 0, possibleCombinations: 0, slots: [] }]);
  });

  it("can use a name twice, and one that looks like a list's path", async () => {
    const first = await api.sendCampaign(publisher, song, { name: "Same" });
    const two = await api.sendCampaign(publisher, song, { name: "Same" });
    const list = await api.sendCampaign(publisher, song, { name: "NFTs" });
    const names = [first, two, list].map(({ json }) => json.body.pretty_id);
    expect(names).toEqual(["same", "same-2", "experience-nfts"]);
  });

  it("can upload a promo image of any shape, stored with at most 1200 pixels", async () => {
    const { json } = await api.sendCampaign(publisher, song, { promo_image: pngFile(2400, 600) });
    expect(json.body.image).toMatchObject({ width: 1200, height: 300 });
  });

  it("can add the promo image later: until then it is hidden and cannot be activated", async () => {
    const { status, json } = await api.sendCampaign(publisher, song, { promo_image: undefined });
    expect([status, json.body.image, json.body.promo_image]).toEqual([200, null, null]);
    const { id } = json.body;
    await api.createComponents(publisher, id, [{}]);
    expect((await api.getOwnCampaign(publisher, id)).campaign.needs).toEqual(["NO_PROMO_IMAGE"]);
    expect((await api.call("GET", `drop/${id}`)).status).toBe(404);
    const added = await api.patchCampaign(publisher, id, { promo_image: pngFile(300, 90) });
    expect(added.json.body).toMatchObject({ needs: [], image: { width: 300, height: 90 } });
    expect((await api.call("GET", `drop/${id}`)).status).toBe(200);
  });

  it("can name only a reward level of the same wrap", async () => {
    const level = await api.call("POST", `song/${song}/reward`, {
      ...bearer(publisher.token),
      payload: { name: "Crew", description: "For crew.", reward_points_earned: 5, reward_type: "CREDIT" },
    });
    const { id } = level.json.body;
    const right = await api.sendCampaign(publisher, song, { reward_level: String(id) });
    expect(right.json.body.reward_level).toBe(id);
    const wrong = await api.sendCampaign(publisher, song, { reward_level: String(id + 1) });
    expect([wrong.status, wrong.json.errors[0].field]).toEqual([400, "reward_level"]);
  });

  it("gets one for an idempotency key, however often it is sent, even concurrently", {
    retry: 0,
  }, async () => {
    const before = await count();
    const key = { "idempotency-key": "one-experience" };
    const sendOnce = () => api.sendCampaign(publisher, song, { name: "Once" }, key);
    const answers = [...(await Promise.all([sendOnce(), sendOnce()])), await sendOnce()];
    expect(new Set(answers.map(({ json }) => json.body.id)).size).toBe(1);
    expect(await count()).toBe(before + 1);
    const changed = await api.sendCampaign(publisher, song, { name: "Twice" }, key);
    expect([changed.status, changed.json.code]).toEqual([409, "E0029"]);
  });

  it("gets two without a key", async () => {
    const answers = await Promise.all([api.sendCampaign(publisher, song), api.sendCampaign(publisher, song)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ json }) => json.body.pretty_id)).size).toBe(2);
  });

  it("must be the wrap's logged-in owner", async () => {
    const before = await count();
    for (const reference of [song, 999_999, "not-there"]) {
      const { status, json } = await api.sendCampaign(other, reference);
      expect([status, json.code]).toEqual([404, "E0001"]);
    }
    const anonymous = await api.call(
      "POST",
      `drop/${song}`,
      multipart({ name: "X", promo_image: pngFile() }),
    );
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
    expect(await count()).toBe(before);
  });

  it("does not find a deleted wrap", async () => {
    const gone = await api.createDraft(publisher);
    await sql`update song set status = 'DELETED' where id = ${gone}`.execute(api.context.db);
    expect((await api.sendCampaign(publisher, gone)).status).toBe(404);
  });

  it.each<[string, Sent, string]>([
    ["name", { name: undefined }, campaignTexts.required],
    ["name", { name: "  " }, campaignTexts.required],
    ["name", { name: "x".repeat(121) }, "Please use at most 120 characters."],
    ["description", { description: "x".repeat(5_001) }, "Please use at most 5000 characters."],
    ["type", { type: "ODD" }, campaignTexts.required],
    ["network", { network: "MOON" }, campaignTexts.required],
    ["max_nfts", { max_nfts: "-1" }, "Please enter a number from 0 to 1000000."],
    ["max_nfts", { max_nfts: "many" }, "Please enter a whole number."],
    ["max_nfts", { max_nfts: "1.5" }, "Please enter a whole number."],
    ["reward_points", { reward_points: "1000001" }, "Please enter a number from 0 to 1000000."],
    ["cost_per_nft", { cost_per_nft: "-0.01" }, "Please enter an amount."],
    ["cost_per_nft", { cost_per_nft: "free" }, "Please enter an amount."],
    ["cost_per_nft", { cost_per_nft: "0.005" }, "Please use at most two decimals."],
    ["cost_per_nft", { cost_per_nft: "100001" }, "Please enter at most 100000."],
    ["max_nfts", { max_nfts: "" }, campaignTexts.required],
    ["max_nfts", { max_nfts: "1000001" }, "Please enter a number from 0 to 1000000."],
    ["reward_points", { reward_points: " " }, campaignTexts.required],
    ["cost_per_nft", { cost_per_nft: "" }, "Please enter an amount."],
    ["promo_image", { promo_image: { content: Buffer.from("GIF89a...") } }, campaignTexts.image],
    ["promo_image", { promo_image: { content: Buffer.alloc(2_000_001) } }, campaignTexts.image],
  ])("gets an error for %s", async (field, form, message) => {
    const before = await count();
    const answer = await api.sendCampaign(publisher, song, form);
    expect([400, 413]).toContain(answer.status);
    expect(answer.json.errors).toEqual([{ field, message }]);
    expect(await count()).toBe(before);
  });
});

describe("a publisher changing an experience", () => {
  it("changes only the fields that are sent, and the link keeps working", async () => {
    const id = await api.createCampaign(publisher, song, { name: "Before" });
    const { campaign: before } = await api.getOwnCampaign(publisher, id);
    const input = { name: "After", max_nfts: "7", cost_per_nft: "1.5", network: "POLYGON" };
    const { json } = await api.patchCampaign(publisher, id, {
      ...input,
      promo_image: pngFile(90, 40, "#118822"),
    });
    expect(json.body).toEqual({
      ...before,
      name: "After",
      max_nfts: 7,
      places: 7,
      places_left: 7,
      cost_per_nft: 1.5,
      network: "POLYGON",
      image: json.body.image,
      promo_image: json.body.promo_image,
      needs: ["NO_COMPONENTS", "NETWORK_UNAVAILABLE"],
    });
    expect(json.body.image).toMatchObject({ width: 90, height: 40 });
    const nothing = await api.patchCampaign(publisher, id, {});
    expect(nothing.json.body).toEqual(json.body);
  });

  it("removes the reward level with null", async () => {
    const id = await api.createCampaign(publisher, song);
    await sql`update campaign set reward_level = 7 where id = ${id}`.execute(api.context.db);
    const sent = multipart({ data: JSON.stringify({ reward_level: null }) }, bearer(publisher.token).headers);
    const { json } = await api.call("PATCH", `drop/${id}`, sent);
    expect(json.body.reward_level).toBeNull();
  });

  it.each(["ACTIVATING", "ACTIVE", "COMPLETED"])(
    "can no longer change what fans and the contract rely on when it is %s",
    async (state) => {
      const id = await api.createCampaign(publisher, song, { type: "FIXED_IMAGE" });
      await sql`update campaign set state = ${state} where id = ${id}`.execute(api.context.db);
      const bound = { type: "RANDOM", max_nfts: "9", cost_per_nft: "2", network: "POLYGON" };
      const more = { is_public_mintable: "false", reward_level: "1", promo_image: pngFile(70) };
      const refused = await api.patchCampaign(publisher, id, { ...bound, ...more });
      expect([refused.status, refused.json.code]).toEqual([409, "E0032"]);
      const fields = refused.json.errors.map(({ field }: { field: string }) => field);
      expect(fields.toSorted()).toEqual(Object.keys({ ...bound, ...more }).toSorted());
      const same = { type: "FIXED_IMAGE", max_nfts: "0", name: "Renamed", reward_points: "3" };
      const { status, json } = await api.patchCampaign(publisher, id, same);
      expect([status, json.body.name, json.body.reward_points]).toEqual([200, "Renamed", 3]);
    },
  );

  it("twice concurrently keeps both changes", { retry: 0 }, async () => {
    const id = await api.createCampaign(publisher, song);
    await Promise.all([
      api.patchCampaign(publisher, id, { description: "One." }),
      api.patchCampaign(publisher, id, { max_nfts: "3" }),
    ]);
    expect((await api.getOwnCampaign(publisher, id)).campaign).toMatchObject({
      description: "One.",
      max_nfts: 3,
    });
  });

  it("must be its logged-in owner and send valid values", async () => {
    const id = await api.createCampaign(publisher, song);
    expect((await api.patchCampaign(other, id, { name: "Mine" })).status).toBe(404);
    expect((await api.patchCampaign(publisher, "not-there", { name: "Mine" })).status).toBe(404);
    expect((await api.call("PATCH", `drop/${id}`, multipart({ name: "Mine" }))).status).toBe(401);
    const wrong = await api.patchCampaign(publisher, id, { name: "", max_nfts: "-2" });
    expect(wrong.json.errors.map(({ field }: { field: string }) => field)).toEqual(["name", "max_nfts"]);
    const picture = await api.patchCampaign(publisher, id, { promo_image: { content: Buffer.from("PDF") } });
    expect(picture.json.errors).toEqual([{ field: "promo_image", message: campaignTexts.image }]);
    expect((await api.getOwnCampaign(publisher, id)).campaign.name).toBe("Tide Tables");
  });
});

describe("GET my/dapps", () => {
  it("lists the caller's experiences in every state, filtered and sorted", async () => {
    const lister = await api.addPublisher({ name: "Lister" });
    const [wrap, second] = [await api.createDraft(lister), await api.addPublicWrap(lister)];
    for (const name of ["Cormorant", "Albatross", "Étoile"]) await api.createCampaign(lister, wrap, { name });
    const gone = await api.createCampaign(lister, second, { name: "Dodo" });
    await api.createCampaign(lister, second, { name: "Bittern" });
    await sql`update campaign set deleted_at = now() where id = ${gone}`.execute(api.context.db);
    const names = async (query: string) => {
      const { json } = await api.call("GET", `my/dapps${query}`, bearer(lister.token));
      return [json.body.total, ...json.body.data.map(({ name }: { name: string }) => name)];
    };
    expect(await names("?sortKey=name&sortDir=ASC")).toEqual([
      4,
      "Albatross",
      "Bittern",
      "Cormorant",
      "Étoile",
    ]);
    expect(await names(`?song_id==${second}`)).toEqual([1, "Bittern"]);
    expect(await names("?name~~etoi")).toEqual([1, "Étoile"]);
    await sql`update campaign set is_active = true where name = 'Étoile'`.execute(api.context.db);
    expect((await names("?sortKey=is_active&sortDir=DESC"))[1]).toBe("Étoile");
    expect((await names("?sortKey=created_at&sortDir=DESC"))[1]).toBe("Bittern");
    expect(await names("?limit=1&offset=1&sortKey=name&sortDir=ASC")).toEqual([4, "Bittern"]);
    const { json } = await api.call("GET", "my/dapps?limit=1&sortKey=name&sortDir=ASC", bearer(lister.token));
    expect(json.body.data[0].needs).toEqual(["SONG_NOT_PUBLIC", "NO_COMPONENTS"]);
  });

  it("excludes other users' experiences and requires a session", async () => {
    const ownCampaign = await api.createCampaign(publisher, song);
    const { json } = await api.call("GET", "my/dapps", bearer(other.token));
    expect(json.body).toEqual({ data: [], total: 0 });
    expect((await api.call("GET", `my/dapp/${ownCampaign}`, bearer(other.token))).status).toBe(404);
    for (const path of ["my/dapps", `my/dapp/${ownCampaign}`]) {
      expect((await api.call("GET", path)).json.code).toBe("E0002");
    }
    const wrong = await api.call("GET", "my/dapps?state==DRAFT", bearer(publisher.token));
    expect(wrong.status).toBe(400);
  });
});

describe("a public wrap's pages", () => {
  const readStatus = async (id: number) => (await api.call("GET", `drop/${id}`)).status;

  it("include a draft experience once it has a promo image", async () => {
    const [open, hidden] = [
      await api.createCampaign(publisher, song),
      await api.createCampaign(publisher, await api.createDraft(publisher)),
    ];
    expect([await readStatus(open), await readStatus(hidden)]).toEqual([200, 404]);
    await sql`update campaign set promo_image_id = null where id = ${open}`.execute(api.context.db);
    expect(await readStatus(open)).toBe(404);
  });

  it("are invalidated only when an experience of a public wrap is added or changed", async () => {
    const draft = await api.createDraft(publisher);
    const pages = api.watchPages();
    await api.createCampaign(publisher, draft);
    const id = await api.createCampaign(publisher, song);
    await api.patchCampaign(publisher, id, { name: "Renamed" });
    const change = [`experience:${id}`, "list:experiences"];
    expect(pages.changes).toEqual([change, change]);
    pages.close();
  });
});
