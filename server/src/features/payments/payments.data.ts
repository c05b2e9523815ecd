import type { ListedPayment, OrderKind, paymentStates } from "@wrapsody/shared/payments/payments.ts";
import { z } from "zod";
import { type Executor, sql } from "../../platform/database/database.ts";
import type { Period } from "./orders.ts";
import type { DisputeSnapshot } from "./provider.ts";

export type State = (typeof paymentStates)[number];

/** A change of a payment that was observed at the provider or decided here. */
export type Transition = "opened" | "paid" | "expired" | "refund requested" | "refunded";

export type ProviderName = ListedPayment["provider"];
/** The problems that are stored; the others are computed on reading. */
export type Problem = Exclude<
  NonNullable<ListedPayment["problem"]>,
  "OVERDUE" | "MATERIAL_MISSING" | "ARTWORK_FAILED"
>;

export type PaymentRow = {
  id: string;
  kind: OrderKind;
  reference: string;
  title: string;
  amount_cents: number;
  platform_fee_cents: number;
  provider_fee_cents: number | null;
  provider: ProviderName;
  destination: string | null;
  ways_back: Buffer | null;
  session_id: string | null;
  intent_id: string | null;
  url: string | null;
  state: State;
  problem: Problem | null;
  refund_reason: string | null;
  refund_attempt: number;
  part_refunded_cents: number;
  expires_at: string;
  account_id: string | null;
  period: Period | null;
  subscription_id: string | null;
  customer_id: string | null;
  paid_until: string | null;
  ended_at: string | null;
  terms_asked_at: string | null;
};

const columns = sql`
  id, kind, reference, title, amount_cents, platform_fee_cents, provider_fee_cents, provider, destination, ways_back, session_id,
  intent_id, url, state, problem, refund_reason, refund_attempt, part_refunded_cents, expires_at,
  account_id, period, subscription_id, customer_id, paid_until, ended_at, terms_asked_at`;

export type NewPayment = {
  id: string;
  kind: OrderKind;
  reference: string;
  accountId: string;
  payeeId: string | null;
  title: string;
  amountCents: number;
  platformFeeCents: number;
  provider: ProviderName;
  period: Period | null;
  sealedReturnUrls: Buffer;
  expiresAt: Date;
  now: Date;
};

/**
 * Inserts a payment unless its order has one. Reads the payee's payout account and the payer's customer id now, so that a repeat sends
 * the provider the same parameters.
 */
export async function insertPayment(db: Executor, payment: NewPayment): Promise<void> {
  await sql`
    insert into payment (id, kind, reference, account_id, payee_id, title, amount_cents, platform_fee_cents, provider, destination,
      ways_back, period, customer_id, state, created_at, expires_at, checked_at)
    values (${payment.id}, ${payment.kind}, ${payment.reference}, ${payment.accountId}, ${payment.payeeId}, ${payment.title},
      ${payment.amountCents}, ${payment.platformFeeCents}, ${payment.provider},
      (select external_id from payout_account where account_id = ${payment.payeeId} and provider = ${payment.provider} and is_ready),
      ${payment.sealedReturnUrls}, ${payment.period}::text, case when ${payment.period}::text is not null then (
        select customer_id from payment
        where account_id = ${payment.accountId} and provider = ${payment.provider} and customer_id is not null
        order by created_at desc limit 1) end, 'OPENING', ${payment.now}, ${payment.expiresAt}, ${payment.now})
    on conflict (kind, reference) do nothing`.execute(db);
}

type OrderKey = { kind: OrderKind; reference: string };

