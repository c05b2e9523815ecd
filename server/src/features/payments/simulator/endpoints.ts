import { serializeBalanceItem, serializePayout } from "./accounts.ts";
import type { Billing } from "./billing.ts";
import { billingParameters } from "./billing-parameters.ts";
import type { Dispute, PortalConfiguration, Refund } from "./objects.ts";
import { type Form, parameters, parseParameters, StripeError } from "./parameters.ts";
import { createPortalConfiguration, createPortalSession } from "./portal.ts";
import {
  serializeCharge,
  serializeIntent,
  serializeInvoice,
  serializeSchedule,
  serializeSubscription,
} from "./serialize.ts";
import { serializeRefund, serializeReversal, serializeSession } from "./serialize-checkout.ts";
import type { Simulator } from "./simulator.ts";

type Endpoints = Readonly<Record<string, (id: string, form: Form) => object>>;

/** Maps requests such as `GET /v1/invoices/:id` to their handlers. */
export function createEndpoints(simulator: Simulator): Endpoints {
  return {
    ...checkoutEndpoints(simulator),
    ...onboardingEndpoints(simulator),
    ...subscriptionEndpoints(simulator),
    ...invoiceEndpoints(simulator.billing),
    ...portalEndpoints(simulator.billing),
  };
}

function checkoutEndpoints(simulator: Simulator): Endpoints {
  const expandable = /^payment_intent(\.latest_charge(\.balance_transaction)?)?$/;
  const { pages } = simulator;
  return {
    "POST /v1/checkout/sessions"(_id, form) {
      const params = parseParameters(parameters.createSession, form);
      const expand = checkExpand(params.expand, expandable);
      return serializeSession(pages, simulator.createSession(params), expand);
    },
    "GET /v1/checkout/sessions/:id"(id, form) {
      const { expand } = parseParameters(parameters.readSession, form);
      return serializeSession(pages, simulator.session(id), checkExpand(expand, expandable));
    },
    "POST /v1/checkout/sessions/:id/expire"(id, form) {
      parseParameters(parameters.expireSession, form);
      return serializeSession(pages, simulator.expireSession(id));
    },
    "GET /v1/checkout/sessions"(_id, form) {
      const { created, expand, ...page } = parseParameters(parameters.listSessions, form);
      const found = simulator.sessions.filter((session) => session.created >= (created?.gte ?? 0));
      const inner = checkListExpand(expand, expandable);
      return serializePage(found.toReversed(), page, ({ id }) =>
        serializeSession(pages, simulator.session(id), inner),
      );
    },
    "POST /v1/refunds": (_id, form) =>
      serializeRefund(simulator.createRefund(parseParameters(parameters.createRefund, form))),
    "GET /v1/refunds": (_id, form) =>
      serializeReversals(simulator, simulator.refunds, parseParameters(parameters.listRefunds, form)),
    "GET /v1/disputes": (_id, form) =>
      serializeReversals(simulator, simulator.disputes, parseParameters(parameters.listDisputes, form)),
  };
}

type ReversalQuery = Page & {
  payment_intent?: string | undefined;
  created?: { gte?: number | undefined } | undefined;
  expand?: readonly string[] | undefined;
};

/** Lists refunds or disputes, the latest first. */
function serializeReversals(
  simulator: Simulator,
  all: readonly (Refund | Dispute)[],
  { payment_intent, created, expand, ...page }: ReversalQuery,
): object {
  const isIntentExpanded = checkListExpand(expand, /^payment_intent$/).length > 0;
  const found = all.filter(
    (reversal) =>
      (payment_intent === undefined || reversal.payment_intent === payment_intent) &&
      reversal.created >= (created?.gte ?? 0),
  );
  return serializePage(found.toReversed(), page, (reversal) => {
    const { payment_intent: intent } = reversal;
    return {
      ...serializeReversal(reversal),
      payment_intent: isIntentExpanded ? simulator.intent(intent) : intent,
    };
  });
}

