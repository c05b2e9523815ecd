import { type Executor, sql } from "../../../../platform/database/database.ts";

/** What everything that is drawn for a campaign follows from; nobody is told. */
export async function readSeed(db: Executor, campaignId: number): Promise<string> {
  const { rows } = await sql<{ seed: string }>`select seed from campaign where id = ${campaignId}`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) throw new Error("there is no such campaign");
  return found.seed;
}
