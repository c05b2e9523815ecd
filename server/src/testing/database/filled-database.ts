import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { query } from "./setup.ts";

/** The SECRET_KEY of the filled database. */
export const filledDatabaseKey: Buffer = Buffer.alloc(32, "w");

/**
 * Replaces what a database contains by one that the program filled at commit 4451c07: the demo catalogue, and three readers with plays,
 * orders, a subscription and tokens. Statements of that commit's migrations and of its queue create the tables.
 */
export async function loadFilledDatabase(url: string): Promise<void> {
  const file = await readFile(new URL("./filled-4451c07.sql.gz", import.meta.url));
  const statements = (await promisify(gunzip)(file)).toString("utf8");
  await query(url, "drop schema if exists public, graphile_worker cascade; create schema public");
  await query(url, statements);
}