/** The endpoints that act for a connected account. */
export function accountEndpoints(simulator: Simulator, account: string): Endpoints {
  return {
    "GET /v1/payouts"(_id, form) {
      const { created, ...page } = parseParameters(parameters.listPayouts, form);
      const found = (simulator.account(account).payouts ?? []).filter(
        (payout) => payout.created >= (created?.gte ?? 0),
      );
      return serializePage(found.toReversed(), page, serializePayout);
    },
    "GET /v1/balance_transactions"(_id, form) {
      const { payout: id, expand, ...page } = parseParameters(parameters.listBalanceTransactions, form);
      const isExpanded = checkListExpand(expand, /^source$/).length > 0;
      const payout = simulator.account(account).payouts?.find((each) => each.id === id);
      if (payout === undefined)
        throw new StripeError({ code: "resource_missing", message: `No such payout: '${id}'` }, 404);
      return serializePage(payout.items, page, (item) => serializeBalanceItem(item, isExpanded));
    },
  };
}

function onboardingEndpoints(simulator: Simulator): Endpoints {
  const serialize = (id: string) => {
    const { transfers, metadata, requirements = [], deadline = null } = simulator.account(id);
    return {
      id,
      object: "account",
      type: "express",
      capabilities: { transfers },
      payouts_enabled: transfers === "active" && !requirements.includes("external_account"),
      requirements: {
        currently_due: requirements,
        past_due: [],
        pending_verification: [],
        current_deadline: deadline,
      },
      metadata,
    };
  };
  return {
    "POST /v1/accounts": (_id, form) =>
      serialize(simulator.createAccount(parseParameters(parameters.createAccount, form))),
    "GET /v1/accounts/:id"(id, form) {
      parseParameters(parameters.readAccount, form);
      return serialize(id);
    },
    "GET /v1/transfers"(_id, form) {
      const { destination, created, expand, ...page } = parseParameters(parameters.listTransfers, form);
      const isExpanded = checkListExpand(expand, /^source_transaction$/).length > 0;
      const found = simulator
        .listTransfers(destination)
        .filter((transfer) => transfer.created >= (created?.gte ?? 0));
      return serializePage(found, page, ({ id, created: at, charge, intentId, payment }) => ({
        id,
        object: "transfer",
        created: at,
        amount: charge.amount,
        destination,
        destination_payment: payment,
        source_transaction: isExpanded ? serializeCharge(charge, intentId, false) : charge.id,
      }));
    },
    "POST /v1/account_links"(_id, form) {
      const { account, return_url } = parseParameters(parameters.createAccountLink, form);
      simulator.account(account);
      return { object: "account_link", url: simulator.pages.onboarding(account, return_url) };
    },
  };
}

function subscriptionEndpoints({ billing, lifecycle, schedules, events }: Simulator): Endpoints {
  const recordUpdate = (id: string, type = "updated") => {
    events.push(lifecycle.subscriptionEvent(type, id));
  };
  return {
    "GET /v1/subscriptions/:id"(id, form) {
      const { expand } = parseParameters(billingParameters.readSubscription, form);
      const inner = checkExpand(expand, /^(customer|schedule(\.phases\.items\.price)?)$/);
      return serializeSubscription(billing, billing.subscription(id), inner);
    },
    "POST /v1/subscriptions/:id"(id, form) {
      const params = parseParameters(billingParameters.updateSubscription, form);
      const updated = billing.updateSubscription(id, params);
      recordUpdate(id);
      return serializeSubscription(billing, updated);
    },
    "DELETE /v1/subscriptions/:id"(id, form) {
      parseParameters(billingParameters.cancelSubscription, form);
      const canceled = billing.cancelSubscription(id);
      recordUpdate(id, "deleted");
      return serializeSubscription(billing, canceled);
    },
    "POST /v1/subscription_schedules": (_id, form) =>
      serializeSchedule(
        billing,
        schedules.createSchedule(parseParameters(billingParameters.createSchedule, form)),
      ),
    "POST /v1/subscription_schedules/:id"(id, form) {
      const params = parseParameters(billingParameters.updateSchedule, form);
      const updated = schedules.updateSchedule(id, params);
      recordUpdate(updated.subscription);
      return serializeSchedule(billing, updated);
    },
    "POST /v1/subscription_schedules/:id/release"(id, form) {
      parseParameters(billingParameters.releaseSchedule, form);
      const released = schedules.releaseSchedule(id);
      recordUpdate(released.subscription);
      return serializeSchedule(billing, released);
    },
  };
}

