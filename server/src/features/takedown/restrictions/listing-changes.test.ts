import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { toLocalTime } from "@wrapsody/shared/text/time-zones.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allJobs } from "../../../features.ts";
import { sql } from "../../../platform/database/database.ts";
import { toTaskList } from "../../../platform/jobs/queue.ts";
import { bearer, joinAdministrator, type Person } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";

type Publisher = Person & { artist: number };
type Event = { data: { song_id: number; pretty_id: string; name: string; from: string; to: string } };

let studio: Studio;
let admin: Person;
let receiver: Server;
let url: string;
let received: Event["data"][];

beforeAll(async () => {
  studio = await openStudio();
  admin = await joinAdministrator(studio);
  receiver = createServer((request, response) => {
    void json(request).then((event) => {
      received.push((event as Event).data);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await studio.close();
});
beforeEach(() => {
  received = [];
});

async function addWrap(publisher: Publisher, name: string): Promise<number> {
  const song = await studio.createDraft(publisher, { name });
  await studio.setAudio(song);
  await submit(publisher, song);
  return song;
}
const submit = (publisher: Publisher, song: number) =>
  studio.call("POST", `song/${song}/listing`, bearer(publisher.token));
const subscribe = (publisher: Publisher, events = ["listing.changed"]) =>
  studio.call("POST", "my/webhook", { ...bearer(publisher.token), payload: { url, events } });
const asAdmin = (path: string, payload: object) =>
  studio.call("POST", `admin/${path}`, { ...bearer(admin.token), payload });
const suspend = ({ id }: Publisher) =>
  asAdmin(`user/${id}/suspension`, { ground: "terms", basis: "Section 4", reason: "Invented.", note: "" });
const reinstate = ({ id }: Publisher) => asAdmin(`user/${id}/suspension/end`, { reason: "They exist." });
const runJob = () => toTaskList(studio.context, allJobs)["report-listing-changes"]?.({}, undefined as never);

/** Restricts a wrap or an artist. Returns the restriction. */
async function restrict(kind: "wrap" | "artist", id: number): Promise<number> {
  const { json: sent } = await studio.call("POST", "report", {
    payload: {
      kind,
      id: String(id),
      problem: "other",
      explanation: "It is ours.",
      location: "All of it",
      name: "Réka Szabó",
      email: "rights@label.example",
      good_faith: true,
    },
  });
  const decision = {
    decision: "RESTRICT",
    kind,
    ground: "law",
    basis: "17 USC 512(c)",
    reason: "Not theirs.",
  };
  expect((await asAdmin(`report/${sent.body.id}`, decision)).status).toBe(200);
  const decided = await studio.call("GET", `admin/report/${sent.body.id}`, bearer(admin.token));
  return decided.json.body.restrictions[0].id;
}

/** The changes that arrived since the last call, in the order of the wraps' names. */
async function takeReceived() {
  await studio.runDueJobs();
  const taken = received.map(({ name, from, to }) => `${name}: ${from} to ${to}`).toSorted();
  received = [];
  return taken;
}

describe("listing.changed", () => {
  it("reports each wrap that a restriction of it, its artist or its account takes from the public, and its end", async () => {
    const publisher = await studio.addPublisher();
    const [lantern] = [await addWrap(publisher, "Lantern"), await addWrap(publisher, "Ferries")];
    const hidden = await addWrap(publisher, "Harbour");
    await studio.call("DELETE", `song/${hidden}/listing`, bearer(publisher.token));
    await studio.createDraft(publisher, { name: "Sketch" });
    await studio.runDueJobs();
    await subscribe(publisher);

    const restriction = await restrict("wrap", lantern);
    expect(await takeReceived()).toEqual(["Lantern: ACTIVE to RESTRICTED"]);
    // An existing restriction does not change.
    const ofArtist = await restrict("artist", publisher.artist);
    expect(await takeReceived()).toEqual(["Ferries: ACTIVE to RESTRICTED", "Harbour: HIDDEN to RESTRICTED"]);
    await asAdmin(`restriction/${restriction}/end`, { reason: "A licence was shown." });
    expect(await takeReceived()).toEqual([]);
    await asAdmin(`restriction/${ofArtist}/end`, { reason: "A licence was shown." });
    expect(await takeReceived()).toEqual([
      "Ferries: RESTRICTED to ACTIVE",
      "Harbour: RESTRICTED to HIDDEN",
      "Lantern: RESTRICTED to ACTIVE",
    ]);

    expect((await suspend(publisher)).status).toBe(200);
    expect(await takeReceived()).toEqual([
      "Ferries: ACTIVE to RESTRICTED",
      "Harbour: HIDDEN to RESTRICTED",
      "Lantern: ACTIVE to RESTRICTED",
    ]);
    expect((await reinstate(publisher)).status).toBe(200);
    expect(await takeReceived()).toHaveLength(3);
  });

  it("reports a deletion while restricted once", { retry: 0 }, async () => {
    const publisher = await studio.addPublisher();
    const song = await addWrap(publisher, "Lantern");
    await restrict("wrap", song);
    await studio.runDueJobs();
    await subscribe(publisher);
    expect((await studio.call("DELETE", `song/${song}`, bearer(publisher.token))).status).toBe(200);
    expect(await takeReceived()).toEqual([expect.stringMatching(/ to DELETED$/)]);
  });

  it("reports a scheduled wrap when it becomes public, once", { retry: 0 }, async () => {
    const publisher = await studio.addPublisher();
    const song = await studio.createDraft(publisher, { name: "Lantern" });
    await studio.setAudio(song);
    const from = new Date(Math.ceil(studio.context.clock.now().getTime() / 60_000 + 60) * 60_000);
    const payload = { listed_from: toLocalTime(from, "UTC"), time_zone: "UTC" };
    await studio.call("PUT", `song/${song}/schedule`, { ...bearer(publisher.token), payload });
    expect((await submit(publisher, song)).json.body.status).toBe("SCHEDULED");
    await studio.runDueJobs();
    await subscribe(publisher);
    studio.context.clock.move(3_600 + 60);
    const list = toTaskList(studio.context, allJobs)["list-scheduled-songs"];
    await Promise.all([list?.({}, undefined as never), list?.({}, undefined as never)]);
    expect(await takeReceived()).toEqual(["Lantern: SCHEDULED to ACTIVE"]);
  });

  it("records nothing for publishers without such an endpoint", async () => {
    const publisher = await studio.addPublisher();
    await addWrap(publisher, "Lantern");
    await subscribe(publisher, ["order.paid"]);
    await suspend(publisher);
    const { rows } = await sql`select from listing_change where account_id = ${publisher.id}`.execute(
      studio.context.db,
    );
    expect(rows).toEqual([]);
    expect(await takeReceived()).toEqual([]);
  });

  it("is stored once for each wrap of a large account, however often the job runs or is killed", {
    retry: 0,
  }, async () => {
    const publisher = await studio.addPublisher();
    const first = await addWrap(publisher, "Wrap 0");
    await subscribe(publisher);
    await studio.runDueJobs();
    const { db } = studio.context;
    await sql`
      insert into song (artist_id, artist, pretty_id, name, status)
      select artist_id, artist, 'wrap-of-many-' || n, 'Wrap ' || n, 'ACTIVE'
      from song, generate_series(1, 1200) n where id = ${first}`.execute(db);
    await suspend(publisher);
    const countWaiting = async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from listing_change`.execute(db);
      return rows[0]?.count;
    };
    expect(await countWaiting()).toBe(1201);

    // A batch that is rolled back, as by kill -9, is taken again.
    const killed = new Error("killed");
    const failing = {
      ...studio.context,
      queue: {
        enqueue: async () => {
          throw killed;
        },
      },
    };
    const run = toTaskList(failing, allJobs)["report-listing-changes"];
    await expect(run?.({}, undefined as never)).rejects.toThrow(killed);
    expect(await countWaiting()).toBe(1201);
    await Promise.all([runJob(), runJob(), runJob(), runJob()]);
    await runJob();
    expect(await countWaiting()).toBe(0);
    const { rows } = await sql<{ wraps: number; messages: number; deliveries: number }>`
      select count(distinct m.payload -> 'data' ->> 'song_id')::int as wraps, count(distinct m.id)::int as messages,
        count(*)::int as deliveries
      from webhook_message m join webhook_delivery d on d.message_id = m.id
      where m.account_id = ${publisher.id} and m.payload -> 'data' ->> 'to' = 'RESTRICTED'`.execute(db);
    expect(rows).toEqual([{ wraps: 1201, messages: 1201, deliveries: 1201 }]);
  });
});
