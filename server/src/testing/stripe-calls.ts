import { randomBytes } from "node:crypto";
import type { StripeBilling } from "./stripe-billing.ts";
import { billingParameters } from "./stripe-billing-parameters.ts";
import { writeBillingIntent, writeInvoice, writeSchedule, writeSubscription } from "./stripe-billing-wire.ts";
import {
  type StripeDispute,
  type StripeRefund,
  type StripeState,
  writeRefund,
  writeReversal,
  writeSession,
} from "./stripe-checkout.ts";
import { parameters, type readForm, readParameters, StripeError } from "./stripe-parameters.ts";

type Form = ReturnType<typeof readForm>;
type Calls = Readonly<Record<string, (id: string, form: Form) => object>>;

/** Maps endpoints to their handlers. */
export function callsOf(book: StripeState): Calls {
  return { ...checkoutCalls(book), ...accountCalls(book), ...billingCalls(book.billing) };
}

function checkoutCalls(book: StripeState): Calls {
  const expandable = /^payment_intent(\.latest_charge(\.balance_transaction)?)?$/;
  return {
    "POST /v1/checkout/sessions"(_id, form) {
      const given = readParameters(parameters.createSession, form);
      return writeSession(book.createSession(given), checked(given.expand, expandable));
    },
    "GET /v1/checkout/sessions/:id"(id, form) {
      const { expand } = readParameters(parameters.readSession, form);
      return writeSession(book.session(id), checked(expand, expandable));
    },
    "POST /v1/checkout/sessions/:id/expire"(id, form) {
      readParameters(parameters.expireSession, form);
      return writeSession(book.expireSession(id), []);
    },
    "GET /v1/checkout/sessions"(_id, form) {
      const { created, expand, ...page } = readParameters(parameters.listSessions, form);
      const found = book.sessions.filter((one) => one.created >= (created?.gte ?? 0)).toReversed();
      const inner = checkedList(expand, expandable);
      return pageOf(found, page, (one) => writeSession(book.session(one.id), inner));
    },
    "POST /v1/refunds": (_id, form) =>
      writeRefund(book.createRefund(readParameters(parameters.createRefund, form))),
    "GET /v1/refunds"(_id, form) {
      const { expand, ...asked } = readParameters(parameters.listRefunds, form);
      return reversalsOf(book, book.refunds, { ...asked, expand: checkedList(expand, /^payment_intent$/) });
    },
    "GET /v1/disputes"(_id, form) {
      const { expand, ...asked } = readParameters(parameters.listDisputes, form);
      return reversalsOf(book, book.disputes, { ...asked, expand: checkedList(expand, /^payment_intent$/) });
    },
  };
}

type ReversalsAsked = Page & {
  payment_intent?: string | undefined;
  created?: { gte?: number | undefined } | undefined;
  expand: readonly string[];
};

/** Lists refunds or disputes, the latest first. */
function reversalsOf(
  book: StripeState,
  all: readonly (StripeRefund | StripeDispute)[],
  { payment_intent, created, expand, ...page }: ReversalsAsked,
): object {
  const found = all.filter(
    (one) =>
      (payment_intent === undefined || one.payment_intent === payment_intent) &&
      one.created >= (created?.gte ?? 0),
  );
  const intentOf = (id: string) => (expand.length > 0 ? book.intent(id) : id);
  return pageOf(found.toReversed(), page, (one) => ({
    ...writeReversal(one),
    payment_intent: intentOf(one.payment_intent),
  }));
}

function accountCalls(book: StripeState): Calls {
  const write = (id: string) => {
    const { transfers, metadata } = book.account(id);
    return { id, object: "account", type: "express", capabilities: { transfers }, metadata };
  };
  return {
    "POST /v1/accounts": (_id, form) =>
      write(book.createAccount(readParameters(parameters.createAccount, form))),
    "GET /v1/accounts/:id"(id, form) {
      readParameters(parameters.readAccount, form);
      return write(id);
    },
    "POST /v1/account_links"(_id, form) {
      const { account } = readParameters(parameters.createAccountLink, form);
      book.account(account);
      const url = `https://connect.stripe.com/setup/e/${account}/${randomBytes(6).toString("hex")}`;
      return { object: "account_link", url };
    },
  };
}

function billingCalls(billing: StripeBilling): Calls {
  return {
    ...subscriptionCalls(billing),
    ...invoiceCalls(billing),
    "POST /v1/products"(_id, form) {
      const { name, id: given } = readParameters(billingParameters.createProduct, form);
      return { id: billing.product(name, given), object: "product", active: true, name };
    },
    "POST /v1/billing_portal/sessions"(_id, form) {
      const given = readParameters(billingParameters.createPortal, form);
      return { object: "billing_portal.session", url: billing.createPortal(given) };
    },
    "GET /v1/billing_portal/configurations"(_id, form) {
      readParameters(billingParameters.listConfigurations, form);
      return listOf(billing.configurations.map(writeConfiguration), false);
    },
    "POST /v1/billing_portal/configurations"(_id, form) {
      const given = readParameters(billingParameters.createConfiguration, form);
      return writeConfiguration(billing.createConfiguration(given));
    },
  };
}

