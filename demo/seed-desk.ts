import type { Executor } from "../server/src/platform/database.ts";
import type { Pictures } from "./assets.ts";
import { demoDesk } from "./desk.ts";
import { insertDeskWrap, inviteToImport } from "./seed-desk.data.ts";

const pictureOf = (slug: string) => `art/desk/${slug}.jpg`;

export const deskPictures = demoDesk.map(({ slug }) => pictureOf(slug));

/** Lays on the desks what is not public, and invites the demo's premium publisher to import in bulk. */
export async function seedDesk(
  tx: Executor,
  known: {
    pictures: Pictures;
    /** Numbers of artists by their name, and of public wraps by their slug. */
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
  if (value === undefined) throw new Error(`the demo's desk does not know ${name}`);
  return value;
}
