import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { basicAuth, bearer, makePremium, type Person } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const myPlan = async ({ token }: Person) => (await studio.call("GET", "my/plan", bearer(token))).json.body;

async function subscribe(person: Person, plan: string, seconds: number, canceled = false): Promise<Date> {
  const ends = new Date(studio.context.clock.now().getTime() + seconds * 1000);
  await sql`
    insert into subscription (account_id, plan, expires_at, is_canceled, kept_until)
    values (${person.id}, ${plan}, ${ends}, ${canceled}, ${ends})`.execute(studio.context.db);
  return ends;
}

describe("my plan", () => {
  it("is free for a user without payments, with nothing used", async () => {
    expect(await myPlan(await studio.join())).toEqual({
      plan: "FREE",
      expires_at: null,
      is_canceled: false,
      artists: { used: 0, most: 1 },
      songs_this_month: { used: 0, most: 5 },
      wnfts: { used: 0, most: 1 },
    });
  });

  it("counts artists, and songs that were added this month", async () => {
    const publisher = await studio.addPublisher();
    await studio.createDraft(publisher);
    await studio.createDraft(publisher);
    expect(await myPlan(publisher)).toMatchObject({
      artists: { used: 1, most: 1 },
      songs_this_month: { used: 2, most: 5 },
    });
    await sql`update song set added_at = added_at - interval '40 days', created_at = created_at - interval '40 days'
      where created_by = ${publisher.id}`.execute(studio.context.db);
    expect((await myPlan(publisher)).songs_this_month).toEqual({ used: 0, most: 5 });
  });

  it("is premium until it ends, cancelled or not, and then free again", async () => {
    const person = await studio.join();
    const ends = await subscribe(person, "PREMIUM_YEARLY", 3600, true);
    const plan = await myPlan(person);
    expect(new Date(plan.expires_at)).toEqual(ends);
    expect(plan).toMatchObject({
      plan: "PREMIUM_YEARLY",
      is_canceled: true,
      artists: { used: 0, most: 10 },
      songs_this_month: { used: 0, most: 50 },
      wnfts: { used: 0, most: null },
    });
    const now = studio.context.clock.now();
    await sql`update subscription set expires_at = ${now}, kept_until = ${now}
      where account_id = ${person.id}`.execute(studio.context.db);
    expect(await myPlan(person)).toMatchObject({ plan: "FREE", expires_at: null, is_canceled: false });
  });

  it("is the one of several that lasts longest", async () => {
    const person = await studio.join();
    await subscribe(person, "PREMIUM_MONTHLY", -3600);
    const ends = await subscribe(person, "PREMIUM_YEARLY", 7200);
    await subscribe(person, "PREMIUM_MONTHLY", 3600);
    const { plan, expires_at } = await myPlan(person);
    expect([plan, new Date(expires_at)]).toEqual(["PREMIUM_YEARLY", ends]);
  });

  it("may show more used than it allows after a plan that allowed more", async () => {
    const publisher = await studio.addPublisher();
    await makePremium(studio, publisher, 3600);
    expect((await studio.sendArtist(publisher, { name: "Second" })).status).toBe(200);
    await sql`delete from subscription where account_id = ${publisher.id}`.execute(studio.context.db);
    expect((await myPlan(publisher)).artists).toEqual({ used: 2, most: 1 });
  });

  it("needs a session or API keys, and shows only the caller's plan", async () => {
    const anonymous = await studio.call("GET", "my/plan");
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
    const person = await studio.join();
    await makePremium(studio, person);
    const { json } = await studio.call("PATCH", "provider/keys", bearer(person.token));
    const answer = await studio.call("GET", "my/plan", basicAuth(json.body));
    expect([answer.status, answer.json.body.plan]).toEqual([200, "PREMIUM_MONTHLY"]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect((await myPlan(await studio.join())).plan).toBe("FREE");
  });
});