export async function findPaymentOfOrder(
  db: Executor,
  { kind, reference }: OrderKey,
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from payment where kind = ${kind} and reference = ${reference}`.execute(db);
  return rows[0];
}

export async function readPayment(db: Executor, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`select ${columns} from payment where id = ${id}`.execute(db);
  return rows[0];
}

/** Returns whether another amount was charged for an order than requested, so that it was not fulfilled. */
export async function hasAmountMismatch(db: Executor, { kind, reference }: OrderKey): Promise<boolean> {
  const { rows } = await sql`
    select from payment where kind = ${kind} and reference = ${reference} and problem = 'AMOUNT_DIFFERS'`.execute(
    db,
  );
  return rows.length > 0;
}

/** Locks a payment. Every change of a payment takes this lock, so that each transition runs once. */
export async function lockPayment(tx: Executor, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`select ${columns} from payment where id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Finds a payment by the most specific reference of an event. The provider's metadata may contain any `paymentId`, valid or not. */
export async function findPaymentId(
  db: Executor,
  provider: ProviderName,
  about: { paymentId?: string; sessionId?: string; intentId?: string; subscriptionId?: string },
): Promise<string | undefined> {
  const paymentId = z.guid().safeParse(about.paymentId).data ?? null;
  const { sessionId = null, intentId = null, subscriptionId = null } = about;
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where provider = ${provider} and (id = ${paymentId}::uuid or session_id = ${sessionId} or intent_id = ${intentId}
      or subscription_id = ${subscriptionId})
    order by id is not distinct from ${paymentId}::uuid desc, session_id is not distinct from ${sessionId} desc,
      subscription_id is not distinct from ${subscriptionId} desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** Lists the payments that a refund or dispute may concern; by customer, because later invoices have intents of their own. */
export async function listPaymentsMatching(
  db: Executor,
  provider: ProviderName,
  about: { paymentId?: string; intentId?: string; customerId?: string },
): Promise<string[]> {
  const paymentId = z.guid().safeParse(about.paymentId).data ?? null;
  const { intentId = null, customerId = null } = about;
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where provider = ${provider} and (id = ${paymentId}::uuid or intent_id = ${intentId}
      or (customer_id = ${customerId} and subscription_id is not null))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Writes the next state with the time of its transition. */
export async function writeState(
  tx: Executor,
  { id, state, transition, now }: { id: string; state: State; transition: Transition; now: Date },
): Promise<void> {
  await sql`
    update payment set state = ${state},
      paid_at = case when ${transition} = 'paid' then ${now} else paid_at end,
      refund_asked_at = case when ${transition} = 'refund requested' then ${now} else refund_asked_at end,
      refunded_at = case when ${transition} = 'refunded' then ${now} else refunded_at end,
      ways_back = case when ${state} = 'OPENING' then ways_back end
    where id = ${id}`.execute(tx);
}

export async function writeSession(
  tx: Executor,
  { id, sessionId, url }: { id: string; sessionId: string; url: string | null },
): Promise<void> {
  await sql`
    update payment set session_id = ${sessionId}, url = coalesce(url, ${url}) where id = ${id}`.execute(tx);
}

export async function writeProviderState(
  tx: Executor,
  checked: {
    id: string;
    intentId: string | null;
    feeCents: number | null;
    partCents: number;
    problem: Problem | null;
    now: Date;
  },
): Promise<void> {
  await sql`
    update payment set intent_id = coalesce(${checked.intentId}, intent_id),
      provider_fee_cents = coalesce(${checked.feeCents}, provider_fee_cents), problem = ${checked.problem}, checked_at = ${checked.now},
      part_refunded_cents = ${checked.partCents},
      part_refunded_at = case when ${checked.partCents}::integer > 0 then coalesce(part_refunded_at, ${checked.now}) end
    where id = ${checked.id}`.execute(tx);
}

/** Stores the disputes of a payment as the provider reports them. */
export async function writeDisputes(
  tx: Executor,
  { id, provider }: Pick<PaymentRow, "id" | "provider">,
  disputes: readonly DisputeSnapshot[],
): Promise<void> {
  for (const { id: externalId, amountCents, state, createdAt } of disputes)
    await sql`
      insert into payment_dispute (provider, external_id, payment_id, amount_cents, state, created_at)
      values (${provider}, ${externalId}, ${id}, ${amountCents}, ${state}, ${createdAt})
      on conflict (provider, external_id) do update set amount_cents = excluded.amount_cents, state = excluded.state`.execute(
      tx,
    );
}

/** Lets the platform collect the whole amount, unless the checkout is open already. */
export async function clearDestination(db: Executor, id: string): Promise<void> {
  await sql`update payment set destination = null where id = ${id} and url is null`.execute(db);
}

export async function writeProblem(
  tx: Executor,
  { id, problem, now }: { id: string; problem: Problem | null; now: Date },
): Promise<void> {
  await sql`update payment set problem = ${problem}, checked_at = ${now} where id = ${id}`.execute(tx);
}

export async function writeRefundReason(tx: Executor, id: string, reason: string): Promise<void> {
  await sql`update payment set refund_reason = ${reason} where id = ${id}`.execute(tx);
}

export async function startNextRefundAttempt(tx: Executor, id: string): Promise<void> {
  await sql`
    update payment set refund_attempt = refund_attempt + 1, problem = null where id = ${id}`.execute(tx);
}

/** Lists payments that were not synced since `since`, or whose checkout expired and still counts as open. */
export async function listStalePayments(
  db: Executor,
  { provider, since, now }: { provider: ProviderName; since: Date; now: Date },
): Promise<Array<Pick<PaymentRow, "id" | "state" | "kind" | "reference">>> {
  const { rows } = await sql<Pick<PaymentRow, "id" | "state" | "kind" | "reference">>`
    select id, state, kind, reference from payment
    where provider = ${provider} and state in ('OPENING', 'OPEN', 'REFUNDING') and (checked_at < ${since} or (state <> 'REFUNDING' and expires_at <= ${now}))
      and (state <> 'REFUNDING' or problem is distinct from 'REFUND_FAILED')
    order by checked_at limit 500`.execute(db);
  return rows;
}

/**
 * Locks all payments of an account. Account deletion calls it first: recording a payment locks the payment and then the account, so the
 * opposite order would deadlock.
 */
export async function lockPaymentsOfAccount(tx: Executor, accountId: string): Promise<void> {
  await sql`select from payment where account_id = ${accountId} order by id for update`.execute(tx);
}
