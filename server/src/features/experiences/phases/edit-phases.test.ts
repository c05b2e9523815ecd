import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer } from "../../../testing/fixtures/people.ts";
import { openPhaseApi, type PhaseApi } from "../../../testing/fixtures/phases.ts";

let api: PhaseApi;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openPhaseApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

const [wallet = ""] = wallets(1, 12_000);
const openCampaign = (form: Record<string, string> = {}) =>
  api.addActiveCampaign(publisher, song, form, grid(3, 3));
const problems = (answer: { json: { errors: { field: string; message: string }[] } }) =>
  answer.json.errors.map(({ field }) => field);

describe("the phases of an experience", () => {
  it("are replaced, shown by start, and make the current one's price that of the experience", async () => {
    const countChanges = async () =>
      (await api.events(publisher.id)).filter(({ kind }) => kind === "campaign-phases-changed").length;
    const before = await countChanges();
    const id = await openCampaign({ cost_per_nft: "9" });
    expect(await api.getPhases(publisher, id)).toEqual({ time_zone: null, phases: [] });
    const later = { name: "Public", from: 60, price: 5 };
    const sent = await api.putPhases(publisher, id, [later, { name: "Early", to: 30, price: 2, spots: 4 }]);
    expect(sent.status).toBe(200);
    expect(sent.json.body.time_zone).toBe("UTC");
    const [early, open] = sent.json.body.phases;
    expect([early, open]).toMatchObject([
      { name: "Early", price: 2, spots: 4, taken: 0, waiting: 0, audience: "EVERYONE" },
      { name: "Public", price: 5, spots: null, ends_at: null },
    ]);
    expect(await api.getPhases(publisher, id)).toEqual(sent.json.body);
    const campaign = await api.getCampaign(id);
    expect(campaign).toMatchObject({ cost_per_nft: 2, current_phase: early.id, next_phase: open.id });
    // Its publisher edits the price without phases.
    expect((await api.getOwnCampaign(publisher, id)).campaign.cost_per_nft).toBe(9);
    expect(campaign.phases).toMatchObject([
      { name: "Early", price: 2, spots: 4, spots_left: 4 },
      { name: "Public", spots: null, spots_left: 9 },
    ]);
    // A repeat keeps the ids, and an exchange of their times is possible.
    const rows = [
      { ...later, id: early.id, name: "Early" },
      { id: open.id, name: "Public", to: 30, price: 5 },
    ];
    const exchanged = await api.putPhases(publisher, id, rows);
    expect(exchanged.json.body.phases).toMatchObject([{ id: open.id }, { id: early.id }]);
    expect((await api.putPhases(publisher, id, [])).json.body.phases).toEqual([]);
    expect(await api.getCampaign(id)).toMatchObject({ cost_per_nft: 9, phases: [], current_phase: null });
    expect(await countChanges()).toBe(before + 3);
  });

  it("show the next price before opening and the last one afterwards", async () => {
    const id = await openCampaign();
    await api.putPhases(publisher, id, [
      { from: 10, to: 20, price: 3 },
      { from: 20, to: 30, price: 4 },
    ]);
    expect(await api.getCampaign(id)).toMatchObject({ cost_per_nft: 3, current_phase: null });
    api.context.clock.move(25 * 60);
    expect(await api.getCampaign(id)).toMatchObject({ cost_per_nft: 4 });
    api.context.clock.move(60 * 60);
    expect(await api.getCampaign(id)).toMatchObject({ cost_per_nft: 4, current_phase: null });
  });

  it("that are invalid are refused with the fields of every row, and nothing changes", async () => {
    const id = await openCampaign({ max_nfts: "5" });
    const refused = await api.putPhases(publisher, id, [
      { name: " ", price: 0.1, spots: 0 },
      { audience: "HOLDERS", experience: String(id), from: 5 },
      { audience: "CLAIMERS", from: 6 },
      { audience: "LIST", entries: ["", "nobody"], from: 7 },
    ]);
    expect(refused.status).toBe(400);
    expect(problems(refused)).toEqual(["phases.0.name", "phases.0.price", "phases.0.spots"]);
    const rows = await api.putPhases(publisher, id, [
      { audience: "HOLDERS", experience: String(id), from: 5, spots: 6 },
      { audience: "CLAIMERS", from: 6 },
      { audience: "LIST", entries: ["", "nobody"], from: 7 },
      { audience: "LIST", from: 8 },
    ]);
    expect(problems(rows)).toEqual([
      "phases.0.experience",
      "phases.0.spots",
      "phases.1.reward_id",
      "phases.2.entries",
      "phases.3.entries",
    ]);
    const spans = await api.putPhases(publisher, id, [
      { from: 0, to: 20 },
      { from: 10 },
      { from: 30, to: 25 },
    ]);
    expect(problems(spans)).toEqual(["phases.0.ends_at", "phases.2.ends_at"]);
    const skipped = { starts_at: "2027-03-28T02:30", ends_at: "2031-01-01T00:00" };
    const zones = await api.putPhases(publisher, id, [skipped], "Europe/Madrid");
    expect(problems(zones)).toEqual(["phases.0.starts_at", "phases.0.ends_at"]);
    expect(problems(await api.putPhases(publisher, id, [], "Mars"))).toEqual(["time_zone"]);
    expect((await api.putPhases(publisher, id, [{ id: 999_999 }])).json.code).toBe("E0005");
    expect((await api.getPhases(publisher, id)).phases).toEqual([]);
  });

  it("with taken spots keep their terms, but may end later, have more spots and another price", async () => {
    const id = await openCampaign();
    const [phase] = (await api.putPhases(publisher, id, [{ to: 30, spots: 2 }])).json.body.phases;
    const fan = await api.join();
    await api.reserve(fan, id, wallet);
    const change = (fields: object) =>
      api.putPhases(publisher, id, [{ to: 30, spots: 2, id: phase.id, ...fields }]);
    const refused = await change({ from: -5, audience: "LIST", entries: ["a@b.example"], spots: 1 });
    expect(refused.json.code).toBe("E0032");
    expect(problems(refused)).toEqual(["phases.0.starts_at", "phases.0.spots", "phases.0.audience"]);
    expect(problems(await api.putPhases(publisher, id, []))).toEqual(["phases"]);
    const raised = await change({ to: 45, spots: 3, price: 4, name: "Longer" });
    expect(raised.json.body.phases).toMatchObject([{ id: phase.id, spots: 3, price: 4, taken: 1 }]);
    // The price of the order was fixed when it was made.
    expect(await api.listOrders(id)).toMatchObject([{ total_cents: 0 }]);
  });

  it("are hidden from others, and lost by no concurrent change", { retry: 0 }, async () => {
    const id = await openCampaign();
    const stranger = await api.addPublisher();
    expect((await api.putPhases(stranger, id, [])).status).toBe(404);
    expect((await api.call("GET", `my/dapp/${id}/phases`, bearer(stranger.token))).status).toBe(404);
    expect((await api.call("GET", `my/dapp/${id}/phases`)).status).toBe(401);
    const twice = [{ name: "One" }, { name: "Two", from: 5 }];
    const answers = await Promise.all([
      api.putPhases(publisher, id, twice),
      api.putPhases(publisher, id, twice),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await api.getPhases(publisher, id)).phases).toMatchObject([{ name: "One" }, { name: "Two" }]);
    await api.call("PATCH", `drop/${id}/close`, bearer(publisher.token));
    expect((await api.putPhases(publisher, id, twice)).json.code).toBe("E0032");
  });
});
