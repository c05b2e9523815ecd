import { codeBatchProblems, readSpotCode } from "@wrapsody/shared/experiences/spot-codes.ts";
import jsQr from "jsqr";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { wallets } from "../../../testing/chain/minting.ts";
import { bearer, dumpDatabase } from "../../../testing/fixtures/people.ts";
import { type CodeApi, openCodeApi } from "../../../testing/fixtures/spot-codes.ts";

let api: CodeApi;
let id: number;
beforeAll(async () => {
  api = await openCodeApi();
  id = await api.addExperience();
});
afterAll(() => api.close());

const [wallet = ""] = wallets(1, 94_000);
const inDays = (days: number) =>
  new Date(api.context.clock.now().getTime() + days * 86_400_000).toISOString();
const problemsOf = async (body: object) => {
  const { status, json } = await api.postBatch(id, body);
  return [status, json.errors];
};

describe("a batch of codes", () => {
  it("has as many different codes as were asked for, stored encrypted, each with its link and state", async () => {
    const { batch, codes } = await api.addCodes(id, { count: 40, name: " Reviewers " });
    expect(batch).toMatchObject({
      name: "Reviewers",
      discount: "FREE",
      percent: null,
      amount: null,
      expires_at: null,
      revoked_at: null,
      codes: 40,
      unused: 40,
      used: 0,
      revoked: 0,
      expired: 0,
    });
    expect(new Set(codes.map(({ code }) => code)).size).toBe(40);
    const dump = await dumpDatabase(api);
    for (const { code, link, state } of codes) {
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      // The code is in the fragment, which no server and no Referer gets.
      expect(new URL(link).hash).toBe(`#code=${code}`);
      expect(new URL(link).pathname).toMatch(/^\/experiences\/[^/]+\/participate$/);
      expect(new URL(link).search).toBe("");
      expect(state).toBe("UNUSED");
      expect(dump).not.toContain(code);
      expect(dump).not.toContain(readSpotCode(code));
    }
  });

  it("is listed with the others of its experience, latest first", async () => {
    const other = await api.addExperience();
    const first = await api.addCodes(other, { name: "First", discount: "PERCENT", percent: "25" });
    const second = await api.addCodes(other, { name: "Second", discount: "AMOUNT", amount: "2.50" });
    const { json } = await api.call("GET", `my/dapp/${other}/codes`, bearer(api.publisher.token));
    expect(json.body.data).toEqual([second.batch, first.batch]);
    expect(json.body.data).toMatchObject([
      { discount: "AMOUNT", percent: null, amount: 2.5 },
      { discount: "PERCENT", percent: 25, amount: null },
    ]);
  });

  it("is created once by a call and its repeat at the same instant", { retry: 0 }, async () => {
    const other = await api.addExperience();
    const headers = { "idempotency-key": "the-same-batch-of-codes" };
    const answers = await Promise.all(
      [0, 1].map(() => api.postBatch(other, { count: 3 }, api.publisher, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.json.body).toEqual(answers[1]?.json.body);
    const { json } = await api.call("GET", `my/dapp/${other}/codes`, bearer(api.publisher.token));
    expect(json.body.data).toHaveLength(1);
  });

  it("is refused with an error on each field that is wrong", async () => {
    const problem = (field: string, message: string) => [400, [{ field, message }]];
    expect(await problemsOf({ name: " ", count: 0, discount: "HALF" })).toEqual([
      400,
      [
        { field: "name", message: codeBatchProblems.noName },
        { field: "count", message: codeBatchProblems.count },
        { field: "discount", message: codeBatchProblems.discount },
      ],
    ]);
    for (const count of [501, 1.5, "many", ""])
      expect(await problemsOf({ count })).toEqual(problem("count", codeBatchProblems.count));
    for (const percent of [0, 100, 12.5, "", undefined])
      expect(await problemsOf({ discount: "PERCENT", percent })).toEqual(
        problem("percent", codeBatchProblems.percent),
      );
    for (const amount of [0, 1.005, 10_001, "", undefined])
      expect(await problemsOf({ discount: "AMOUNT", amount })).toEqual(
        problem("amount", codeBatchProblems.amount),
      );
    expect(await problemsOf({ expires_at: "tomorrow" })).toEqual(
      problem("expires_at", codeBatchProblems.noEnd),
    );
    expect(await problemsOf({ expires_at: inDays(-1) })).toEqual(
      problem("expires_at", codeBatchProblems.past),
    );
    expect(await problemsOf({ expires_at: inDays(800) })).toEqual(
      problem("expires_at", codeBatchProblems.tooLate),
    );
  });

  it("is the publisher's alone", async () => {
    const { batch, codes } = await api.addCodes(id);
    const path = `${id}/codes/${batch.id}`;
    const stranger = await api.join();
    for (const [person, status] of [
      [undefined, 401],
      [stranger, 404],
    ] as const) {
      const session = person === undefined ? {} : bearer(person.token);
      for (const read of [`my/dapp/${id}/codes`, `my/dapp/${path}`, `my/dapp/${path}/sheet`])
        expect((await api.call("GET", read, session)).status).toBe(status);
      const post = await api.call("POST", `drop/${id}/codes`, {
        ...session,
        payload: { name: "Mine", count: 1, discount: "FREE" },
      });
      expect(post.status).toBe(status);
      for (const remove of [path, `${path}/${codes[0]?.id}`])
        expect((await api.call("DELETE", `drop/${remove}`, session)).status).toBe(status);
    }
    const other = await api.addExperience();
    expect((await api.revoke(`${other}/codes/${batch.id}`)).status).toBe(404);
    expect((await api.revoke(`${path}/999999`)).status).toBe(404);
    expect((await api.readBatch(id, batch.id)).batch.unused).toBe(1);
  });

  it("is created for no completed experience, and at most a hundred times", async () => {
    const closed = await api.addExperience();
    await api.call("PATCH", `drop/${closed}/close`, bearer(api.publisher.token));
    expect((await api.postBatch(closed, {})).json.code).toBe("E0032");
    const full = await api.addExperience();
    await sql`
      insert into spot_code_batch (campaign_id, name, created_at)
      select ${full}, 'Press', now() from generate_series(1, 98)`.execute(api.context.db);
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.postBatch(full, {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.find(({ status }) => status === 400)?.json.errors).toEqual([
      { field: "name", message: codeBatchProblems.tooMany },
    ]);
  });
});

describe("the sheet of a batch", () => {
  it("has the QR codes of unused codes, which another decoder reads as their links", async () => {
    const { batch, codes } = await api.addCodes(id, { count: 4 });
    const [used, revoked, ...left] = codes;
    const fan = await api.join();
    await api.createOrder(fan, id, wallet, {}, { code: used?.code });
    await api.revoke(`${id}/codes/${batch.id}/${revoked?.id}`);
    const { json } = await api.call(
      "GET",
      `my/dapp/${id}/codes/${batch.id}/sheet`,
      bearer(api.publisher.token),
    );
    expect(json.body.data.map(({ code }: { code: string }) => code)).toEqual(left.map(({ code }) => code));
    expect(json.body.data.map(({ rows }: { rows: string[] }) => decode(rows))).toEqual(
      left.map(({ link }) => link),
    );
  });
});

/** Draws the modules at four pixels each, with a margin, and decodes them. */
function decode(rows: readonly string[]): string | undefined {
  const [scale, margin] = [4, 4];
  const size = (rows.length + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const isDark = rows[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin] === "1";
      if (isDark) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  return jsQr(pixels, size, size)?.data;
}

describe("revoking", () => {
  it("ends every unused code of a batch, and a repeat changes nothing", { retry: 0 }, async () => {
    const { batch, codes } = await api.addCodes(id, { count: 3 });
    const fan = await api.join();
    await api.createOrder(fan, id, wallet, {}, { code: codes[0]?.code });
    const path = `${id}/codes/${batch.id}`;
    const answers = await Promise.all([0, 1].map(() => api.revoke(path)));
    expect(answers.map(({ status, json }) => [status, json.body.used, json.body.revoked])).toEqual([
      [200, 1, 2],
      [200, 1, 2],
    ]);
    const [first, second] = answers;
    expect(first?.json.body.revoked_at).toBe(second?.json.body.revoked_at);
    const { json } = await api.checkCode(id, codes[1]?.code ?? "", fan);
    expect(json.errors).toEqual([{ field: "code", message: "This code was revoked by the publisher." }]);
    const events = await api.events(api.publisher.id);
    expect(events.map(({ kind }) => kind)).toContain("campaign-codes-revoked");
  });

  it("ends one code; the others of its batch stay", async () => {
    const { batch, codes } = await api.addCodes(id, { count: 2 });
    const path = `${id}/codes/${batch.id}/${codes[0]?.id}`;
    await api.revoke(path);
    expect((await api.revoke(path)).json.body).toMatchObject({ unused: 1, revoked: 1, revoked_at: null });
    expect((await api.readBatch(id, batch.id)).data.map(({ state }) => state)).toEqual(["REVOKED", "UNUSED"]);
  });
});
