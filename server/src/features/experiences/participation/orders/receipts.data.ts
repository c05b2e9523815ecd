import { type Executor, sql } from "../../../../platform/database/database.ts";

/** Details of a receipt besides its order. */
export type ReceiptRow = { paid_at: string; wrap: string; artist: string; publisher: string };

/** Returns undefined for an order that was not paid for. */
export async function findReceipt(db: Executor, orderId: number): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select y.paid_at, s.name as wrap, s.artist, coalesce(u.name, '') as publisher
    from participation p
      join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text and y.paid_at is not null
      join campaign c on c.id = p.campaign_id join song s on s.id = c.song_id
      left join account u on u.id = p.payee_id
    where p.id = ${orderId}`.execute(db);
  return rows[0];
}
