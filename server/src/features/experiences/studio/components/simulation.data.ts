import { type Executor, sql } from "../../../../platform/database/database.ts";

/** Reads the secret seed from which all pictures of a campaign are drawn. */
export async function readSeed(db: Executor, campaignId: number): Promise<string> {
  const { rows } = await sql<{ seed: string }>`select seed from campaign where id = ${campaignId}`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`campaign ${campaignId} not found`);
  return found.seed;
}
