import { getNotifications, type Notification } from "@wrapsody/shared/accounts/notifications.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, makePremium, type Person } from "../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi } from "../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  // Otherwise the plan limits new wraps.
  await makePremium(api, publisher);
});
afterAll(() => api.close());

type Method = Parameters<FanApi["call"]>[0];
const send = (person: Person, method: Method, path: string, payload?: object) =>
  api.call(method, path, { ...bearer(person.token), ...(payload === undefined ? {} : { payload }) });

async function addFollower(of: Publisher = publisher): Promise<Person> {
  // After everything that was announced before.
  api.context.clock.move(1);
  const fan = await api.join();
  await send(fan, "PUT", `artist/${of.artist}/follow`);
  return fan;
}

/** Lists a new wrap, as its publisher does. */
async function listWrap(owner: Publisher): Promise<number> {
  const song = await api.createDraft(owner);
  await api.setAudio(song);
  await send(owner, "POST", `song/${song}/listing`);
  return song;
}

/** Runs the job that notifies the followers of what was announced. */
async function notifyFollowers(): Promise<void> {
  for (const { name, payload } of await api.listJobs())
    if (name === "notify-followers") await api.runJob(name, payload as object);
}

const read = async (fan: Person) => {
  const { json } = await send(fan, "GET", "my/notifications");
  return getNotifications.answer.parse(json.body);
};
const unread = async (fan: Person) => (await send(fan, "GET", "my/notifications/unread")).json.body.unread;
const kinds = async (fan: Person) => (await read(fan)).data.map(({ kind }: Notification) => kind);

describe("a follower", () => {
  it("is notified of a new wrap once, also when the job runs twice and the wrap is listed again", {
    retry: 0,
  }, async () => {
    const fan = await addFollower();
    const song = await listWrap(publisher);
    await Promise.all([notifyFollowers(), notifyFollowers()]);
    await notifyFollowers();
    const { data, unread: count } = await read(fan);
    expect(data).toMatchObject([{ kind: "WRAP", wrap: expect.any(String), is_read: false }]);
    expect(count).toBe(1);
    await send(publisher, "DELETE", `song/${song}/listing`);
    expect(await read(fan)).toMatchObject({ data: [], total: 0, unread: 0 });
    await send(publisher, "POST", `song/${song}/listing`);
    await notifyFollowers();
    expect(await kinds(fan)).toEqual(["WRAP"]);
  });

  it("is not notified of what was announced before they followed, or withdrawn before the job ran", async () => {
    const song = await listWrap(publisher);
    api.context.clock.move(1);
    const late = await addFollower();
    await notifyFollowers();
    expect(await kinds(late)).toEqual([]);
    const withdrawn = await listWrap(publisher);
    await send(publisher, "DELETE", `song/${withdrawn}/listing`);
    await notifyFollowers();
    expect(await kinds(late)).toEqual([]);
    expect(song).not.toBe(withdrawn);
  });

  it("is notified of a new experience, and once when at most a tenth of its spots is left", async () => {
    const fan = await addFollower();
    const song = await listWrap(publisher);
    const campaign = await api.addActiveCampaign(
      publisher,
      song,
      { name: "Tide", max_nfts: "20" },
      grid(5, 5),
    );
    await notifyFollowers();
    expect(await kinds(fan)).toEqual(["EXPERIENCE", "WRAP"]);
    const mint = async (first: number, count: number) => {
      const { json } = await api.mintToWallets(publisher, campaign, { wallets: wallets(count, first) });
      await api.runJob("fill-batch", { batchId: json.body.id });
      await notifyFollowers();
    };
    await mint(1, 17);
    expect(await kinds(fan)).toEqual(["EXPERIENCE", "WRAP"]);
    await mint(18, 1);
    await mint(19, 1);
    const { data } = await read(fan);
    expect(data).toMatchObject([
      { kind: "ALMOST_SOLD_OUT", experience: "Tide" },
      { kind: "EXPERIENCE", experience: "Tide" },
      { kind: "WRAP" },
    ]);
  });

  it("resumes a list of followers where a killed job stopped", { retry: 0 }, async () => {
    const other = await api.addPublisher({ name: "Many followers" });
    const { db } = api.context;
    await sql`
      with person as (insert into account (email, name)
        select 'crowd-' || ${other.artist}::int || '-' || n || '@wrapsody.example', 'Crowd' from generate_series(1, 1200) n returning id)
      insert into artist_follow (artist_id, account_id, created_at) select ${other.artist}::int, id, '2020-01-01' from person`.execute(
      db,
    );
    const song = await listWrap(other);
    // The second transaction fails, as it does when the process is killed.
    await sql`
      create or replace function fail_later() returns trigger language plpgsql as $$ begin
        if (select count(*) from notification n join announcement e on e.id = n.announcement_id
          where e.song_id = (select max(id) from song)) > 900 then raise 'killed'; end if;
        return null; end $$`.execute(db);
    await sql`create or replace trigger fail_later after insert on notification for each statement execute function fail_later()`.execute(
      db,
    );
    await expect(notifyFollowers()).rejects.toThrow("killed");
    await sql`drop trigger fail_later on notification`.execute(db);
    const count = async () => {
      const { rows } = await sql<{ all: number; accounts: number }>`
        select count(*)::int as "all", count(distinct account_id)::int as accounts
        from notification n join announcement e on e.id = n.announcement_id where e.song_id = ${song}`.execute(
        db,
      );
      return rows[0];
    };
    expect(await count()).toEqual({ all: 500, accounts: 500 });
    await notifyFollowers();
    expect(await count()).toEqual({ all: 1200, accounts: 1200 });
  });
});