function invoiceEndpoints(billing: Billing): Endpoints {
  return {
    "GET /v1/invoices"(_id, form) {
      const { subscription, customer, status, expand, ...page } = parseParameters(
        billingParameters.listInvoices,
        form,
      );
      const found = billing.invoices.filter(
        (invoice) =>
          (subscription === undefined || invoice.subscription === subscription) &&
          (customer === undefined || billing.subscription(invoice.subscription).customer === customer) &&
          (status === undefined || invoice.status === status),
      );
      const inner = checkListExpand(expand, /^payments$/);
      return serializePage(found.toReversed(), page, (invoice) => serializeInvoice(billing, invoice, inner));
    },
    "GET /v1/invoices/:id"(id, form) {
      const { expand } = parseParameters(billingParameters.readInvoice, form);
      return serializeInvoice(billing, billing.invoice(id), checkExpand(expand, /^payments$/));
    },
    "POST /v1/invoices/:id"(id, form) {
      const params = parseParameters(billingParameters.updateInvoice, form);
      return serializeInvoice(billing, billing.updateInvoice(id, params));
    },
    "POST /v1/invoices/:id/void"(id, form) {
      parseParameters(billingParameters.voidInvoice, form);
      return serializeInvoice(billing, billing.voidInvoice(id));
    },
    "GET /v1/payment_intents"(_id, form) {
      const { customer, created, expand, ...page } = parseParameters(billingParameters.listIntents, form);
      const found = billing.intents.filter(
        (intent) =>
          (customer === undefined || intent.customer === customer) && intent.created >= (created?.gte ?? 0),
      );
      const inner = checkListExpand(expand, /^latest_charge(\.balance_transaction)?$/);
      return serializePage(found.toReversed(), page, (intent) => serializeIntent(intent, inner));
    },
  };
}

function portalEndpoints(billing: Billing): Endpoints {
  return {
    "POST /v1/products"(_id, form) {
      const { name, id } = parseParameters(billingParameters.createProduct, form);
      return { id: billing.createProduct(name, id), object: "product", active: true, name };
    },
    "POST /v1/billing_portal/sessions"(_id, form) {
      const params = parseParameters(billingParameters.createPortal, form);
      return { object: "billing_portal.session", url: createPortalSession(billing, params) };
    },
    "GET /v1/billing_portal/configurations"(_id, form) {
      parseParameters(billingParameters.listConfigurations, form);
      return serializeList(billing.configurations.map(serializeConfiguration), false);
    },
    "POST /v1/billing_portal/configurations"(_id, form) {
      const params = parseParameters(billingParameters.createConfiguration, form);
      return serializeConfiguration(createPortalConfiguration(billing, params));
    },
  };
}

function serializeConfiguration({ id, metadata, takesCards }: PortalConfiguration): object {
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
function checkExpand(expand: readonly string[] = [], known: RegExp): readonly string[] {
  for (const path of expand) {
    if (path.split(".").length > 4)
      throw new StripeError({ message: "You cannot expand more than 4 levels of a property." });
    if (!known.test(path)) throw new StripeError({ message: `This property cannot be expanded (${path}).` });
  }
  return expand;
}

/** Checks `expand` of a list, where `data` counts as a level. */
function checkListExpand(expand: readonly string[] = [], known: RegExp): readonly string[] {
  checkExpand(expand, /^data\./);
  return checkExpand(
    expand.map((path) => path.replace(/^data\./, "")),
    known,
  );
}

type Page = { limit?: number | undefined; starting_after?: string | undefined };

function serializePage<Item extends { id: string }>(
  found: readonly Item[],
  { limit = 10, starting_after }: Page,
  serialize: (item: Item) => object,
): object {
  const from = starting_after === undefined ? 0 : found.findIndex(({ id }) => id === starting_after) + 1;
  const page = found.slice(from, from + limit);
  return serializeList(page.map(serialize), from + limit < found.length);
}

function serializeList(data: readonly object[], hasMore: boolean): object {
  return { object: "list", data, has_more: hasMore, url: "/v1/list" };
}
