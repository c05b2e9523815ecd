import type { ListedPayment } from "@wrapsody/shared/payments/payments.ts";
import { type Executor, sql } from "../../platform/database/database.ts";
import { type ExportTable, paged } from "../accounts/index.ts";
import type { Invoice } from "./orders.ts";

/** Exports the payments, invoices, payout accounts and payouts of an account. */
export const paymentsExport = {
  payments: paged(listOwnPayments),
  bills: paged(listOwnInvoices),
  payout_accounts: listOwnPayoutAccounts,
  payouts: paged(listExportedPayouts),
} satisfies ExportTable;

type OwnPayment = Pick<
  ListedPayment,
  | "kind"
  | "reference"
  | "title"
  | "state"
  | "amount_cents"
  | "refunded_cents"
  | "created_at"
  | "paid_at"
  | "refunded_at"
>;

/** Lists an account's payments page by page, the oldest first. */
async function listOwnPayments(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnPayment | undefined },
): Promise<OwnPayment[]> {
  const { rows } = await sql<OwnPayment>`
    select kind, reference, title, state, amount_cents,
      case when refunded_at is null then part_refunded_cents else amount_cents end as refunded_cents, created_at, paid_at,
      refunded_at from payment
    where account_id = ${accountId}
      and (${after?.created_at ?? null}::timestamptz is null
        or (created_at, kind, reference) > (${after?.created_at ?? null}::timestamptz, ${after?.kind ?? null}, ${after?.reference ?? null}))
    order by created_at, kind, reference limit ${limit}`.execute(db);
  return rows;
}

type OwnInvoice = Omit<Invoice, "id"> & { provider: string; external_id: string };

/** Lists an account's invoices page by page, the oldest first. */
async function listOwnInvoices(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnInvoice | undefined },
): Promise<OwnInvoice[]> {
  const { rows } = await sql<OwnInvoice>`
    select p.kind, p.reference, i.provider, i.external_id, i.number, i.amount_cents, i.refunded_cents, i.state, i.period, i.period_from,
      i.period_until, i.created_at, i.paid_at
    from payment p join payment_invoice i on i.payment_id = p.id
    where p.account_id = ${accountId}
      and (${after?.created_at ?? null}::timestamptz is null
        or (i.created_at, i.provider, i.external_id)
          > (${after?.created_at ?? null}::timestamptz, ${after?.provider ?? null}, ${after?.external_id ?? null}))
    order by i.created_at, i.provider, i.external_id limit ${limit}`.execute(db);
  return rows;
}

async function listOwnPayoutAccounts(db: Executor, accountId: string): Promise<object[]> {
  const { rows } = await sql<{ provider: string; external_id: string; is_ready: boolean }>`
    select provider, external_id, is_ready from payout_account where account_id = ${accountId}`.execute(db);
  return rows;
}

type ExportedPayout = {
  provider: string;
  external_id: string;
  amount: number;
  currency: string;
  state: string;
  created_at: string;
  arrives_at: string;
};

/** Lists the payouts of an account page by page, the oldest first. */
async function listExportedPayouts(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: ExportedPayout | undefined },
): Promise<ExportedPayout[]> {
  const { rows } = await sql<ExportedPayout>`
    select o.provider, o.external_id, o.amount::float8 as amount, o.currency, o.state, o.created_at, o.arrives_at
    from payout_account a join payout o on o.provider = a.provider and o.destination = a.external_id
    where a.account_id = ${accountId}
      and (${after?.created_at ?? null}::timestamptz is null
        or (o.created_at, o.provider, o.external_id)
          > (${after?.created_at ?? null}::timestamptz, ${after?.provider ?? null}, ${after?.external_id ?? null}))
    order by o.created_at, o.provider, o.external_id limit ${limit}`.execute(db);
  return rows;
}
