import { platformFee } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { hashPassword } from "../server/src/features/accounts/index.ts";
import { countTags, rankSongs } from "../server/src/features/catalogue/index.ts";
import { requestContract } from "../server/src/features/experiences/index.ts";
import type { Context } from "../server/src/platform/context.ts";
import type { Executor } from "../server/src/platform/database/database.ts";
import { type DemoAudio, type Pictures, storePictures, storeRecordings } from "./assets.ts";
import { demoAccounts, demoArtists, demoExperiences, demoUsers, demoWraps } from "./catalogue/index.ts";
import {
  advanceNumbers,
  insertAccount,
  insertArtist,
  insertCampaign,
  insertFollow,
  insertOnlyPhase,
  insertRewards,
  insertSong,
  insertSubscription,
  isEmpty,
  oneAtATime,
  readLogIns,
  setAlbumTypes,
} from "./seed.data.ts";
import { insertBalances, insertClaim } from "./seed-claims.data.ts";
import { claimsBefore } from "./seed-claims.ts";
import { deskPictures, seedDesk } from "./seed-desk.ts";
import { insertAudience, insertListens, insertPoints, insertSongDays } from "./seed-listening.data.ts";
import { audienceBefore, listensBefore, passedOn } from "./seed-listening.ts";
import { type CollectorOf, insertSeries, listSeriesImages } from "./seed-series.ts";
import { demoSongs } from "./songs.ts";

type DemoAssets = { pictures: Pictures; audio: ReadonlyMap<string, DemoAudio> };

/** The demo's label had a past before it came here: its numbers do not begin at 1. */
const firstSongNumber = 224;
const firstCampaignNumber = 23;

const DAY_MS = 86_400_000;

/** Fills an empty database with the demo catalogue: all of it or, when anything fails, nothing. */
export async function seedDemo(context: Context): Promise<void> {
  if (await isEmpty(context.db)) await oneAtATime(context.db, () => seedDatabase(context));
}

async function seedDatabase(context: Context): Promise<void> {
  if (!(await isEmpty(context.db))) return;
  context.log.info("filling the empty catalogue with the demo");
  // Files first: they are kept by content, so what a fill that failed has left behind is found again by the next.
  const slugs = demoWraps.map(({ slug }) => slug);
  const assets = {
    pictures: await storePictures(context, picturePaths()),
    audio: await storeRecordings(context, slugs),
  };
  await context.db.transaction().execute(async (tx) => {
    const accounts = await seedAccounts(context, tx);
    const artists = await seedArtists(tx, accounts, assets);
    const songs = await seedSongs(tx, artists, assets);
    await setAlbumTypes(tx);
    const campaigns = await seedCampaigns(context, tx, {
      accounts,
      songs,
      pictures: assets.pictures,
      collectorOf: collectorsAmong(accounts),
    });
    for (const wrap of demoWraps) await insertRewards(tx, numberOf(songs, wrap.slug), wrap, campaigns);
    for (const { key, follows = [] } of demoAccounts)
      for (const artist of follows) await insertFollow(tx, artist, numberOf(accounts, key));
    await seedListening(tx, numberOf(accounts, "fan"), context.clock.now());
    await rankSongs(tx, context.clock.now());
    await countTags(tx);
    await advanceNumbers(tx);
    await seedDesk(tx, { ...assets, artists, songs, accounts });
  });
}

async function seedListening(tx: Executor, fan: string, now: Date): Promise<void> {
  await insertListens(tx, fan, listensBefore(now));
  await insertAudience(tx, audienceBefore(now, demoWraps), now);
  await insertSongDays(tx);
  await insertPoints(tx, fan, passedOn);
  for (const claim of claimsBefore(now)) await insertClaim(tx, fan, claim);
  await insertBalances(tx, fan);
}

/** Paths of all pictures that the demo stores. */
export function picturePaths(): string[] {
  return [
    ...demoArtists.map(({ slug }) => artistPicture(slug)),
    ...demoWraps.map(({ slug }) => coverPicture(slug)),
    ...deskPictures,
    ...demoExperiences.flatMap(({ slug }) => [promoPicture(slug), ...listSeriesImages(slug)]),
  ];
}

const artistPicture = (slug: string) => `art/artists/${slug}.jpg`;
const coverPicture = (slug: string) => `art/covers/${slug}.jpg`;
const promoPicture = (slug: string) => `art/experiences/${slug}/promo.jpg`;

/** Returns a line per working demo account: address and password. */
export async function demoLogIns({ db }: Context): Promise<string[]> {
  const emails = await readLogIns(
    db,
    demoUsers.map(({ email }) => email),
  );
  return demoUsers
    .filter(({ email }) => emails.includes(email))
    .map(({ email, password }) => `${email}  ${password}`);
}

