import { type Executor, sql } from "../../platform/database/database.ts";
import { type ExportTable, paged } from "../accounts/index.ts";
import { slotNames } from "./public/campaigns.data.ts";

/** Exports the orders, collected artworks, reminders and waitlists of an account, and the lists of phases that name its address or wallets. */
export const experiencesExport = {
  orders: paged(listExportedOrders),
  artworks: paged(listExportedArtworks),
  phase_reminders: paged(listExportedReminders),
  waitlists: paged(listExportedWaitlists),
  phase_lists: paged(listExportedPhaseEntries),
} satisfies ExportTable;

type ExportedArtwork = {
  id: number;
  campaign_id: number;
  campaign: string;
  name: string;
  nft_id: string | null;
  traits: unknown;
  slot_names: unknown;
  total_rarity_score: number | null;
  owner_wallet_address: string | null;
  created_at: string;
  minted_at: string | null;
};

/** `order` is the exposed id. The code is not exported, because it is stored only as a hash. */
type ExportedOrder = {
  id: number;
  order: string;
  campaign_id: number;
  campaign: string;
  phase: string | null;
  wallet_address: string | null;
  state: string;
  total_cents: number;
  /** Discount of a code. */
  discount_cents: number;
  with_code: boolean;
  photos: number;
  created_at: string;
  completed_at: string | null;
};

export async function listExportedOrders(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: ExportedOrder | undefined },
): Promise<ExportedOrder[]> {
  const further =
    after === undefined ? sql`true` : sql`(o.created_at, o.id) < (${after.created_at}, ${after.id})`;
  const { rows } = await sql<ExportedOrder>`
    select o.id, o.exposed_id as "order", o.campaign_id, c.name as campaign,
      (select f.name from campaign_phase f where f.id = o.phase_id) as phase, o.wallet as wallet_address, o.state, o.total_cents,
      o.discount_cents, o.code_id is not null as with_code,
      (select count(*) from participation_photo f where f.participation_id = o.id) as photos, o.created_at, o.completed_at
    from participation o join campaign c on c.id = o.campaign_id
    where o.account_id = ${accountId} and ${further}
    order by o.created_at desc, o.id desc limit ${limit}`.execute(db);
  return rows;
}

async function listExportedArtworks(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: ExportedArtwork | undefined },
): Promise<ExportedArtwork[]> {
  const further =
    after === undefined ? sql`true` : sql`(p.created_at, p.id) < (${after.created_at}, ${after.id})`;
  const { rows } = await sql<ExportedArtwork>`
    select p.id, p.campaign_id, c.name as campaign, p.name, p.nft_id, p.traits, ${slotNames} as slot_names, p.total_rarity_score,
      p.owner_wallet_address, p.created_at, p.minted_at
    from participant p join campaign c on c.id = p.campaign_id
    where p.account_id = ${accountId} and ${further}
    order by p.created_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

/** A phase about whose opening the account, or its own address, gets a mail. */
type ExportedReminder = {
  id: number;
  campaign_id: number;
  campaign: string;
  phase: string;
  email: string | null;
  language: string;
  confirmed_at: string | null;
  created_at: string;
};

async function listExportedReminders(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: ExportedReminder | undefined },
): Promise<ExportedReminder[]> {
  const { rows } = await sql<ExportedReminder>`
    select r.id, f.campaign_id, c.name as campaign, f.name as phase, r.email, r.language, r.confirmed_at, r.created_at
    from phase_reminder r join campaign_phase f on f.id = r.phase_id join campaign c on c.id = f.campaign_id
    where (r.account_id = ${accountId}
        or lower(r.email) = (select lower(email) from account where id = ${accountId} and verified_at is not null))
      and r.id > ${after?.id ?? 0}::bigint
    order by r.id limit ${limit}`.execute(db);
  return rows;
}

type ExportedWaiting = {
  id: number;
  campaign_id: number;
  campaign: string;
  phase: string | null;
  joined_at: string;
  held_until: string | null;
};

async function listExportedWaitlists(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: ExportedWaiting | undefined },
): Promise<ExportedWaiting[]> {
  const { rows } = await sql<ExportedWaiting>`
    select w.id, w.campaign_id, c.name as campaign, (select f.name from campaign_phase f where f.id = w.phase_id) as phase,
      w.joined_at, w.held_until
    from waitlist_entry w join campaign c on c.id = w.campaign_id
    where w.account_id = ${accountId} and w.id > ${after?.id ?? 0}::bigint
    order by w.id limit ${limit}`.execute(db);
  return rows;
}

/** A phase that a publisher opened to the account's address or wallet. */
type ExportedPhaseEntry = { id: number; campaign_id: number; campaign: string; phase: string; entry: string };

async function listExportedPhaseEntries(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: ExportedPhaseEntry | undefined },
): Promise<ExportedPhaseEntry[]> {
  const { rows } = await sql<ExportedPhaseEntry>`
    select f.id, f.campaign_id, c.name as campaign, f.name as phase, e.entry
    from campaign_phase_entry e join campaign_phase f on f.id = e.phase_id join campaign c on c.id = f.campaign_id
    where e.entry in (select lower(a.email) from account a where a.id = ${accountId} and a.verified_at is not null
        union all select w.address from wallet w where w.account_id = ${accountId})
      and (f.id, e.entry) > (${after?.id ?? 0}::bigint, ${after?.entry ?? ""})
    order by f.id, e.entry limit ${limit}`.execute(db);
  return rows;
}
