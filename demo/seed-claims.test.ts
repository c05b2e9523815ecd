import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../server/src/platform/database/database.ts";
import { createServer } from "../server/src/server.ts";
import { type TestDatabase, testDatabase } from "../server/src/testing/database/database.ts";
import { demoUsers } from "./catalogue/index.ts";
import { seedDemo } from "./seed.ts";

let database: TestDatabase;
let app: Awaited<ReturnType<typeof createServer>>;
const tokens = new Map<string, string>();

beforeAll(async () => {
  // Active experiences are as they are once the program's own chain has deployed their contracts.
  database = await testDatabase({ LOCAL_CHAIN: "0", RATE_LIMITS: "0" });
  const { context } = database;
  const reached = ["LINEA", "POLYGON", "MAINNET"].map(
    (name, at) => [name, { name, chainId: at + 1, rpcUrl: "http://127.0.0.1:1", confirmations: 1 }] as const,
  );
  context.evm = { ...context.evm, networks: new Map(reached) };
  await seedDemo(context);
  app = await createServer(context, { site: false });
  for (const { key, email, password } of demoUsers) {
    const { body } = await call("POST", "auth", undefined, { username: email, password });
    tokens.set(key, body.token);
  }
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function call(method: "GET" | "POST", path: string, who?: string, payload?: object) {
  const authorization = who === undefined ? {} : { authorization: `Bearer ${tokens.get(who)}` };
  const options = payload === undefined ? {} : { payload };
  const answer = await app.inject({ method, url: `/api/v1/${path}`, headers: authorization, ...options });
  return answer.json();
}

/** Reads a level of a wrap by its name. */
async function levelOf(slug: string, name: string) {
  const { body } = await call("GET", `song/${slug}?detail=true`);
  const level = body.rewards.find((reward: { name: string }) => reward.name === name);
  const standings = (await call("GET", `song/${slug}/reward`)).body;
  return { ...level, ...standings.find(({ id }: { id: number }) => id === level.id) };
}

describe("the points of the demo", () => {
  it("agree with what was written down of them", async () => {
    const { rows } = await sql`
      select account_id, song_id from (select account_id, song_id, sum(points) as points from point_entry group by 1, 2) e
      full join point_balance b using (account_id, song_id)
      where e.points is distinct from b.points`.execute(database.context.db);
    expect(rows).toEqual([]);
    const balances = await call("GET", "my/rewards?limit=100", "fan");
    expect(balances.body.data.length).toBeGreaterThan(10);
    expect(Math.min(...balances.body.data.map(({ points }: { points: number }) => points))).toBeGreaterThan(
      0,
    );
  });

  it("are spent on three claims, each at another stage, which the artist's side has in its list", async () => {
    const states = ({ body }: { body: { data: { state: string }[] } }) => body.data.map(({ state }) => state);
    const expected = ["REQUESTED", "CONTACTED", "FULFILLED"];
    expect(states(await call("GET", "my/claims", "fan"))).toEqual(expected);
    const received = await call("GET", "my/claims/received", "premium");
    expect(states(received)).toEqual(expected);
    expect(received.body.data[0].fan.email).toBe("fan@wrapsody.example");
  });

  it("reach a file whose token can be had, a private experience that is open, and a ticket with all that it needs", async () => {
    const file = await levelOf("glass-mango", "Wrapped MP3");
    expect(file.experiences).toMatchObject([{ pretty_id: "kitchen-radio", state: "OPEN" }]);
    const access = await levelOf("long-division", "The remainder");
    expect(access.experiences).toMatchObject([{ pretty_id: "warp-and-weft", state: "OPEN" }]);
    const ticket = await levelOf("low-sun-long-shadow", "A fence post to lean on");
    const claims: { body: { data: { reward: { id: number } }[] } } = await call("GET", "my/claims", "fan");
    const isClaimed = claims.body.data.some(({ reward }) => reward.id === ticket.id);
    const left = ticket.stock_left;
    expect(left).toBeGreaterThan(30);
    for (const [slug, level] of [
      ["glass-mango", file],
      ["long-division", access],
      ["low-sun-long-shadow", ticket],
    ] as const) {
      expect(level.is_available).toBe(true);
      const { success, body } = await call("POST", `song/${slug}/reward/${level.id}`, "fan");
      expect({ success, name: body?.reward.name }).toEqual({ success: true, name: level.name });
    }
    expect((await levelOf("low-sun-long-shadow", ticket.name)).stock_left).toBe(isClaimed ? left : left - 1);
  });

  it("are taken by no level that leads nowhere", async () => {
    const upcoming = await levelOf("saturday-was-a-rumour", "Slow Fast Slow Fast");
    expect(upcoming).toMatchObject({ is_available: false, experiences: [{ state: "UPCOMING" }] });
    const { body } = await call("GET", "songs?limit=100");
    for (const { pretty_id } of body.data)
      for (const { is_available, experiences } of (await call("GET", `song/${pretty_id}/reward`)).body)
        expect(is_available || experiences[0]?.state === "UPCOMING", pretty_id).toBe(true);
  });
});
