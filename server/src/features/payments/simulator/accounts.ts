import type { Billing } from "./billing.ts";
import {
  type Account,
  type BalanceItem,
  newId,
  type Parameters,
  type Payout,
  type Session,
} from "./objects.ts";
import { StripeError } from "./parameters.ts";

/** Requirements of Stripe for a new account. */
const FIRST_REQUIREMENTS = [
  "business_type",
  "external_account",
  "individual.dob.day",
  "individual.first_name",
  "individual.last_name",
  "tos_acceptance.date",
];
const TRANSIT_SECONDS = 2 * 24 * 60 * 60;

/** Connected accounts, which receive the publishers' shares and pay them out to banks. */
export function openAccounts({ accounts, sessions, refunds, now }: Billing) {
  function findAccount(id: string): Account {
    const found = accounts.get(id);
    if (found === undefined)
      throw new StripeError({ code: "account_invalid", message: `There is no account ${id}.` }, 403);
    return found;
  }

  const sessionsTo = (id: string) =>
    sessions.filter(
      ({ charge, params }) =>
        charge !== undefined && params.payment_intent_data?.transfer_data?.destination === id,
    );

  /** Returns everything that was ever on the balance of an account. */
  function listBalance(id: string): BalanceItem[] {
    return sessionsTo(id)
      .flatMap((session) => [toPayment(session), ...toRefunds(session)])
      .filter((item) => item !== undefined);
  }

  function toPayment({ charge, created, params }: Session): BalanceItem | undefined {
    if (charge === undefined) return undefined;
    const { id, amount } = charge;
    const fee = params.payment_intent_data?.application_fee_amount ?? 0;
    return {
      id: `txn_${id}`,
      type: "payment",
      source: { id: transferPaymentId(id), object: "charge" },
      amount,
      fee,
      created,
    };
  }

  function toRefunds({ charge, intentId, params }: Session): BalanceItem[] {
    const fee = params.payment_intent_data?.application_fee_amount ?? 0;
    const own = refunds.filter(
      ({ payment_intent, isReversed, status }) =>
        payment_intent === intentId && isReversed === true && status === "succeeded",
    );
    return own.map(({ id, amount, created }) => ({
      id: `txn_${id}`,
      type: "payment_refund",
      source: { id: `pyr_${id}`, object: "refund", charge: transferPaymentId(charge?.id ?? "") },
      amount: -amount,
      fee: -Math.round((fee * amount) / (charge?.amount ?? amount)),
      created,
    }));
  }

  return {
    listBalance,

    createAccount(params: Parameters["createAccount"]): string {
      const id = newId("acct");
      const metadata = params.metadata ?? {};
      accounts.set(id, { transfers: "inactive", metadata, requirements: [...FIRST_REQUIREMENTS] });
      return id;
    },

    account: findAccount,

    /** Completes the onboarding of an account. */
    completeAccount(id: string): void {
      const account = findAccount(id);
      account.transfers = "active";
      account.requirements = [];
    },

    /** Lists the transfers to an account, the latest first. */
    listTransfers: (destination: string) =>
      sessionsTo(destination)
        .toReversed()
        .flatMap(({ charge, created, intentId }) =>
          charge === undefined
            ? []
            : [{ id: `tr_${charge.id}`, created, charge, intentId, payment: transferPaymentId(charge.id) }],
        ),

    /** Sends the whole balance to the bank. Returns undefined if the balance is empty. */
    createPayout(id: string): Payout | undefined {
      const account = findAccount(id);
      const earlier = account.payouts ?? [];
      const paid = new Set(earlier.flatMap(({ items }) => items.map((item) => item.id)));
      const items = listBalance(id).filter((item) => !paid.has(item.id));
      const amount = items.reduce((sum, item) => sum + item.amount - item.fee, 0);
      if (items.length === 0) return undefined;
      const created: Payout = {
        id: newId("po"),
        amount,
        status: "in_transit",
        created: now(),
        arrival: now() + TRANSIT_SECONDS,
        items,
      };
      account.payouts = [...earlier, created];
      return created;
    },

    /** Lets the payouts on their way arrive, or fail. */
    settlePayouts(id: string, status: "paid" | "failed" = "paid"): Payout[] {
      const onTheirWay = (findAccount(id).payouts ?? []).filter((payout) => payout.status === "in_transit");
      for (const payout of onTheirWay) payout.status = status;
      return onTheirWay;
    },
  };
}

/** The payment on a connected account for a charge of the platform. */
const transferPaymentId = (chargeId: string) => `py_${chargeId.replace(/^ch_/, "")}`;

export function serializePayout({ id, amount, status, created, arrival }: Payout): object {
  return {
    id,
    object: "payout",
    amount,
    currency: "usd",
    status,
    created,
    arrival_date: arrival,
    automatic: true,
    failure_code: status === "failed" ? "account_closed" : null,
    reconciliation_status: "completed",
  };
}

export function serializeBalanceItem({ source, ...item }: BalanceItem, isExpanded: boolean): object {
  return {
    object: "balance_transaction",
    currency: "usd",
    ...item,
    net: item.amount - item.fee,
    source: isExpanded ? source : source.id,
  };
}
