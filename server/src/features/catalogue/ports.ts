import type { ListenPoints } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { CountedPlay } from "./plays/plays.data.ts";

/** Functions of rewards and experiences, later features, that the catalogue calls. `features.ts` registers them when the program loads. */
export type CataloguePorts = {
  /** Lists a song's reward levels as its page shows them. */
  listRewards(db: Executor, songId: number): Promise<Reward[]>;
  /** Counts the reward levels of each song; songs without any are omitted. */
  countRewards(db: Executor, songIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /**
   * Awards the points of a play in the transaction that counts it. Returns when another play of the song may earn a
   * point, or null.
   */
  awardPlayPoints(context: Context, tx: Executor, play: CountedPlay): Promise<string | null>;
  /** Returns what a play earns a listener, and when another one may if this one does not. */
  readListenPoints(
    context: Context,
    play: { accountId: string; songId: number; streamId: string; counted: boolean },
  ): Promise<{ points: ListenPoints; nextAwardAt: string | null } | null>;
  /** Returns whether the song has an active experience, and keeps it so until `tx` ends. */
  hasActiveCampaign(tx: Executor, songId: number): Promise<boolean>;
  /** Counts the experiences of each song; songs without any are omitted. */
  countExperiences(db: Executor, songIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Returns which of the songs have experiences with a paid order. */
  listSoldSongs(db: Executor, songIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Withdraws the public copies of the songs' files, unless anything public still shows them. */
  withdrawSongFiles(tx: Executor, songIds: readonly number[]): Promise<void>;
  /** Counts the accounts that earned points with songs. */
  countPointEarners: CountPeople;
  /** Counts the accounts that claimed rewards of songs. */
  countClaimants: CountPeople;
  /** Counts the accounts that took part in experiences of songs. */
  countParticipants: CountPeople;
};

/** Distinct people: of all songs together, and of each song with any. */
export type PeopleCounts = { all: number; songs: ReadonlyMap<number, number> };

/** Counts people in `[from, until)`. */
type CountPeople = (
  db: Executor,
  songIds: readonly number[],
  range: { from: Date; until: Date },
) => Promise<PeopleCounts>;

let registered: CataloguePorts | undefined;

export function registerCataloguePorts(ports: CataloguePorts): void {
  registered = ports;
}

export function cataloguePorts(): CataloguePorts {
  if (registered === undefined) throw new Error("features.ts has not registered the catalogue's ports");
  return registered;
}

/** Withdraws the public copies of the files of a song and its experiences, unless anything public still shows them. */
export function withdrawPublicFiles(tx: Executor, songId: number): Promise<void> {
  return cataloguePorts().withdrawSongFiles(tx, [songId]);
}
