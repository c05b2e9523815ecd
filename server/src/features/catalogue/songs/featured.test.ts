import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { makePremium, openPeople, type People } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { featureWrapsJob } from "./featured.ts";

let people: People;
const hour = 3_600;

beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());
beforeEach(async () => void (await sql`update song set status = 'HIDDEN'`.execute(people.context.db)));

/** Publishes songs of one publisher, the first one first. */
async function publish(names: readonly string[], { premium }: { premium: boolean }): Promise<void> {
  const { db, clock } = people.context;
  const publisher = await people.join();
  if (premium) await makePremium(people, publisher, 30 * 24 * hour);
  for (const name of names) {
    clock.move(hour);
    const id = await addSong(db, { name, artist: `Of ${publisher.id}`, createdAt: clock.now() });
    await sql`update song set audio_key = ${`${name}.mp3`} where id = ${id}`.execute(db);
    await sql`update artist set owner_id = ${publisher.id} where id = (select artist_id from song where id = ${id})`.execute(
      db,
    );
  }
}

const featureWraps = () => featureWrapsJob.run(people.context, {});

async function featured(): Promise<string[]> {
  const { json } = await people.call("GET", "songs/featured?limit=2");
  return json.body.data.map(({ name }: { name: string }) => name);
}

it("two wraps of publishers with a premium plan are featured, each pair for a day, until all had their turn", async () => {
  await publish(["Glass Mango", "Harmattan", "Moth Hours"], { premium: true });
  await publish(["Umbrella Season"], { premium: false });
  await featureWraps();
  const first = await featured();
  expect(first.toSorted()).toEqual(["Harmattan", "Moth Hours"]);
  people.context.clock.move(23 * hour);
  await featureWraps();
  expect(await featured()).toEqual(first);
  people.context.clock.move(2 * hour);
  await featureWraps();
  expect(await featured()).toContain("Glass Mango");
  expect(await featured()).not.toContain("Umbrella Season");
});

it("one that is public no more makes room for another, and concurrent jobs fill it once", {
  retry: 0,
}, async () => {
  await publish(["Sodium", "Salt Meridian", "Low Tide", "Night Bus"], { premium: true });
  await Promise.all([featureWraps(), featureWraps(), featureWraps()]);
  expect((await featured()).toSorted()).toEqual(["Low Tide", "Night Bus"]);
  await sql`update song set status = 'HIDDEN' where name = 'Night Bus'`.execute(people.context.db);
  await featureWraps();
  expect((await featured()).toSorted()).toEqual(["Low Tide", "Salt Meridian"]);
});

it("features no wrap of a publisher without a premium plan, and keeps the last one if no publisher has a plan", async () => {
  await publish(["Fernhouse"], { premium: false });
  await featureWraps();
  expect(await featured()).toEqual([]);
  await publish(["Lamp Room"], { premium: true });
  await featureWraps();
  expect(await featured()).toEqual(["Lamp Room"]);
  people.context.clock.move(40 * 24 * hour);
  await featureWraps();
  expect(await featured()).toEqual(["Lamp Room"]);
});
