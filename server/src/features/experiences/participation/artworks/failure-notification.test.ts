import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi, type Proof } from "../../../../testing/fixtures/taking-part.ts";

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

const [wallet = "", second = ""] = wallets(2, 95_000);
const refused = { ok: false, problem: "The receiver's address cannot hold tokens." };
const minted = { ok: true, hash: `0x${"4".repeat(64)}` };

const artwork = ({ orderId, code }: Proof) =>
  api.call("GET", `payment/${orderId}/artwork?code=${encodeURIComponent(code)}`);
const subjects = () =>
  api.mails
    .mails(publisher.email)
    .map(({ subject }) => subject)
    .filter((subject) => subject === "An artwork couldn’t be created");

/** Confirms a spot and returns the number of its artwork. */
async function orderArtwork(
  campaign: number,
  address: string,
): Promise<{ proof: Proof; participantId: number }> {
  const proof = await api.reserve(fan, campaign, address);
  await api.confirmOrder(proof);
  await api.runDueJobs();
  const { json } = await artwork(proof);
  if (json.body === undefined) throw new Error(JSON.stringify(json));
  return { proof, participantId: json.body.participant.id };
}

const completeMint = (campaignId: number, participantId: number, outcome: object) =>
  api.runJob("participant-minted", { campaignId, participantId, outcome });
const mintAgain = (campaign: number, participant: number) =>
  api.call("POST", `drop/${campaign}/participant/${participant}/mint`, bearer(publisher.token));

describe("an order's artwork", () => {
  it("is shown by the order's code as drawn, failed, and minted after a retry", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(3, 3));
    const { proof, participantId } = await orderArtwork(id, wallet);
    expect((await artwork(proof)).json.body).toMatchObject({
      participant: { id: participantId, minted_at: null, image: { width: 900 } },
      failed: false,
    });
    await completeMint(id, participantId, refused);
    expect((await artwork(proof)).json.body).toMatchObject({
      participant: { minted_at: null },
      failed: true,
    });
    const next = await orderArtwork(id, wallet);
    await completeMint(id, next.participantId, minted);
    const now = api.context.clock.now().toISOString();
    expect((await artwork(next.proof)).json.body).toMatchObject({
      participant: { id: next.participantId, minted_at: now },
      failed: false,
    });
    expect((await artwork(proof)).json.body.failed).toBe(true);
  });

  it("is hidden without the code, and empty until the spot is confirmed", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(3, 3));
    const proof = await api.reserve(fan, id, second);
    expect((await artwork(proof)).json.body).toEqual({ participant: null, failed: false });
    for (const wrong of [
      { ...proof, code: "guess" },
      { ...proof, orderId: "none" },
    ])
      expect(await artwork(wrong)).toMatchObject({ status: 400, json: { code: "E0035" } });
    const none = await api.call("GET", `payment/${proof.orderId}/artwork`);
    expect(none.json.errors).toMatchObject([{ field: "code" }]);
  });
});

describe("the publisher of an experience with failed artworks", () => {
  it("gets one email for any number of failures, and another one after resolving them", {
    retry: 0,
  }, async () => {
    const id = await api.addActiveCampaign(publisher, song, { name: "Breakwater" }, grid(3, 3));
    const before = subjects().length;
    const places = [await orderArtwork(id, wallet), await orderArtwork(id, second)];
    for (const { participantId } of places) await completeMint(id, participantId, refused);
    await api.runDueJobs();
    await Promise.all([1, 2, 3].map(() => api.runJob("tell-failures", { campaignId: id })));
    await api.runDueJobs();
    expect(subjects().length).toBe(before + 1);
    const text = api.mails.mails(publisher.email).at(-1)?.text ?? "";
    expect(text).toContain("Breakwater");
    expect(text).toMatch(/\/my\/experiences\/[^/]+\/mint/);

    const [first] = places;
    expect((await mintAgain(id, first?.participantId ?? 0)).status).toBe(200);
    await api.runDueJobs();
    await completeMint(id, first?.participantId ?? 0, refused);
    await api.runDueJobs();
    expect(subjects().length).toBe(before + 2);
  });

  it("gets none if a failed artwork is retried before it is sent", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(3, 3));
    const before = subjects().length;
    const { participantId } = await orderArtwork(id, wallet);
    await completeMint(id, participantId, minted);
    await api.runJob("tell-failures", { campaignId: id });
    await api.runDueJobs();
    expect(subjects().length).toBe(before);
  });
});
