import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, type MintingApi, openMintingApi, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";

let api: MintingApi;
let publisher: Publisher;
let other: Publisher;
let song: number;
beforeAll(async () => {
  api = await openMintingApi();
  [publisher, other] = [await api.addPublisher(), await api.addPublisher({ name: "Other Publisher" })];
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

const failures = (id: number, person: Person | undefined = publisher, query = "") =>
  api.call("GET", `my/dapp/${id}/failures${query}`, person === undefined ? {} : bearer(person.token));
const retryArtwork = (id: number, participant: number | undefined, person: Person | undefined = publisher) =>
  api.call(
    "POST",
    `drop/${id}/participant/${participant}/mint`,
    person === undefined ? {} : bearer(person.token),
  );
const batch = async (id: number) =>
  (await api.call("GET", `my/dapp/${id}/mints`, bearer(publisher.token))).json.body.data[0];
const mails = () => api.mails.mails(publisher.email).filter(({ subject }) => subject?.includes("minted"));

/** Draws artworks for wallets of a new experience, without composing them. */
async function drawn(count: number, parts = grid(3, 3)) {
  const id = await api.addActiveCampaign(publisher, song, {}, parts);
  const { json } = await api.mintToWallets(publisher, id, { wallets: wallets(count) });
  await api.runJob("fill-batch", { batchId: json.body.id });
  return { id, batchId: json.body.id, participants: await api.listParticipants(id) };
}

/** Moves the file of a component's image away or back. */
const moveState = (campaign: number, from: string, to: string) =>
  sql`
    update image set storage_key = replace(storage_key, ${from}, ${to})
    where id in (select image_id from component where campaign_id = ${campaign})`.execute(api.context.db);

describe("an artwork whose image cannot be composed", () => {
  it("fails after ten attempts, ends its batch, and is created on a retry", { retry: 0 }, async () => {
    const { id, participants: stored } = await drawn(1, [
      { image: pngFile(60, 60, `#${randomBytes(3).toString("hex")}`) },
    ]);
    const [participant] = stored;
    const render = () => api.runJob("render-artwork", { campaignId: id, participantId: participant?.id });
    const state = async () => (await api.listParticipants(id))[0]?.state;
    await moveState(id, ".", "-gone.");
    for (let time = 1; time < 10; time += 1) await expect(render()).rejects.toThrow();
    expect([await state(), (await batch(id)).finished_at]).toEqual(["DRAWN", null]);
    expect((await failures(id)).json.body).toEqual({ data: [], total: 0 });
    await Promise.all([render(), render()]);
    expect(await state()).toBe("FAILED");
    await render();
    const now = api.context.clock.now().toISOString();
    expect(await batch(id)).toMatchObject({ places: 1, minted: 0, failed: 1, finished_at: now });
    const problem = "A picture that it is made of cannot be read.";
    const { json } = await failures(id);
    expect(json.body).toMatchObject({
      data: [
        { participant_id: participant?.id, batch_line: 1, owner_wallet_address: wallets(1)[0], problem },
      ],
      total: 1,
    });

    await moveState(id, "-gone.", ".");
    await sql`delete from graphile_worker._private_jobs where task_id in (
      select id from graphile_worker._private_tasks where identifier = 'render-artwork')`.execute(
      api.context.db,
    );
    expect(
      (await Promise.all([retryArtwork(id, participant?.id), retryArtwork(id, participant?.id)])).map(
        ({ status }) => status,
      ),
    ).toEqual([200, 200]);
    expect((await api.listJobs()).filter(({ name }) => name === "render-artwork").length).toBe(1);
    expect([await state(), (await batch(id)).finished_at]).toEqual(["DRAWN", null]);
    await render();
    await api.completeMints(id);
    expect(await batch(id)).toMatchObject({ minted: 1, failed: 0, finished_at: now });
  });
});

describe("a line for which no combination was left", () => {
  it("is listed among the failures by its address and cannot be retried", async () => {
    const id = await api.addActiveCampaign(publisher, song, { name: "Neap" }, grid(2, 2));
    const { json: sent } = await api.mintToWallets(publisher, id, { wallets: wallets(3) });
    // Uses up the component in a way that no list can foresee.
    await sql`update component set max_permitted = 1 where campaign_id = ${id}`.execute(api.context.db);
    await api.runJob("fill-batch", { batchId: sent.body.id });
    const participants = (await api.listParticipants(id)).map(({ owner_wallet_address: wallet }) => wallet);
    const undrawn = wallets(3).filter((wallet) => !participants.includes(wallet));
    expect(undrawn.length).toBeGreaterThan(0);
    const { json } = await failures(id, publisher, "?sortDir=ASC");
    expect(json.body).toEqual({
      total: undrawn.length,
      data: undrawn.map((wallet) => ({
        participant_id: null,
        name: "Neap",
        owner_wallet_address: wallet,
        batch_id: sent.body.id,
        batch_line: wallets(3).indexOf(wallet) + 1,
        problem: "Nothing was left to draw.",
        created_at: api.context.clock.now().toISOString(),
      })),
    });
    const filtered = await failures(id, publisher, `?batch_id==${sent.body.id + 1}`);
    expect(filtered.json.body.total).toBe(0);
    await api.runDueJobs();
    await api.completeMints(id);
    await api.runDueJobs();
    const result = api.mails.mails(publisher.email).find(({ text }) => text?.includes("“Neap”"));
    expect(result?.subject).toBe("Not all of your artworks are minted");
    expect(result?.text).toMatch(/\/my\/experiences\/neap[^/\s]*\/mint/);
  });
});

describe("an artwork that the chain rejected", () => {
  it("is minted to the same wallet when its publisher retries it, and no email is sent twice", {
    retry: 0,
  }, async () => {
    const { id } = await drawn(2);
    await api.runDueJobs();
    const before = mails().length;
    await api.completeMints(id, { ok: false, problem: "The receiver's address cannot hold tokens." });
    await api.runDueJobs();
    expect([await batch(id), mails().length]).toMatchObject([
      { failed: 2, finished_at: expect.any(String) },
      before + 1,
    ]);
    const { json } = await failures(id, publisher, "?sortDir=ASC");
    const [first, second] = json.body.data;
    expect([first.problem, second.batch_line]).toEqual(["The receiver's address cannot hold tokens.", 2]);
    expect((await failures(id, publisher, `?batch_id==${first.batch_id + 1}`)).json.body.total).toBe(0);

    await sql`update chain_mint set state = 'FAILED' where token_id = ${first.participant_id}`.execute(
      api.context.db,
    );
    await Promise.all([retryArtwork(id, first.participant_id), retryArtwork(id, first.participant_id)]);
    const states = async () => (await api.listParticipants(id)).map(({ state }) => state);
    expect(await states()).toEqual(["MINTING", "FAILED"]);
    const { rows } = await sql`
      select state, owner from chain_mint where token_id = ${first.participant_id}`.execute(api.context.db);
    expect(rows).toEqual([{ state: "WAITING", owner: first.owner_wallet_address }]);
    expect(await batch(id)).toMatchObject({ failed: 1, minted: 0, finished_at: null });
    const payload = { campaignId: id, participantId: first.participant_id };
    await api.runJob("participant-minted", {
      ...payload,
      outcome: { ok: true, hash: `0x${"3".repeat(64)}` },
    });
    expect(await states()).toEqual(["MINTED", "FAILED"]);
    expect(await batch(id)).toMatchObject({ failed: 1, minted: 1, finished_at: expect.any(String) });
    expect((await retryArtwork(id, first.participant_id)).status).toBe(200);
    expect(await states()).toEqual(["MINTED", "FAILED"]);
    expect(mails().length).toBe(before + 1);
  });

  it("is visible only to its publisher", async () => {
    const { id, participants: stored } = await drawn(1);
    const [participant] = stored;
    await api.completeMints(id, { ok: false, problem: "No." });
    for (const person of [undefined, other]) {
      const status = person === undefined ? 401 : 404;
      const session = person === undefined ? {} : bearer(person.token);
      expect((await api.call("GET", `my/dapp/${id}/failures`, session)).status).toBe(status);
      const path = `drop/${id}/participant/${participant?.id}/mint`;
      expect((await api.call("POST", path, session)).status).toBe(status);
    }
    expect((await retryArtwork(id, 999_999_999)).status).toBe(404);
    const { id: elsewhere } = await drawn(1);
    expect((await retryArtwork(elsewhere, participant?.id)).status).toBe(404);
  });
});

it("a submitted list of wallets is recorded", async () => {
  const { id } = await drawn(2);
  const events = await api.events(publisher.id);
  expect(events.filter(({ kind }) => kind === "campaign-minted").at(-1)).toEqual({
    kind: "campaign-minted",
    detail: { campaign: id, places: 2 },
  });
});
