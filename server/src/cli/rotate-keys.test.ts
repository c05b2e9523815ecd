import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveOrderCode, hashOrderCode, matchesOrderCode } from "../features/payments/index.ts";
import { sql } from "../platform/database/database.ts";
import { notify } from "../platform/mail/notify.ts";
import { createEncryption, type Encryption } from "../platform/security/encryption.ts";
import { checkKeys } from "../platform/security/key-canaries.ts";
import { sealedColumns, unstoredSealers } from "../sealed-values.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import { waitUntilBlocked } from "../testing/fixtures/people.ts";
import { addSong } from "../testing/fixtures/songs.ts";
import { runCommand } from "./run-command.ts";

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
/** A node before the rotation, one that is prepared for it, one with the new key, and one after the rotation. */
const before = createEncryption(oldKey);
const prepared = createEncryption(oldKey, newKey);
const current = createEncryption(newKey, oldKey);
const after = createEncryption(newKey);

const source = fileURLToPath(new URL("..", import.meta.url));
const cli = fileURLToPath(new URL("main.ts", import.meta.url));

let database: TestDatabase;
let environment: Record<string, string>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await testDatabase();
  environment = {
    DATABASE_URL: database.url,
    DATA_DIR: database.context.config.dataDir,
    PUBLIC_URL: "https://music.example",
    SECRET_KEY: newKey.toString("base64"),
    SECRET_KEY_PREVIOUS: oldKey.toString("base64"),
  };
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await database.close();
});

async function rotate(variables = environment) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const output = {
    print: (line: string) => void lines.push(line),
    printError: (line: string) => void errors.push(line),
  };
  const code = await runCommand(["keys", "rotate"], variables, output);
  return { code, text: lines.join("\n"), error: errors.join("\n") };
}

const account = "0198c0de-0000-7000-8000-00000000000a";

/** Stores a value in every sealed column. Returns a function that opens all of them. */
async function storeEverywhere(sealer: Encryption) {
  const { db } = database.context;
  await sql`delete from account where id = ${account}`.execute(db);
  await sql`truncate social_attempt, stripe_simulator_object, stripe_simulator_response, payment cascade`.execute(
    db,
  );
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const seal = (purpose: string) => sealer.encrypt(purpose, purpose);
  await sql`insert into account (id, email, name) values (${account}, 'keys@label.example', 'Label')`.execute(
    db,
  );
  await sql`
    insert into api_key (account_id, key_id, secret_hash, secret_sealed, created_at)
    values (${account}, 'id', '\\x00', ${seal(`api-key ${account}`)}, now())`.execute(db);
  await sql`
    insert into webhook_endpoint (id, account_id, url, events, secret_sealed, previous_sealed, created_at)
    values (${account}, ${account}, 'https://label.example', '{}', ${seal(`webhook ${account}`)}, ${seal(`webhook ${account}`)}, now())`.execute(
    db,
  );
  await sql`
    insert into apple_music_link (account_id, token_sealed, token_mark, linked_at)
    values (${account}, ${seal("apple-music-token")}, ${sealer.hmac("apple-music-token", "apple-music-token")}, now())`.execute(
    db,
  );
  for (const purpose of ["social-login-attempt", "social-login-identity"])
    await sql`
      insert into social_attempt (state_hash, network, browser_hash, sealed, language, expires_at)
      values (${Buffer.from(purpose)}, 'SPOTIFY', '\\x00', ${seal(purpose)}, 'en', now())`.execute(db);
  await sql`
    insert into payment (id, kind, reference, title, amount_cents, platform_fee_cents, provider, state, ways_back, expires_at, created_at, checked_at)
    values (${account}, 'PARTICIPATION', '1', 'A', 100, 0, 'SANDBOX', 'OPENING', ${seal("payment-ways-back")}, now(), now(), now())`.execute(
    db,
  );
  await sql`
    insert into stripe_simulator_object (id, kind, owner, created, data)
    values ('cs_1', 'session', 'o', 0, ${JSON.stringify({ id: "cs_1", urls: seal("sandbox-checkout-ways").toString("base64") })}::jsonb),
      ('cs_2', 'session', 'o', 0, '{"urls": "none"}'), ('cus_1', 'customer', 'o', 0, '{}')`.execute(db);
  await sql`
    insert into stripe_simulator_response (key, fingerprint, response, created_at)
    values ('k', 'f', ${seal("stripe-simulator-response")}, now())`.execute(db);
  await storeClaim(seal);
  await storeCode(sealer);
  for (const purpose of ["letter", "registration", "password-reset"])
    await sql`
      select graphile_worker.add_job('some-job', ${JSON.stringify({ sealed: seal(purpose).toString("base64"), kept: 1 })}::json)`.execute(
      db,
    );
  await sql`delete from key_canary`.execute(db);
  await checkKeys(db, sealer, database.context.config);
}