function subscriptionCalls(billing: StripeBilling): Calls {
  return {
    "GET /v1/subscriptions/:id"(id, form) {
      const { expand } = readParameters(billingParameters.readSubscription, form);
      const inner = checked(expand, /^(customer|schedule(\.phases\.items\.price)?)$/);
      return writeSubscription(billing, billing.subscription(id), inner);
    },
    "POST /v1/subscriptions/:id"(id, form) {
      const given = readParameters(billingParameters.updateSubscription, form);
      return writeSubscription(billing, billing.updateSubscription(id, given));
    },
    "DELETE /v1/subscriptions/:id"(id, form) {
      readParameters(billingParameters.cancelSubscription, form);
      return writeSubscription(billing, billing.cancelSubscription(id));
    },
    "POST /v1/subscription_schedules": (_id, form) =>
      writeSchedule(billing, billing.createSchedule(readParameters(billingParameters.createSchedule, form))),
    "POST /v1/subscription_schedules/:id"(id, form) {
      const given = readParameters(billingParameters.updateSchedule, form);
      return writeSchedule(billing, billing.updateSchedule(id, given));
    },
    "POST /v1/subscription_schedules/:id/release"(id, form) {
      readParameters(billingParameters.releaseSchedule, form);
      return writeSchedule(billing, billing.releaseSchedule(id));
    },
  };
}

function invoiceCalls(billing: StripeBilling): Calls {
  return {
    "GET /v1/invoices"(_id, form) {
      const { subscription, customer, status, expand, ...page } = readParameters(
        billingParameters.listInvoices,
        form,
      );
      const found = billing.invoices.filter(
        (one) =>
          (subscription === undefined || one.subscription === subscription) &&
          (customer === undefined || billing.subscription(one.subscription).customer === customer) &&
          (status === undefined || one.status === status),
      );
      const inner = checkedList(expand, /^payments$/);
      return pageOf(found.toReversed(), page, (one) => writeInvoice(billing, one, inner));
    },
    "GET /v1/invoices/:id"(id, form) {
      const { expand } = readParameters(billingParameters.readInvoice, form);
      return writeInvoice(billing, billing.invoice(id), checked(expand, /^payments$/));
    },
    "POST /v1/invoices/:id": (id, form) =>
      writeInvoice(billing, billing.updateInvoice(id, readParameters(billingParameters.updateInvoice, form))),
    "POST /v1/invoices/:id/void"(id, form) {
      readParameters(billingParameters.voidInvoice, form);
      return writeInvoice(billing, billing.voidInvoice(id));
    },
    "GET /v1/payment_intents"(_id, form) {
      const { customer, created, expand, ...page } = readParameters(billingParameters.listIntents, form);
      const found = billing.intents.filter(
        (one) => (customer === undefined || one.customer === customer) && one.created >= (created?.gte ?? 0),
      );
      const inner = checkedList(expand, /^latest_charge(\.balance_transaction)?$/);
      return pageOf(found.toReversed(), page, (one) => writeBillingIntent(one, inner));
    },
  };
}

function writeConfiguration({ id, metadata, takesCards }: StripeBilling["configurations"][number]): object {
  return {
    id,
    object: "billing_portal.configuration",
    active: true,
    is_default: false,
    metadata,
    features: { payment_method_update: { enabled: takesCards, payment_method_configuration: null } },
  };
}

/** Checks `expand`: known paths of at most four levels. */
function checked(expand: readonly string[] = [], known: RegExp): readonly string[] {
  for (const path of expand) {
    if (path.split(".").length > 4)
      throw new StripeError({ message: "You cannot expand more than 4 levels of a property." });
    if (!known.test(path)) throw new StripeError({ message: `This property cannot be expanded (${path}).` });
  }
  return expand;
}

/** Checks `expand` of a list, where `data` counts as a level. */
function checkedList(expand: readonly string[] = [], known: RegExp): readonly string[] {
  checked(expand, /^data\./);
  return checked(
    expand.map((path) => path.replace(/^data\./, "")),
    known,
  );
}

type Page = { limit?: number | undefined; starting_after?: string | undefined };

function pageOf<Thing extends { id: string }>(
  found: readonly Thing[],
  { limit = 10, starting_after }: Page,
  write: (one: Thing) => object,
): object {
  const from = starting_after === undefined ? 0 : found.findIndex(({ id }) => id === starting_after) + 1;
  const page = found.slice(from, from + limit);
  return listOf(page.map(write), from + limit < found.length);
}

function listOf(data: readonly object[], hasMore: boolean): object {
  return { object: "list", data, has_more: hasMore, url: "/v1/list" };
}
