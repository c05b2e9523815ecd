import { type Executor, sql } from "../../../platform/database/database.ts";
import type { SandboxSubscription } from "./subscriptions.data.ts";

/** An invoice for one period. Amounts are US cents. */
export type SandboxInvoice = Pick<SandboxSubscription, "title" | "amount_cents" | "period"> & {
  id: string;
  subscription_id: string;
  /** For example `SBX-0001-0003`: the numbers of the subscription and of the invoice within it. */
  number: string;
  status: "OPEN" | "PAID" | "VOID";
  refunded_cents: number;
  period_from: string;
  period_until: string;
  created_at: string;
  paid_at: string | null;
};

const columns = sql`
  id, subscription_id, number, title, amount_cents, status, refunded_cents, period, period_from, period_until, created_at, paid_at`;

/** Requires the lock on the subscription, which keeps invoice numbers unique. */
export async function insertInvoice(
  tx: Executor,
  invoice: Pick<SandboxInvoice, "id" | "title" | "amount_cents" | "period"> & {
    subscription: Pick<SandboxSubscription, "id" | "number">;
    from: Date;
    until: Date;
    now: Date;
  },
): Promise<SandboxInvoice> {
  const { id, subscription, title, amount_cents, period, from, until, now } = invoice;
  const number = await nextNumber(tx, subscription);
  const { rows } = await sql<SandboxInvoice>`
    insert into sandbox_invoice (id, subscription_id, number, title, amount_cents, status, period, period_from, period_until, created_at)
    values (${id}, ${subscription.id}, ${number}, ${title}, ${amount_cents}, 'OPEN', ${period}, ${from}, ${until}, ${now})
    returning ${columns}`.execute(tx);
  if (rows[0] === undefined) throw new Error("insert returned no row");
  return rows[0];
}

async function nextNumber(
  tx: Executor,
  { id, number }: Pick<SandboxSubscription, "id" | "number">,
): Promise<string> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from sandbox_invoice where subscription_id = ${id}`.execute(tx);
  return `SBX-${fourDigits(number)}-${fourDigits((rows[0]?.count ?? 0) + 1)}`;
}

function fourDigits(number: number): string {
  return String(number).padStart(4, "0");
}

export async function readInvoice(db: Executor, id: string): Promise<SandboxInvoice | undefined> {
  const { rows } = await sql<SandboxInvoice>`select ${columns} from sandbox_invoice where id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Lists the invoices of a subscription, the latest first. */
export async function listInvoices(db: Executor, subscriptionId: string): Promise<SandboxInvoice[]> {
  const { rows } = await sql<SandboxInvoice>`
    select ${columns} from sandbox_invoice where subscription_id = ${subscriptionId}
    order by created_at desc, number desc`.execute(db);
  return rows;
}

/** Returns the open invoice; a subscription has at most one. */
export async function readOpenInvoice(
  tx: Executor,
  subscriptionId: string,
): Promise<SandboxInvoice | undefined> {
  const { rows } = await sql<SandboxInvoice>`
    select ${columns} from sandbox_invoice where subscription_id = ${subscriptionId} and status = 'OPEN'`.execute(
    tx,
  );
  return rows[0];
}

export async function markInvoicePaid(tx: Executor, id: string, now: Date): Promise<void> {
  await sql`update sandbox_invoice set status = 'PAID', paid_at = ${now} where id = ${id}`.execute(tx);
}

/** Voids open invoices, so that they can no longer be paid. */
export async function voidOpenInvoices(tx: Executor, subscriptionId: string): Promise<void> {
  await sql`
    update sandbox_invoice set status = 'VOID' where subscription_id = ${subscriptionId} and status = 'OPEN'`.execute(
    tx,
  );
}

/** Refunds the invoice of the first period, which the checkout paid. */
export async function markFirstInvoiceRefunded(tx: Executor, subscriptionId: string): Promise<void> {
  await sql`
    update sandbox_invoice set refunded_cents = amount_cents
    where id = (select id from sandbox_invoice where subscription_id = ${subscriptionId} order by created_at, number limit 1)`.execute(
    tx,
  );
}

/** Returns whether there was a paid invoice, refunded or not. */
export async function markInvoiceRefunded(
  tx: Executor,
  { id, subscriptionId }: { id: string; subscriptionId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update sandbox_invoice set refunded_cents = amount_cents
    where id = ${id} and subscription_id = ${subscriptionId} and status = 'PAID' returning id`.execute(tx);
  return rows.length > 0;
}
