import type { Executor } from "../server/src/platform/database/database.ts";
import type { Pictures } from "./assets.ts";
import { demoDesk } from "./desk.ts";
import { insertDeskWrap, inviteToImport } from "./seed-desk.data.ts";

const pictureOf = (slug: string) => `art/desk/${slug}.jpg`;

export const deskPictures = demoDesk.map(({ slug }) => pictureOf(slug));

/** Inserts the wraps that are not public, and invites the demo's premium publisher to import in bulk. */
export async function seedDesk(
  tx: Executor,
  known: {
    pictures: Pictures;
    /** Ids of artists by name, and of public wraps by slug. */
    artists: ReadonlyMap<string, number>;
    songs: ReadonlyMap<string, number>;
    accounts: ReadonlyMap<string, string>;
  },
): Promise<void> {
  for (const wrap of demoDesk) {
    await insertDeskWrap(tx, {
      wrap,
      artistId: numberOf(known.artists, wrap.artist),
      imageId: known.pictures(pictureOf(wrap.slug)).id,
      recording: "recording" in wrap ? numberOf(known.songs, wrap.recording) : null,
    });
  }
  await inviteToImport(tx, numberOf(known.accounts, "premium"), numberOf(known.accounts, "admin"));
}

function numberOf<Value>(known: ReadonlyMap<string, Value>, name: string): Value {
  const value = known.get(name);
  if (value === undefined) throw new Error(`unknown name in the demo's unpublished wraps: ${name}`);
  return value;
}
