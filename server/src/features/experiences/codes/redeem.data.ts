import { type Executor, sql } from "../../../platform/database/database.ts";

/** A code as an order finds it. */
export type FoundCode = {
  id: number;
  percent_off: number | null;
  cents_off: number | null;
  expires_at: string | null;
  isRevoked: boolean;
  /** The order that uses it, unless that ended. */
  order: { accountId: string | null; isOpen: boolean } | null;
};

/** Finds a code of a campaign by its HMAC, of which there is one for each configured key. */
export async function findCode(
  db: Executor,
  { campaignId, hmacs }: { campaignId: number; hmacs: readonly Buffer[] },
): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select k.id, b.percent_off, b.cents_off, b.expires_at, coalesce(k.revoked_at, b.revoked_at) is not null as "isRevoked",
      (select json_build_object('accountId', p.account_id, 'isOpen', p.state <> 'FULFILLED') from participation p
        where p.code_id = k.id and p.state not in ('EXPIRED', 'REFUNDED')) as "order"
    from spot_code k join spot_code_batch b on b.id = k.batch_id
    where k.code_hmac = any(${[...hmacs]}::bytea[]) and b.campaign_id = ${campaignId}`.execute(db);
  return rows[0];
}

/** Returns whether an order that ended may take its code again: nobody used it meanwhile, and it was not revoked. */
export async function isCodeFree(db: Executor, codeId: number): Promise<boolean> {
  const { rows } = await sql`
    select from spot_code k join spot_code_batch b on b.id = k.batch_id
    where k.id = ${codeId} and k.revoked_at is null and b.revoked_at is null and not exists (
      select from participation p where p.code_id = k.id and p.state not in ('EXPIRED', 'REFUNDED'))`.execute(
    db,
  );
  return rows.length > 0;
}
