import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { killRepeatedly, RECIPIENT, TRANSFER_WEI } from "../../../testing/chain/chain-kills.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "wrapsody-kills-"));
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

it("loses no accepted transaction when program, chain or both are killed", async () => {
  const order = ["both", "program", "chain", "both", "program"] as const;
  const { killed, node, transfers } = await killRepeatedly({ url: database.url, folder }, order);
  expect(killed.map(({ what, lost }) => ({ what, lost }))).toEqual(order.map((what) => ({ what, lost: 0 })));
  expect(killed.reduce((sum, { accepted }) => sum + accepted, 0)).toBeGreaterThanOrEqual(5 * order.length);
  expect(BigInt(String(await node.rpc("eth_getBalance", RECIPIENT, "latest")))).toBe(
    BigInt(transfers) * TRANSFER_WEI,
  );
  await node.kill("both");
});
