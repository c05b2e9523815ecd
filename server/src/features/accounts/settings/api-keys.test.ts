import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { logOptions } from "../../../platform/log.ts";
import { createServer } from "../../../server.ts";
import {
  basicAuth,
  bearer,
  dumpDatabase,
  makePremium,
  openPeople,
  type People,
  type Person,
} from "../../../testing/fixtures/people.ts";
import { swapCase } from "../../../testing/http/api.ts";

type Keys = { apiKeyId: string; apiKeySecret: string };

const day = 24 * 60 * 60;

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

const reveal = ({ token }: Person) => people.call("GET", "provider/keys", bearer(token));
const rotate = ({ token }: Person) => people.call("PATCH", "provider/keys", bearer(token));
const me = (keys: Keys) => people.call("GET", "me", basicAuth(keys));

async function joinPublisher(): Promise<Person & { keys: Keys }> {
  const person = await people.join();
  await makePremium(people, person);
  return { ...person, keys: (await rotate(person)).json.body };
}

describe("a publisher's API keys", () => {
  it("do not exist at first, and can be revealed repeatedly once created", async () => {
    const person = await people.join();
    await makePremium(people, person);
    const none = await reveal(person);
    expect([none.status, none.json.body]).toEqual([200, { apiKeyId: null, apiKeySecret: null }]);
    const created = await rotate(person);
    expect(created.json.body).toEqual({
      apiKeyId: expect.stringMatching(/^wk_[0-9a-f]{24}$/),
      apiKeySecret: expect.stringMatching(/^[\w-]{43}$/),
    });
    const revealed = await reveal(person);
    expect(revealed.json.body).toEqual(created.json.body);
    expect(revealed.headers["cache-control"]).toBe("private, no-store");
    expect((await reveal(person)).json.body).toEqual(created.json.body);
  });

  it("are recorded each time they are created or revealed", async () => {
    const person = await joinPublisher();
    await reveal(person);
    const kinds = (await people.events(person.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(["logged-in", "keys-rotated", "keys-revealed"]);
  });

  it("require the premium plan", async () => {
    const person = await people.join();
    for (const refused of [await reveal(person), await rotate(person)]) {
      expect([refused.status, refused.json.code]).toEqual([403, "E0019"]);
    }
    expect((await people.events(person.id)).map(({ kind }) => kind)).toEqual(["logged-in"]);
  });

  it("authorize what the publisher's own session authorizes", async () => {
    const [first, second] = [await joinPublisher(), await joinPublisher()];
    expect((await me(first.keys)).json.body).toMatchObject({ id: first.id, email: first.email });
    expect((await me(second.keys)).json.body.id).toBe(second.id);
    const payload = { key: "user_type", value: "artist" };
    const switched = await people.call("PATCH", "me", { ...basicAuth(first.keys), payload });
    expect([switched.status, switched.json.body.user_type]).toEqual([200, "artist"]);
    expect((await people.call("GET", "me", bearer(first.token))).json.body.user_type).toBe("artist");
    expect((await me(second.keys)).json.body.user_type).toBe("provider");
  });

  it("cannot call endpoints that require a user session", async () => {
    const { keys, id } = await joinPublisher();
    for (const [method, path] of [
      ["GET", "provider/keys"],
      ["PATCH", "provider/keys"],
      ["PATCH", "user/mfa"],
      ["GET", "my/sessions"],
      ["DELETE", "my/sessions"],
      ["DELETE", `my/sessions/${id}`],
      ["GET", "my/data"],
      ["GET", "session/exchange"],
      ["DELETE", "me"],
    ] as const) {
      const { status, json } = await people.call(method, path, basicAuth(keys));
      expect([path, status, json.code]).toEqual([path, 403, "E0023"]);
    }
    expect((await me(keys)).status).toBe(200);
  });

  it("stop working when the plan ends and work again with the next one", async () => {
    const person = await joinPublisher();
    people.context.clock.move(day);
    expect([(await me(person.keys)).status, (await me(person.keys)).json.code]).toEqual([401, "E0003"]);
    for (const refused of [await reveal(person), await rotate(person)]) {
      expect(refused.json.code).toBe("E0019");
    }
    await makePremium(people, person);
    expect((await me(person.keys)).status).toBe(200);
    expect((await reveal(person)).json.body).toEqual(person.keys);
  });

  it("are revealed only to their owner", async () => {
    const owner = await joinPublisher();
    const other = await people.join();
    await makePremium(people, other);
    expect((await reveal(other)).json.body).toEqual({ apiKeyId: null, apiKeySecret: null });
    for (const method of ["GET", "PATCH"] as const) {
      expect((await people.call(method, "provider/keys")).json.code).toBe("E0002");
      expect((await people.call(method, "provider/keys", bearer("x".repeat(43)))).json.code).toBe("E0003");
    }
    expect((await me(owner.keys)).status).toBe(200);
  });
});

describe("creating new keys", () => {
  it("revokes the old ones immediately", async () => {
    const person = await joinPublisher();
    const { json } = await rotate(person);
    expect((await me(person.keys)).json.code).toBe("E0003");
    expect((await me({ ...person.keys, apiKeyId: json.body.apiKeyId })).json.code).toBe("E0003");
    expect((await me(json.body)).status).toBe(200);
  });

  /** Creates keys concurrently. Returns the valid ones. */
  async function rotateAtOnce(person: Person, times: number): Promise<Keys[]> {
    const answers = await Promise.all(Array.from({ length: times }, () => rotate(person)));
    const issued = answers.map(({ json }): Keys => json.body);
    expect(new Set(issued.map(({ apiKeySecret }) => apiKeySecret)).size).toBe(times);
    const opens = await Promise.all(issued.map(async (keys) => (await me(keys)).status));
    expect(new Set(opens)).toEqual(new Set([200, 401]));
    return issued.filter((_, at) => opens[at] === 200);
  }

  it("four times concurrently leaves one pair, the one that is revealed from then on", {
    retry: 0,
  }, async () => {
    const person = await joinPublisher();
    expect(await rotateAtOnce(person, 4)).toEqual([(await reveal(person)).json.body]);
  });

  it("for the first time, twice concurrently, leaves one pair too", { retry: 0 }, async () => {
    const person = await people.join();
    await makePremium(people, person);
    expect(await rotateAtOnce(person, 2)).toEqual([(await reveal(person)).json.body]);
  });
});

describe("an invalid key", () => {
  it("authorizes nothing, in any form", async () => {
    const { keys } = await joinPublisher();
    const other = await joinPublisher();
    const { apiKeyId: id, apiKeySecret: secret } = keys;
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    const headers = [
      ...[
        `${id}:${other.keys.apiKeySecret}`,
        `${id}:`,
        `:${secret}`,
        id,
        secret,
        ":",
        "",
        `${id}:${secret}:`,
      ].map(basic),
      ...[`${secret}:${id}`, `${id}:${secret} `, `${id}\n:${secret}`, `${id}:${swapCase(secret)}`].map(basic),
      ...[`wk_${"0".repeat(24)}:${secret}`, `${"i".repeat(500)}:${secret}`, `${id}:' or true --`].map(basic),
      ...[
        "Basic",
        "Basic ",
        "Basic !!!!",
        `Basic ${id}:${secret}`,
        `Basic ${"A".repeat(5_000)}`,
        "Basic ====",
      ],
      ...[`Bearer ${secret}`, `Bearer ${id}:${secret}`],
    ];
    for (const authorization of headers) {
      const { status, json } = await people.call("GET", "me", { headers: { authorization } });
      expect([authorization, status, json.code]).toEqual([authorization, 401, "E0003"]);
    }
    expect((await me(keys)).status).toBe(200);
  });

  it("is one that was encrypted for another account", async () => {
    const [owner, thief] = [await joinPublisher(), await joinPublisher()];
    await sql`
      update api_key set secret_sealed = (select secret_sealed from api_key where account_id = ${owner.id})
      where account_id = ${thief.id}`.execute(people.context.db);
    const { status, json } = await reveal(thief);
    expect([status, json.code]).toEqual([500, "X001"]);
    expect(JSON.stringify(json)).not.toContain(owner.keys.apiKeySecret);
  });
});

describe("the secret of API keys", () => {
  it("is never stored in plain text", async () => {
    const { keys } = await joinPublisher();
    const stored = await dumpDatabase(people);
    expect(stored).toContain(keys.apiKeyId);
    expect(stored).not.toContain(keys.apiKeySecret);
  });

  it("appears in no log line, neither on success nor on failure", async () => {
    const lines: string[] = [];
    const stream = new Writable({
      write(line, _, done) {
        lines.push(String(line));
        done();
      },
    });
    const log = pino(logOptions("trace"), stream);
    const app = await createServer({ ...people.context, log }, { site: false });
    const person = await joinPublisher();
    const callKeys = (method: "GET" | "PATCH", path: string, headers: Record<string, string>) =>
      app.inject({ method, url: `/api/v1/${path}`, headers });
    const created = (await callKeys("PATCH", "provider/keys", bearer(person.token).headers)).json().body;
    const revealed = await callKeys("GET", "provider/keys", bearer(person.token).headers);
    const { authorization } = basicAuth(created).headers;
    await callKeys("GET", "me", { authorization });
    await callKeys("GET", "provider/keys", { authorization });
    await callKeys("GET", "me", { authorization: `${authorization}x` });
    await sql`update api_key set secret_sealed = '\\x00' where account_id = ${person.id}`.execute(
      people.context.db,
    );
    const broken = await callKeys("GET", "provider/keys", bearer(person.token).headers);
    await app.close();
    expect([revealed.json().body, broken.statusCode]).toEqual([created, 500]);
    const written = lines.join("");
    expect(written).toContain("provider/keys");
    expect(written).toContain("unexpected error");
    for (const secret of [created.apiKeySecret, authorization.slice(6), person.token])
      expect(written).not.toContain(secret);
  });
});

it("API keys have their own rate limit, from any address", async () => {
  const { context } = people;
  const config = { ...context.config, rateLimits: true };
  const app = await createServer({ ...context, config }, { site: false });
  const [person, other] = [await joinPublisher(), await joinPublisher()];
  const callWithKeys = (headers: Record<string, string>, from: number) =>
    app.inject({
      url: "/api/v1/me",
      headers: { ...headers, "x-forwarded-for": `203.0.113.${from % 200}` },
    });
  let [answer, count] = [await callWithKeys(basicAuth(person.keys).headers, 0), 1];
  // A window may end during the test, so at most the limit of two windows can pass.
  while (answer.statusCode === 200 && count < 601) {
    answer = await callWithKeys(basicAuth(person.keys).headers, count);
    count += 1;
  }
  expect([answer.statusCode, answer.json().code]).toEqual([429, "E0010"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(count).toBeGreaterThan(300);
  expect((await callWithKeys(bearer(person.token).headers, 1)).statusCode).toBe(200);
  expect((await callWithKeys(basicAuth(other.keys).headers, 1)).statusCode).toBe(200);
  await app.close();
});
