import type { Executor } from "../../platform/database.ts";
import type { LevelExperience } from "../rewards/index.ts";
import { listComponents } from "./campaigns.data.ts";
import { holdOpened, listOpened, type OpenedRow } from "./opened.data.ts";
import { placesLeft } from "./participation/places.ts";

/** The experiences of a song that its reward levels may be about. */
export async function experiencesOf(db: Executor, songId: number): Promise<LevelExperience[]> {
  const rows = await listOpened(db, songId);
  return Promise.all(rows.map((row) => withPlaces(db, row)));
}

/** One of them that is not deleted; it stays as it is until the transaction ends. */
export async function holdExperience(
  tx: Executor,
  given: { campaignId: number; songId: number },
): Promise<LevelExperience | undefined> {
  const row = await holdOpened(tx, given);
  return row && withPlaces(tx, row);
}

async function withPlaces(db: Executor, row: OpenedRow): Promise<LevelExperience> {
  const { type: _type, max_nfts: _most, taken: _taken, ...experience } = row;
  return { ...experience, left: placesLeft(row, await listComponents(db, row.id)) };
}
