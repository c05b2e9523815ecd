import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { type CampaignApi, openCampaignApi } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";

let api: CampaignApi;
beforeAll(async () => {
  api = await openCampaignApi();
});
afterAll(() => api.close());

async function readChecklist({ token }: Person) {
  const { json } = await api.call("GET", "my/checklist", bearer(token));
  const { steps, ...links } = json.body;
  const states = steps.map(({ step, state }: { step: string; state: string }) => [step, state]);
  return { ...Object.fromEntries(states), ...links };
}

it("follows a publisher from the artist to the payout account", async () => {
  const { db } = api.context;
  const newcomer = await api.join();
  const nothing = { ARTIST: "TODO", SONG: "TODO", LISTING: "TODO", EXPERIENCE: "TODO", PAYOUT: "TODO" };
  expect(await readChecklist(newcomer)).toEqual({ ...nothing, artist: null, song: null });

  const publisher = await api.addPublisher();
  const artist = { id: publisher.artist, name: "Inês Corvacho" };
  const song = await api.createDraft(publisher);
  const started = { ...nothing, ARTIST: "DONE", artist };
  expect(await readChecklist(publisher)).toEqual({ ...started, song: { id: song, has_audio: false } });

  await api.setAudio(song);
  const recorded = { ...started, SONG: "DONE" };
  expect(await readChecklist(publisher)).toEqual({ ...recorded, song: { id: song, has_audio: true } });

  await sql`update song set status = 'IN_REVIEW' where id = ${song}`.execute(db);
  expect(await readChecklist(publisher)).toMatchObject({ LISTING: "WAITING", song: { id: song } });

  await sql`update song set status = 'HIDDEN', listed_at = now() where id = ${song}`.execute(db);
  const listed = { ...recorded, LISTING: "DONE", song: null };
  expect(await readChecklist(publisher)).toEqual(listed);

  await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(db);
  const campaign = await api.createCampaign(publisher, song);
  expect(await readChecklist(publisher)).toEqual(listed);
  await sql`update campaign set activated_at = now() where id = ${campaign}`.execute(db);
  expect(await readChecklist(publisher)).toEqual({ ...listed, EXPERIENCE: "DONE" });

  await sql`
    insert into payout_account (account_id, provider, external_id, is_ready, created_at, checked_at)
    values (${publisher.id}, 'SANDBOX', ${`acct_${publisher.id}`}, true, now(), now())`.execute(db);
  expect(await readChecklist(publisher)).toMatchObject({ PAYOUT: "DONE" });
  // The progress of one account leaves others unchanged.
  expect(await readChecklist(newcomer)).toEqual({ ...nothing, artist: null, song: null });
});

it("requires a session", async () => {
  expect((await api.call("GET", "my/checklist")).status).toBe(401);
});