describe("a fan", () => {
  it("is notified when their artwork is ready, and each time their claim is answered", async () => {
    const fan = await api.join();
    const song = await listWrap(publisher);
    const campaign = await api.addActiveCampaign(publisher, song, { name: "Own" }, grid(3, 3));
    await api.mintToWallets(publisher, campaign, { wallets: wallets(1, 40) });
    const { rows: batches } = await sql<{ id: number }>`select max(id) as id from mint_batch`.execute(
      api.context.db,
    );
    await api.runJob("fill-batch", { batchId: batches[0]?.id });
    await sql`update participant set account_id = ${fan.id} where campaign_id = ${campaign}`.execute(
      api.context.db,
    );
    const [participant] = await api.listParticipants(campaign);
    const rendered = { campaignId: campaign, participantId: participant?.id };
    await api.runJob("render-artwork", rendered);
    await api.runJob("render-artwork", rendered);
    expect((await read(fan)).data).toMatchObject([
      { kind: "ARTWORK", artwork: "Own No. 1", participant_id: participant?.id, image: expect.any(Object) },
    ]);
    const { json: level } = await send(publisher, "POST", `song/${song}/reward`, {
      name: "A seat by the window",
      description: "One ticket",
      reward_points_earned: 1,
      reward_type: "TICKET",
      details: "",
    });
    const { rows } = await sql<{ id: number }>`
      insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
      values (${level.body.id}, ${song}, ${fan.id}, 1, 'REQUESTED', now(), now()) returning id`.execute(
      api.context.db,
    );
    const answer = (state: string) => send(publisher, "PATCH", `claim/${rows[0]?.id}`, { state });
    await Promise.all([answer("CONTACTED"), answer("CONTACTED")]);
    await answer("FULFILLED");
    expect((await read(fan)).data).toMatchObject([
      { kind: "CLAIM", state: "FULFILLED", reward: "A seat by the window" },
      { kind: "CLAIM", state: "CONTACTED" },
      { kind: "ARTWORK" },
    ]);
  });

  it("marks one or all as read, but none that arrives meanwhile, and nobody else's", {
    retry: 0,
  }, async () => {
    const [fan, other] = [await addFollower(), await addFollower()];
    for (let count = 0; count < 3; count += 1) await listWrap(publisher);
    await notifyFollowers();
    const { data } = await read(fan);
    const [newest, second] = data;
    const patch = (person: Person, payload: object) =>
      send(person, "PATCH", `my/notification/${newest?.id}`, payload);
    const [first, again] = await Promise.all([patch(fan, { is_read: true }), patch(fan, { is_read: true })]);
    expect([first.json.body, again.json.body]).toEqual([{ unread: 2 }, { unread: 2 }]);
    expect((await patch(fan, { is_read: false })).json.body).toEqual({ unread: 3 });
    expect((await patch(other, { is_read: true })).json.code).toBe("E0001");
    expect((await patch(fan, { is_read: 1 })).json.errors[0].field).toBe("is_read");
    const readAll = await send(fan, "POST", "my/notifications/read", { until: second?.id });
    expect(readAll.json.body).toEqual({ unread: 1 });
    expect(await unread(other)).toBe(3);
    expect((await send(fan, "POST", "my/notifications/read", { until: 0 })).status).toBe(400);
    for (const [method, path] of [
      ["GET", "my/notifications"],
      ["GET", "my/notifications/unread"],
      ["PATCH", "my/notification/1"],
      ["POST", "my/notifications/read"],
    ] as const)
      expect((await api.call(method, path)).json.code).toBe("E0002");
  });

  it("finds them in the export, and loses them after 90 days", async () => {
    const fan = await addFollower();
    await listWrap(publisher);
    await notifyFollowers();
    const { json } = await send(fan, "GET", "my/data");
    expect(json.body.followers.notifications).toMatchObject([{ kind: "WRAP", read_at: null }]);
    const age = async (days: number) => {
      await sql`
        update notification set created_at = ${api.context.clock.now()}::timestamptz - ${days} * interval '1 day'
        where account_id = ${fan.id}`.execute(api.context.db);
      await api.runJob("delete-old-notifications", {});
    };
    await age(89);
    expect(await unread(fan)).toBe(1);
    await age(91);
    expect(await unread(fan)).toBe(0);
  });
});
