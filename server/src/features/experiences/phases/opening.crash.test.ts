import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../testing/fixtures/people.ts";
import { openPhaseApi, type PhaseApi } from "../../../testing/fixtures/phases.ts";

/** Concurrent fans, and the spots of the first phase. */
const FANS = 1_000;
const SPOTS = 120;
/** People who are signed up at once. */
const BATCH_SIZE = 50;

let api: PhaseApi;
let publisher: Publisher;
let song: number;
const crowd: Person[] = [];
const addresses = wallets(FANS, 400_000);
beforeAll(async () => {
  api = await openPhaseApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  while (crowd.length < FANS)
    crowd.push(...(await Promise.all(Array.from({ length: BATCH_SIZE }, () => api.join()))));
  // A thousand logins with the cost of a test's password hash take longer than a hook may.
});
afterAll(() => api.close());

type Book = { taken: number; orders: number; phase: number; in_phase: number; held_spots: number };

/** Counts the spots of an experience and its first phase in every way that they are recorded. */
async function readBook(id: number): Promise<Book> {
  const { rows } = await sql<Book>`
    select c.taken, f.taken as phase,
      (select count(*) from participation p where p.campaign_id = c.id and p.state not in ('EXPIRED', 'REFUNDED')) as orders,
      (select count(*) from participation p where p.phase_id = f.id and p.state not in ('EXPIRED', 'REFUNDED')) as in_phase,
      (select count(*) from waitlist_entry w where w.campaign_id = c.id and w.held_until is not null) as held_spots
    from campaign c join campaign_phase f on f.campaign_id = c.id
    where c.id = ${id} order by f.starts_at limit 1`.execute(api.context.db);
  const [book] = rows;
  if (book === undefined) throw new Error("the experience has no phase");
  return book;
}

async function order(at: number, id: number): Promise<string> {
  const person = crowd[at];
  if (person === undefined) throw new Error(`nobody is number ${at}`);
  const { status, json } = await api.createOrder(person, id, addresses[at] ?? "");
  return status === 200 ? "OK" : json.code;
}

const count = (codes: readonly string[], code: string) => codes.filter((each) => each === code).length;
const waitlist = (method: "POST" | "GET" | "DELETE", at: number, id: number) =>
  api.call(method, `drop/${id}/waitlist`, bearer(crowd[at]?.token ?? ""));

describe("the opening of a phase", () => {
  it("gives 1,000 concurrent fans exactly its spots, and its waitlist exactly the released ones", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(20, 20));
    const { status } = await api.putPhases(publisher, id, [
      { name: "Early", from: 10, to: 600, spots: SPOTS },
      { name: "Late", from: 600 },
    ]);
    expect(status).toBe(200);
    const early = await Promise.all(crowd.slice(0, 50).map((_, at) => order(at, id)));
    expect(count(early, "E0032")).toBe(50);

    api.context.clock.move(10 * 60);
    const codes = await Promise.all(crowd.map((_, at) => order(at, id)));
    expect([count(codes, "OK"), count(codes, "E0033")]).toEqual([SPOTS, FANS - SPOTS]);
    const allTaken = { taken: SPOTS, orders: SPOTS, phase: SPOTS, in_phase: SPOTS, held_spots: 0 };
    expect(await readBook(id)).toEqual(allTaken);
    // A fan with a spot gets the same order again.
    const winners = codes.flatMap((code, at) => (code === "OK" ? [at] : []));
    expect(count(await Promise.all(winners.map((at) => order(at, id))), "OK")).toBe(SPOTS);
    expect(await readBook(id)).toEqual(allTaken);

    const losers = codes.flatMap((code, at) => (code === "OK" ? [] : [at]));
    const waiting = losers.slice(0, 200);
    const joined = await Promise.all(waiting.map((at) => waitlist("POST", at, id)));
    expect(new Set(joined.map((answer) => answer.status))).toEqual(new Set([200]));

    // Every spot expires, while jobs run twice, and people who do not wait try to get one.
    await sql`delete from graphile_worker._private_jobs`.execute(api.context.db);
    api.context.clock.move(31 * 60);
    const jobs = ["expire-places", "advance-waitlists", "expire-places", "advance-waitlists"];
    const outsiders = losers.slice(200, 400);
    const [tries] = await Promise.all([
      Promise.all(outsiders.map((at) => order(at, id))),
      ...jobs.map((name) => api.runJob(name, {})),
    ]);
    expect(count(tries, "OK")).toBe(0);
    await api.runJob("expire-places", {});
    await api.runJob("advance-waitlists", {});
    expect(await readBook(id)).toEqual({ taken: SPOTS, orders: 0, phase: 0, in_phase: 0, held_spots: SPOTS });
    const mails = (await api.listJobs()).filter(({ name }: { name: string }) => name === "send-letter");
    expect(mails.length).toBe(SPOTS);

    // The first take their spots, leave, or do nothing, while others try again.
    const { rows } = await sql<{ account_id: string }>`
      select account_id from waitlist_entry where campaign_id = ${id} and held_until is not null order by id`.execute(
      api.context.db,
    );
    const holders = rows.map(({ account_id }) => crowd.findIndex((person) => person.id === account_id));
    const [taking, leaving] = [holders.slice(0, 60), holders.slice(60, 80)];
    const [took, left, others] = await Promise.all([
      Promise.all(taking.map((at) => order(at, id))),
      Promise.all(leaving.map((at) => waitlist("DELETE", at, id))),
      Promise.all(outsiders.map((at) => order(at, id))),
    ]);
    expect(count(took, "OK")).toBe(60);
    expect(left.every((answer) => answer.status === 200)).toBe(true);
    expect(count(others, "OK")).toBe(0);
    expect(await readBook(id)).toEqual({ taken: SPOTS, orders: 60, phase: 60, in_phase: 60, held_spots: 60 });

    // Held spots that are not taken pass down the waitlist. Once it is empty, they are free for everyone.
    for (const person of taking) expect(await order(person, id)).toBe("OK");
    await sql`update participation set expires_at = null, state = 'FULFILLED' where campaign_id = ${id} and state = 'RESERVED'`.execute(
      api.context.db,
    );
    api.context.clock.move(61 * 60);
    await api.runJob("advance-waitlists", {});
    const passed = await readBook(id);
    expect(passed.taken).toBe(passed.orders + passed.held_spots);
    api.context.clock.move(61 * 60);
    const rest = await Promise.all(losers.slice(200).map((at) => order(at, id)));
    await api.runJob("advance-waitlists", {});
    expect(count(rest, "OK")).toBe(SPOTS - 60);
    expect(await readBook(id)).toEqual(allTaken);
    // Two thousand requests of a loaded machine.
  });
});
