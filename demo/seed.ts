import { measureAudio } from "../server/src/features/catalogue/index.ts";
import type { Context } from "../server/src/platform/context.ts";
import type { Executor } from "../server/src/platform/database.ts";
import { readAsset, takePicture } from "./assets.ts";
import { demoArtists, demoExperiences, demoUsers, demoWraps } from "./catalogue/index.ts";
import {
  advanceNumbers,
  insertAccount,
  insertArtist,
  insertCampaign,
  insertRewards,
  insertSong,
  mayFill,
} from "./seed.data.ts";
import { insertSeries } from "./seed-series.ts";
import { demoSongs } from "./songs.ts";

/** The demo's label had a past before it came here: its numbers do not begin at 1. */
const firstSongNumber = 224;
const firstCampaignNumber = 23;

/** Fills an empty database with the demo catalogue: all of it or, when anything fails, nothing. */
export async function seedDemo(context: Context): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (!(await mayFill(tx))) return;
    context.log.info("filling the empty catalogue with the demo");
    const artists = await seedArtists(context, tx);
    const songs = await seedSongs(context, tx, artists);
    const campaigns = await seedCampaigns(context, tx, songs);
    for (const wrap of demoWraps) await insertRewards(tx, numberOf(songs, wrap.slug), wrap, campaigns);
    await advanceNumbers(tx);
  });
}

async function seedArtists(context: Context, tx: Executor): Promise<Map<string, number>> {
  const owners = new Map<string, string>();
  for (const user of demoUsers) owners.set(user.key, await insertAccount(tx, user));
  const numbers = new Map<string, number>();
  for (const artist of demoArtists) {
    const image = await takePicture(context, tx, `art/artists/${artist.slug}.jpg`);
    numbers.set(artist.name, await insertArtist(tx, artist, numberOf(owners, artist.owner), image));
  }
  return numbers;
}

async function seedSongs(
  context: Context,
  tx: Executor,
  artists: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const numbers = new Map(
    demoSongs.map(({ slug }, index): [string, number] => [slug, firstSongNumber + index]),
  );
  const named = new Map<string, (typeof demoSongs)[number]>(demoSongs.map((song) => [song.slug, song]));
  for (const wrap of demoWraps) {
    const { title, artist } = numberOf(named, wrap.slug);
    await insertSong(tx, {
      wrap,
      id: numberOf(numbers, wrap.slug),
      title,
      artist,
      artistId: numberOf(artists, artist),
      image: await takePicture(context, tx, `art/covers/${wrap.slug}.jpg`),
      audio: await takeAudio(context, wrap.slug),
    });
  }
  return numbers;
}

async function seedCampaigns(
  context: Context,
  tx: Executor,
  songs: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const [index, experience] of demoExperiences.entries()) {
    const id = firstCampaignNumber + index;
    const image = await takePicture(context, tx, `art/experiences/${experience.slug}/promo.jpg`);
    await insertCampaign(tx, { experience, id, songId: numberOf(songs, experience.wrap), image });
    await insertSeries(context, tx, experience, id);
    numbers.set(experience.slug, id);
  }
  return numbers;
}

async function takeAudio(context: Context, slug: string) {
  const mp3 = await readAsset(`music/audio/${slug}.mp3`);
  const { key } = await context.storage.put(mp3, { extension: "mp3", contentType: "audio/mpeg" });
  return { key, bytes: mp3.length, ...(await measureAudio(mp3)) };
}

function numberOf<Value>(known: ReadonlyMap<string, Value>, name: string): Value {
  const value = known.get(name);
  if (value === undefined) throw new Error(`the demo catalogue does not know ${name}`);
  return value;
}
