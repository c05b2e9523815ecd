import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, type Person, password } from "../../../testing/fixtures/people.ts";
import { openPhaseApi, type PhaseApi, type PhaseForm } from "../../../testing/fixtures/phases.ts";

let api: PhaseApi;
let publisher: Publisher;
let song: number;
let [holder, first, second, outsider]: Person[] = [];
beforeAll(async () => {
  api = await openPhaseApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
beforeEach(async () => {
  [holder, first, second, outsider] = await Promise.all([api.join(), api.join(), api.join(), api.join()]);
  // Of earlier tests, whose orders expire now.
  await sql`delete from waitlist_entry`.execute(api.context.db);
  await sql`delete from graphile_worker._private_jobs`.execute(api.context.db);
});
afterAll(() => api.close());

const addresses = wallets(60, 15_000);
let next = 0;
const wallet = () => {
  next += 1;
  return addresses[next] ?? "";
};

const on = (method: "GET" | "POST" | "DELETE", id: number, person?: Person) =>
  api.call(method, `drop/${id}/waitlist`, person === undefined ? {} : bearer(person.token));
const state = async (id: number, person: Person | undefined) => (await on("GET", id, person)).json.body.state;
const order = (person: Person | undefined, id: number) => api.createOrder(person, id, wallet());
const mails = async () =>
  (await api.listJobs()).filter(({ name }: { name: string }) => name === "send-letter").length;
const expireOrders = async () => {
  api.context.clock.move(31 * 60);
  await api.runJob("expire-places", {});
};

/** A sold-out experience whose only spot is reserved by `holder`. */
async function sellOut(form: Record<string, string> = {}, phases?: readonly PhaseForm[]): Promise<number> {
  const id = await api.addActiveCampaign(publisher, song, { max_nfts: "1", ...form }, grid(3, 3));
  if (phases !== undefined) expect((await api.putPhases(publisher, id, phases)).status).toBe(200);
  expect((await order(holder, id)).status).toBe(200);
  return id;
}

describe("the waitlist", () => {
  it("holds a released spot for the first, mails them once, and gives it to nobody else", {
    retry: 0,
  }, async () => {
    const id = await sellOut();
    expect(await state(id, first)).toBe("NONE");
    expect((await on("POST", id, first)).json.body).toEqual({ state: "WAITING", held_until: null });
    await on("POST", id, second);
    expect(await mails()).toBe(0);
    await expireOrders();
    const until = new Date(api.context.clock.now().getTime() + 60 * 60_000).toISOString();
    expect((await on("GET", id, first)).json.body).toEqual({ state: "HELD", held_until: until });
    expect([await state(id, second), await mails()]).toEqual(["WAITING", 1]);
    expect((await order(outsider, id)).json.code).toBe("E0033");
    expect((await order(second, id)).json.code).toBe("E0033");
    expect((await api.mintToWallets(publisher, id, { wallets: [wallet()] })).json.code).toBe("E0033");
    expect((await api.getAccess(id, first)).json.body.access).toBe("OPEN");
    expect((await api.getAccess(id, outsider)).json.body.access).toBe("SOLD_OUT");
    // Repeated jobs hold nothing twice.
    await Promise.all([1, 2, 3].map(() => api.runJob("advance-waitlists", {})));
    expect([await mails(), (await api.countSpots(id)).taken]).toEqual([1, 1]);
    expect((await order(first, id)).status).toBe(200);
    expect([await state(id, first), await api.countSpots(id)]).toEqual([
      "NONE",
      { taken: 1, reserved: 1, participants: 0 },
    ]);
  });

  it("gives a spot that was held in vain to the next, and nobody once it is empty", async () => {
    const id = await sellOut();
    for (const person of [first, second]) await on("POST", id, person);
    await expireOrders();
    api.context.clock.move(60 * 60);
    // The held spot is over for the first, before any job has run.
    expect(await state(id, first)).toBe("NONE");
    await api.runJob("advance-waitlists", {});
    expect([await state(id, second), await mails()]).toEqual(["HELD", 2]);
    expect((await order(first, id)).json.code).toBe("E0033");
    await on("DELETE", id, second);
    expect((await on("DELETE", id, second)).status).toBe(200);
    expect((await api.countSpots(id)).taken).toBe(0);
    expect((await order(outsider, id)).status).toBe(200);
  });

  it("is joined only while sold out, with a session, and once", { retry: 0 }, async () => {
    const id = await api.addActiveCampaign(publisher, song, { max_nfts: "1" }, grid(2, 2));
    expect((await on("POST", id, first)).json.code).toBe("E0032");
    await order(holder, id);
    expect((await on("POST", id)).status).toBe(401);
    expect((await on("POST", 999_999, first)).status).toBe(404);
    const twice = await Promise.all([on("POST", id, first), on("POST", id, first)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await sql`select from waitlist_entry where campaign_id = ${id}`.execute(api.context.db);
    expect(rows.length).toBe(1);
    await api.call("PATCH", `drop/${id}/close`, bearer(publisher.token));
    await api.runJob("advance-waitlists", {});
    expect([await state(id, first), (await on("POST", id, second)).json.code]).toEqual(["NONE", "E0032"]);
  });

  it("of a phase admits its audience, holds no longer than the phase, and ends with it", async () => {
    const entries = [holder?.email, first?.email, second?.email];
    const id = await sellOut({ max_nfts: "5" }, [
      { spots: 1, to: 60, audience: "LIST", entries, price: 0 },
      { from: 60, name: "Everyone" },
    ]);
    expect((await on("POST", id, outsider)).json.code).toBe("E0034");
    for (const person of [first, second]) await on("POST", id, person);
    expect((await api.getPhases(publisher, id)).phases).toMatchObject([{ taken: 1, waiting: 2 }, {}]);
    await expireOrders();
    const { held_until } = (await on("GET", id, first)).json.body;
    const [phase] = (await api.getPhases(publisher, id)).phases;
    expect(Date.parse(held_until)).toBe(Date.parse(phase.ends_at));
    expect([phase.taken, phase.waiting]).toEqual([1, 1]);
    expect((await order(second, id)).json.code).toBe("E0033");
    expect((await order(first, id)).status).toBe(200);
    expect((await api.getPhases(publisher, id)).phases[0].taken).toBe(1);
    api.context.clock.move(60 * 60);
    await api.runJob("advance-waitlists", {});
    expect(await state(id, second)).toBe("NONE");
    expect((await order(second, id)).status).toBe(200);
  });

  it("gets the spots that the publisher adds to a phase", async () => {
    const id = await sellOut({ max_nfts: "3" }, [{ spots: 1 }]);
    for (const person of [first, second]) await on("POST", id, person);
    const [phase] = (await api.getPhases(publisher, id)).phases;
    const { starts_at } = phase;
    const raised = { id: phase.id, starts_at: starts_at.slice(0, 16), spots: 2 };
    expect((await api.putPhases(publisher, id, [raised])).status).toBe(200);
    expect([await state(id, first), await state(id, second), await mails()]).toEqual(["HELD", "WAITING", 1]);
    expect((await api.countSpots(id)).taken).toBe(2);
  });

  it("loses its accounts when they are deleted, and their held spots go to the next", async () => {
    const id = await sellOut();
    for (const person of [first, second]) await on("POST", id, person);
    await expireOrders();
    const { status } = await api.call("DELETE", "me", {
      payload: { password },
      ...bearer(first?.token ?? ""),
    });
    expect(status).toBe(200);
    expect([await state(id, second), (await api.countSpots(id)).taken]).toEqual(["HELD", 1]);
    const { json } = await api.call("GET", "my/data", bearer(second?.token ?? ""));
    expect(json.body.experiences.waitlists).toMatchObject([{ campaign_id: id, phase: null }]);
  });
});
