import type { WaitingKind } from "@wrapsody/shared/operations/waiting.ts";
import type { Plan, Subscription } from "@wrapsody/shared/payments/subscriptions.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { ExportTable } from "./privacy/export-table.ts";

/** Functions of later features that accounts call. `features.ts` connects them when the program loads. */
export type AccountPorts = {
  subscriptions: {
    /** Lists the active subscriptions of an account, the one that lasts longest first. */
    listSubscriptions(db: Executor, accountId: string, now: Date): Promise<Subscription[]>;
    isPremium(db: Executor, accountId: string, now: Date): Promise<boolean>;
    /** Reads the paid or granted plans of accounts; accounts on the free plan are missing. */
    listCurrentPlans(
      db: Executor,
      accountIds: readonly string[],
      now: Date,
    ): Promise<ReadonlyMap<string, CurrentPlan>>;
    /** Grants the premium plan until an instant, replacing an earlier grant. Returns whether anything changed. */
    grantPlan(tx: Executor, grant: { accountId: string; until: Date; now: Date }): Promise<boolean>;
    /** Revokes a grant, never a paid plan. Returns whether there was one. */
    revokePlan(tx: Executor, accountId: string): Promise<boolean>;
  };
  catalogue: {
    /** Makes the account the owner of the artist unless it was deleted. Returns whether anything changed. */
    assignArtist(tx: Executor, owner: { artistId: number; accountId: string }): Promise<boolean>;
    /** Locks an artist against deletion. Returns whether it exists. */
    lockArtist(tx: Executor, artistId: number): Promise<boolean>;
    /** Counts the artists and wraps of each account; accounts without any are missing. */
    countArtistsAndSongs(
      db: Executor,
      accountIds: readonly string[],
    ): Promise<ReadonlyMap<string, { artists: number; songs: number }>>;
    /** Counts the songs that prevent deleting the account and locks its artists. */
    lockAndCountOwnSongs(tx: Executor, accountId: string): Promise<{ artists: number; songs: number }>;
    /**
     * Gives the account the splits that name it by its address only, so that they stay its own under another address.
     */
    bindSplits(tx: Executor, owner: { accountId: string; email: string }): Promise<void>;
    /** Drops the kept pages of the account's playlists, which name it. */
    invalidateOwnPlaylists(tx: Executor, accountId: string): Promise<void>;
    /** Deletes what an address without an account asked to be notified of. */
    deleteAddressReminders(db: Executor, address: string): Promise<void>;
  };
  files: {
    /** Counts the bytes of the files that an account uploaded and still uses. */
    countStorageBytes(db: Executor, accountId: string): Promise<number>;
  };
  /** Ends what is unfinished before an account is deleted. No transaction may be open. */
  endOrders(context: Context, accountId: string): Promise<void>;
  /**
   * Detaches the data of later features from an account, in the transaction that deletes it. `keepsArtworks`: its
   * artworks stay public.
   */
  detachAccount(
    context: Context,
    tx: Executor,
    account: { accountId: string; keepsArtworks: boolean },
  ): Promise<void>;
  /** Notifies people of what happened, in the transaction in which it did; of each event once. */
  announce(context: Context, tx: Executor, announced: Announced): Promise<void>;
  /** What later features show to administrators. */
  administration: readonly AdministrationPart[];
  /** Sections of a data export by feature, in the order of the export. */
  exportTables: Readonly<Record<string, ExportTable>>;
};

/** What a feature shows to administrators outside of its own pages. */
export type AdministrationPart = {
  /** Counts what waits for a decision, each kind up to `MAX_WAITING`. */
  countWaiting?(context: Context): Promise<Partial<Record<WaitingKind, number>>>;
  /** Finds what audit events are about, by the key of their detail that has its id. */
  findObjects?: Readonly<Record<string, (db: Executor, ids: readonly string[]) => Promise<AuditObject[]>>>;
};

/** An object of audit events. `path` is a page of the site, null if it has none any more. */
export type AuditObject = { id: string; name: string; path: string | null };

/**
 * Events that people are notified of in the site: followers of a new wrap or experience and when one is almost sold out, fans of their artwork,
 * of a reward that their points suffice for, and of the artist's response to their claim.
 */
export type Announced =
  | { kind: "WRAP"; songId: number }
  | { kind: "EXPERIENCE" | "ALMOST_SOLD_OUT"; campaignId: number }
  | { kind: "ARTWORK"; campaignId: number; participantId: number }
  | { kind: "CLAIM"; claimId: number }
  | { kind: "REWARD"; accountId: string; rewardId: number };

type CurrentPlan = { plan: Plan; expires_at: string };

let connected: AccountPorts | undefined;

export function connectAccounts(ports: AccountPorts): void {
  connected = ports;
}

/** Notifies people of what happened, in the transaction in which it did. */
export function announce(context: Context, tx: Executor, announced: Announced): Promise<void> {
  return accountPorts().announce(context, tx, announced);
}

export function accountPorts(): AccountPorts {
  if (connected === undefined) throw new Error("features.ts has not connected the accounts feature");
  return connected;
}