/** Stores a code of an experience. */
async function storeCode(sealer: Encryption) {
  const { db } = database.context;
  await sql`truncate spot_code_batch cascade`.execute(db);
  await sql`
    with experience as (
        insert into campaign (pretty_id, song_id, name) values (gen_random_uuid()::text, ${await addSong(db)}, 'Tides') returning id),
      batch as (
        insert into spot_code_batch (campaign_id, name, created_at) select id, 'Press', now() from experience returning id)
    insert into spot_code (batch_id, code_hmac, code_sealed)
    select id, ${sealer.hmac("spot-code", "spot-code")}, ${sealer.encrypt("spot-code", "spot-code")} from batch`.execute(
    db,
  );
}

/** Stores a claim with answers and a ticket. */
async function storeClaim(seal: (purpose: string) => Buffer) {
  const { db } = database.context;
  await sql`truncate reward_claim cascade`.execute(db);
  const { rows } = await sql<{ id: number }>`
    with level as (
      insert into reward (song_id, name, description, reward_points_earned, reward_type)
      values (${await addSong(db)}, 'A seat', 'By the window', 5, 'TICKET') returning id, song_id
    )
    insert into reward_claim (reward_id, song_id, points, state, created_at, changed_at)
    select id, song_id, 5, 'REQUESTED', now(), now() from level returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`update reward_claim set answers_sealed = ${seal(`claim-answers ${id}`)} where id = ${id}`.execute(
    db,
  );
  await sql`
    insert into ticket (claim_id, code_hash, code_sealed, created_at)
    values (${id}, '\\x00', ${seal(`ticket ${id}`)}, now())`.execute(db);
}

/** Reads every stored value with an encryption. @throws Error if it does not open one of them */
async function openEverywhere(encryption: Encryption): Promise<number> {
  const { db } = database.context;
  let opened = 0;
  for (const { table, key, column, purposes, where = "true" } of sealedColumns) {
    const [name = "", path] = column.split("->");
    const value = path === undefined ? `encode(${name}, 'base64')` : `${name} ->> '${path}'`;
    const { rows } = await sql<{ key: string; sealed: string }>`
      select ${sql.raw(key)}::text as key, ${sql.raw(value)} as sealed from ${sql.raw(table)}
      where ${sql.raw(where)} and length(${sql.raw(value)}) > 20`.execute(db);
    expect(rows.length, table).toBeGreaterThan(0);
    for (const row of rows) {
      const texts = purposes(row.key).flatMap((purpose) => {
        try {
          return [encryption.decrypt(purpose, Buffer.from(row.sealed, "base64"))];
        } catch {
          return [];
        }
      });
      if (texts.length !== 1) throw new Error(`${table} ${row.key} is not readable`);
      opened += 1;
    }
  }
  return opened;
}

describe("keys rotate", () => {
  it("seals every stored value with the new key, lets nodes with both keys read and start before and after it, and finds nothing when repeated", async () => {
    const { db, config } = database.context;
    const readRotations = () =>
      sql`select detail from security_event where kind = 'secret-key-rotated' order by id`.execute(db);
    const earlier = await readRotations();
    await storeEverywhere(before);
    for (const node of [before, prepared, current]) {
      expect(await openEverywhere(node)).toBe(16);
      await checkKeys(db, node, config);
    }
    await expect(openEverywhere(after)).rejects.toThrow("is not readable");
    await expect(checkKeys(db, after, config)).rejects.toThrow(/not the key/);
    const first = await rotate();
    expect(first).toMatchObject({ code: 0, error: "" });
    expect(first.text).toContain("graphile_worker._private_jobs: 3 encrypted with the current key");
    for (const node of [prepared, current, after]) {
      expect(await openEverywhere(node)).toBe(16);
      await checkKeys(db, node, config);
    }
    await expect(openEverywhere(before)).rejects.toThrow("is not readable");
    await expect(checkKeys(db, before, config)).rejects.toThrow(/not the key/);
    expect((await rotate()).text).not.toMatch(/: [1-9]/);
    const events = await readRotations();
    expect(events.rows).toEqual([...earlier.rows, { detail: { values: 16, by: "operator" } }]);
    const { rows } = await sql<{ mark: Buffer; kept: number[] }>`
      select token_mark as mark, (select array_agg((payload ->> 'kept')::int) from graphile_worker._private_jobs) as kept
      from apple_music_link where account_id = ${account}`.execute(db);
    expect(rows[0]?.mark).toEqual(after.hmac("apple-music-token", "apple-music-token"));
    expect(rows[0]?.kept).toEqual([1, 1, 1]);
    const codes = await sql<{ hmac: Buffer }>`select code_hmac as hmac from spot_code`.execute(db);
    expect(codes.rows).toEqual([{ hmac: after.hmac("spot-code", "spot-code") }]);
  });

  it("leaves nothing behind while nodes keep writing, and says when something is left", async () => {
    const { context } = database;
    await storeEverywhere(before);
    const contact = { id: account, email: "keys@label.example", name: "Label", language: "en" } as const;
    const writeMail = (encryption: Encryption) =>
      context.db.transaction().execute((tx) =>
        notify({ ...context, encryption }, tx, "login-code", contact as never, {
          code: "123456",
          lifetimeSeconds: 60,
        }),
      );
    await Promise.all([
      rotate(),
      ...Array.from({ length: 40 }, (_, n) => writeMail(n % 2 === 0 ? prepared : current)),
    ]);
    await writeMail(prepared);
    // A node that still uses the old key wrote meanwhile; the next run takes it.
    expect((await rotate()).text).toMatch(/_private_jobs: [1-9]/);
    expect(await openEverywhere(after)).toBeGreaterThan(50);
    await sql`select graphile_worker.add_job('some-job', ${JSON.stringify({ sealed: createEncryption(randomBytes(32)).encrypt("letter", "x").toString("base64") })}::json)`.execute(
      context.db,
    );
    const lost = await rotate();
    expect(lost.code).toBe(1);
    expect(lost.text).toContain("1 that no configured key opens");
    expect(lost.text).toContain("1 values were encrypted with a key that is not configured");
  });

  it("is continued by the next run after kill -9", async () => {
    const { db } = database.context;
    await storeEverywhere(before);
    const mails = 300;
    const sealed = before.encrypt("letter", "x").toString("base64");
    await sql`
      select count(graphile_worker.add_job('some-job', json_build_object('sealed', ${sealed}::text)))
      from generate_series(1, ${mails}::int)`.execute(db);
    const left = async () => {
      const { rows } = await sql<{ left: number }>`
        select count(*)::int as left from graphile_worker._private_jobs where payload ->> 'sealed' = ${sealed}`.execute(
        db,
      );
      return rows[0]?.left ?? 0;
    };
    const exited = await db.transaction().execute(async (tx) => {
      // The run comes to this row in its second batch of jobs.
      await sql`
        select from graphile_worker._private_jobs
        where id = (select id from graphile_worker._private_jobs order by id offset 250 limit 1) for update`.execute(
        tx,
      );
      const child = spawn(process.execPath, [cli, "keys", "rotate"], {
        env: { ...environment, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      });
      children.push(child);
      await waitUntilBlocked(db);
      child.kill("SIGKILL");
      return once(child, "exit");
    });
    expect(exited[1]).toBe("SIGKILL");
    expect(await left()).toBeLessThan(mails);
    await expect(openEverywhere(after)).rejects.toThrow("is not readable");
    expect(await openEverywhere(current)).toBe(mails + 16);
    expect((await rotate()).code).toBe(0);
    expect(await openEverywhere(after)).toBe(mails + 16);
  });

  it("asks for the previous key", async () => {
    const { SECRET_KEY_PREVIOUS: _, ...without } = environment;
    expect(await rotate(without)).toMatchObject({
      code: 1,
      error: expect.stringContaining("SECRET_KEY_PREVIOUS"),
    });
    expect(await rotate({ ...environment, SECRET_KEY_PREVIOUS: "short" })).toMatchObject({
      code: 1,
      error: expect.stringContaining("SECRET_KEY_PREVIOUS: must be keys of 32 bytes"),
    });
  });

  it("knows every place that seals values", () => {
    const sealing = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        file.endsWith(".ts") &&
        !file.endsWith(".test.ts") &&
        !file.startsWith("testing/") &&
        /\.encrypt\(|\.encryptContent\(|encryptedPayload\(/.test(readFileSync(`${source}${file}`, "utf8")),
    );
    const engine = "platform/security/sealed-columns.ts";
    const known = new Set([
      ...sealedColumns.flatMap(({ writtenBy }) => writtenBy),
      ...unstoredSealers,
      engine,
    ]);
    expect(sealing.filter((file) => !known.has(file))).toEqual([]);
    // The purposes are those of the code that writes the values.
    for (const { writtenBy, purposes } of sealedColumns) {
      const texts = writtenBy.map((file) => readFileSync(`${source}${file}`, "utf8")).join("\n");
      for (const purpose of purposes("")) expect(texts).toContain(purpose.trim());
    }
  });
});

describe("values derived from the key", () => {
  it("are verified by nodes with another current key", () => {
    const mark = prepared.hmac("login-code", "x");
    expect(current.hmacs("login-code", "x").some((each) => each.equals(mark))).toBe(true);
    expect(after.hmacs("login-code", "x").some((each) => each.equals(mark))).toBe(false);
  });

  it("confirm orders before and after the rotation, with links that either key made", () => {
    const order = { kind: "PARTICIPATION", exposedId: "exposed" } as const;
    const codes = [before, current].map((encryption) => deriveOrderCode({ encryption }, order));
    const [stored = ""] = codes;
    const row = { kind: order.kind, exposed_id: order.exposedId, code_hash: hashOrderCode(stored) };
    for (const encryption of [prepared, current, after])
      for (const code of codes) expect(matchesOrderCode({ encryption }, row, code)).toBe(true);
    const stranger = deriveOrderCode({ encryption: createEncryption(randomBytes(32)) }, order);
    expect(matchesOrderCode({ encryption: current }, row, stranger)).toBe(false);
  });

  it("have no key id while there is one key, so that earlier versions read them", () => {
    expect(before.keyHeader).toBeNull();
    expect(before.encrypt("p", "").length).toBe(28);
    expect(prepared.encrypt("p", "").length).toBe(37);
    expect(prepared.encrypt("p", "").subarray(0, 9)).toEqual(prepared.keyHeader);
  });
});
