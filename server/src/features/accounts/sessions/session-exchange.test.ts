import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  basicAuth,
  bearer,
  dumpDatabase,
  makePremium,
  openPeople,
  type People,
} from "../../../testing/fixtures/people.ts";
import { forgetExchangesJob } from "../jobs.ts";

const day = 24 * 60 * 60;

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

async function handOver(token: string): Promise<string> {
  return (await people.call("GET", "session/exchange", bearer(token))).json.body.token;
}

const takeOver = (token: unknown) => people.call("POST", "session/exchange", { payload: { token } });

const isIn = async (token: string) => (await people.call("GET", "me", bearer(token))).status === 200;

const dead = {
  success: false,
  code: "E0020",
  message: "This link has expired or was already used. Please request a new one.",
  errors: [],
};

describe("exchanging a session with the companion app", () => {
  it("starts a separate session there, and both stay valid", async () => {
    const person = await people.join();
    const issued = await people.call("GET", "session/exchange", bearer(person.token));
    expect(issued.json.body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(issued.headers["cache-control"]).toBe("private, no-store");
    const redeemed = await people.call("POST", "session/exchange", {
      payload: issued.json.body,
      headers: { "user-agent": "Companion/2.1", "x-forwarded-for": "198.51.100.4" },
    });
    expect(redeemed.status).toBe(200);
    expect(redeemed.json.body.user).toMatchObject({ id: person.id, email: person.email });
    const { token } = redeemed.json.body;
    expect(token).not.toBe(issued.json.body.token);
    expect([await isIn(person.token), await isIn(token)]).toEqual([true, true]);
    const { rows } = await sql`
      select device, user_agent, network from session where account_id = ${person.id} and device is not null`.execute(
      people.context.db,
    );
    expect(rows).toEqual([{ device: "companion", user_agent: "Companion/2.1", network: "198.51.100.4" }]);
    expect((await people.events(person.id)).at(-1)?.kind).toBe("handed-over");
    await people.call("POST", "auth/logout", bearer(token));
    expect([await isIn(person.token), await isIn(token)]).toEqual([true, false]);
  });

  it("works once, even if tried twice concurrently", { retry: 0 }, async () => {
    const person = await people.join();
    const token = await handOver(person.token);
    const answers = await Promise.all([takeOver(token), takeOver(token), takeOver(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const repeated = await takeOver(token);
    expect([repeated.status, repeated.json]).toEqual([400, dead]);
    const { rows } = await sql`select 1 from session where account_id = ${person.id}`.execute(
      people.context.db,
    );
    expect(rows).toHaveLength(2);
  });

  it("expires after 60 seconds", async () => {
    const { token } = await people.join();
    const [early, late] = [await handOver(token), await handOver(token)];
    people.context.clock.move(59);
    expect((await takeOver(early)).status).toBe(200);
    people.context.clock.move(1);
    expect((await takeOver(late)).json).toEqual(dead);
  });

  it("ends with the original session, however that ends", async () => {
    const [first, second] = [await people.join(), await people.join()];
    const afterLogout = await handOver(first.token);
    await people.call("POST", "auth/logout", bearer(first.token));
    expect((await takeOver(afterLogout)).json).toEqual(dead);
    const elsewhere = await people.logInAgain(second);
    const afterSigningOut = await handOver(second.token);
    await people.call("DELETE", "my/sessions", bearer(elsewhere));
    expect((await takeOver(afterSigningOut)).json).toEqual(dead);
  });

  it("reveals nothing for an unknown code", async () => {
    const person = await people.join();
    for (const token of [person.token, "x".repeat(43), "'; --"]) {
      expect((await takeOver(token)).json).toEqual(dead);
    }
    for (const token of [undefined, "", 7, "x".repeat(201)]) {
      const { status, json } = await takeOver(token);
      expect([status, json.code, json.errors[0].field]).toEqual([400, "E0007", "token"]);
    }
  });

  it("authorizes nothing but the exchange", async () => {
    const { token } = await people.join();
    const code = await handOver(token);
    expect((await people.call("GET", "me", bearer(code))).json.code).toBe("E0003");
    expect((await takeOver(code)).status).toBe(200);
  });

  it("requires a user's live session", async () => {
    const person = await people.join();
    expect((await people.call("GET", "session/exchange")).json.code).toBe("E0002");
    expect((await people.call("GET", "session/exchange", bearer("x".repeat(43)))).json.code).toBe("E0003");
    await makePremium(people, person);
    const keys = (await people.call("PATCH", "provider/keys", bearer(person.token))).json.body;
    const refused = await people.call("GET", "session/exchange", basicAuth(keys));
    expect([refused.status, refused.json.code]).toEqual([403, "E0023"]);
  });

  it("stores its code only as a hash, deleted every night", async () => {
    const { context } = people;
    const { token } = await people.join();
    const code = await handOver(token);
    expect(await dumpDatabase(people)).not.toContain(code);
    context.clock.move(60);
    await forgetExchangesJob.run(context, {});
    await forgetExchangesJob.run(context, {});
    expect((await sql`select 1 from session_exchange`.execute(context.db)).rows).toEqual([]);
  });
});

describe("an exchanged session", () => {
  it("does not count as a recent login, even right after one", async () => {
    const person = await people.join();
    await people.call("PATCH", "user/mfa", bearer(person.token));
    const { json } = await takeOver(await handOver(person.token));
    const refused = await people.call("PATCH", "user/mfa", bearer(json.body.token));
    expect([refused.status, refused.json.code]).toEqual([403, "E0018"]);
    expect((await people.call("PATCH", "user/mfa", bearer(person.token))).json.body.mfa_enabled).toBe(false);
  });

  it("expires no later than the original login, however often it is exchanged", async () => {
    const person = await people.join();
    for (let month = 0; month < 6; month += 1) {
      people.context.clock.move(29 * day);
      expect(await isIn(person.token)).toBe(true);
    }
    const second = (await takeOver(await handOver(person.token))).json.body.token;
    const third = (await takeOver(await handOver(second))).json.body.token;
    people.context.clock.move(5 * day);
    expect([await isIn(second), await isIn(third)]).toEqual([true, true]);
    people.context.clock.move(day);
    expect([await isIn(person.token), await isIn(second), await isIn(third)]).toEqual([false, false, false]);
  });
});