async function seedAccounts(context: Context, tx: Executor): Promise<Map<string, string>> {
  const accounts = new Map<string, string>();
  for (const user of demoAccounts) {
    const account = await insertAccount(tx, user, await hashOf(context, user.key));
    accounts.set(user.key, account);
    if (user.plan !== "FREE") await insertSubscription(tx, account, user.plan);
  }
  return accounts;
}

/** The passwords are public: where it matters who comes in, they open nothing. */
async function hashOf(context: Context, key: string): Promise<string | null> {
  const password = demoUsers.find((user) => user.key === key)?.password;
  return context.config.production || password === undefined ? null : hashPassword(password);
}

function collectorsAmong(accounts: ReadonlyMap<string, string>): CollectorOf {
  const fans = demoAccounts.filter(({ follows }) => follows !== undefined);
  return (slug, place) => {
    const named = demoUsers.find(({ collected }) => collected?.[slug]?.includes(place));
    // Three is prime to their number, so that neighbours are of different people.
    const collector = named ?? fans[(slug.length + place * 3) % fans.length];
    return collector === undefined ? null : numberOf(accounts, collector.key);
  };
}

async function seedArtists(
  tx: Executor,
  accounts: ReadonlyMap<string, string>,
  { pictures }: DemoAssets,
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const artist of demoArtists) {
    const image = pictures(artistPicture(artist.slug));
    numbers.set(artist.name, await insertArtist(tx, artist, numberOf(accounts, artist.owner), image));
  }
  return numbers;
}

async function seedSongs(
  tx: Executor,
  artists: ReadonlyMap<string, number>,
  { pictures, audio }: DemoAssets,
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
      image: pictures(coverPicture(wrap.slug)),
      audio: numberOf(audio, wrap.slug),
    });
  }
  return numbers;
}

type CampaignsToSeed = Pick<DemoAssets, "pictures"> & {
  accounts: ReadonlyMap<string, string>;
  songs: ReadonlyMap<string, number>;
  collectorOf: CollectorOf;
};

/**
 * If the program has its own chain, unfinished experiences are on it: drafts can be activated there, and participants of
 * active ones get real tokens. Its contracts are requested here and deployed soon after the start.
 */
async function seedCampaigns(
  context: Context,
  tx: Executor,
  { accounts, songs, pictures, collectorOf }: CampaignsToSeed,
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const [index, experience] of demoExperiences.entries()) {
    const id = firstCampaignNumber + index;
    const image = pictures(promoPicture(experience.slug));
    const isOver = !experience.is_active && experience.contract !== undefined;
    const local = context.config.chains.local && !isOver;
    await insertCampaign(tx, { experience, id, songId: numberOf(songs, experience.wrap), image, local });
    if (experience.opensInDays !== undefined) {
      const opensAt = new Date(context.clock.now().getTime() + experience.opensInDays * DAY_MS);
      await insertOnlyPhase(tx, {
        campaignId: id,
        opensAt,
        priceCents: Math.round(experience.cost_per_nft * 100),
      });
    }
    const payeeId = ownerOf(experience.wrap, accounts);
    const feeOf = (cents: number) => platformFee(cents, planOf(payeeId, accounts));
    await insertSeries(tx, experience, id, { pictures, collectorOf, payeeId, feeOf });
    if (local && experience.is_active) {
      const { name, max_nfts } = experience;
      const campaign = { id, name, max_nfts, network: "LOCAL", royalty_basis_points: 0 } as const;
      await requestContract(context, tx, { campaign, royaltyReceiver: null, by: payeeId });
    }
    numbers.set(experience.slug, id);
  }
  return numbers;
}

/** The account of the publisher whose artist made a wrap. */
function ownerOf(wrap: string, accounts: ReadonlyMap<string, string>): string {
  const song = demoSongs.find(({ slug }) => slug === wrap);
  const artist = demoArtists.find(({ name }) => name === song?.artist);
  if (artist === undefined) throw new Error(`the demo catalogue does not know whose ${wrap} is`);
  return numberOf(accounts, artist.owner);
}

function planOf(account: string, accounts: ReadonlyMap<string, string>): "FREE" | "PREMIUM" {
  const user = demoAccounts.find(({ key }) => accounts.get(key) === account);
  return user?.plan === "FREE" ? "FREE" : "PREMIUM";
}

function numberOf<Value>(known: ReadonlyMap<string, Value>, name: string): Value {
  const value = known.get(name);
  if (value === undefined) throw new Error(`the demo catalogue does not know ${name}`);
  return value;
}
