import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../../platform/context.ts";
import { acceptForms, readForm, readQuery } from "../../../../platform/http/forms.ts";
import { plainPagePolicy } from "../../../../platform/pages/plain-page.ts";
import { withSimulator } from "../embedded.ts";
import type { Account } from "../objects.ts";
import { checkoutPath, MESSAGE_KEY, payoutPath } from "../page-urls.ts";
import { addBilling, addInvoice } from "./billing.routes.ts";
import { checkoutPage, endPage, type PayoutState, payoutPage } from "./checkout-page.ts";
import { completeAccount, movePayouts, payCheckout, scenarios } from "./pay.ts";
import { idPattern, languageFor, type PageRequest, parseReturnUrl, sendPage } from "./responses.routes.ts";
import { type CheckoutView, findCheckout } from "./views.ts";

/**
 * Adds the sandbox's pages. Anyone with the URL of a checkout may pay it, as with real providers. Off in production unless
 * `PAYMENTS_SANDBOX` is set, and off when Stripe is configured.
 */
export function addSandboxPages(app: FastifyInstance, context: Context): void {
  if (!context.config.payments.sandbox) return;
  void app.register(async (scope) => {
    acceptForms(scope);
    scope.addHook("onRequest", async (_request, reply) => {
      reply
        .header("cache-control", "no-store")
        .header("content-security-policy", plainPagePolicy(context.publicUrl))
        .header("x-frame-options", "DENY")
        .header("referrer-policy", "no-referrer");
    });
    addCheckout(scope, context);
    addBilling(scope, context);
    addInvoice(scope, context);
    addPayoutAccount(scope, context);
  });
}

function addCheckout(scope: FastifyInstance, context: Context): void {
  const path = `${checkoutPath}/${idPattern}`;
  scope.get<PageRequest>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const checkout = await readCheckout(context, request.params.id);
    return sendPage(reply, renderCheckout(context, request, reply, checkout));
  });
  scope.post<PageRequest>(path, async (request, reply) => {
    const checkout = await readCheckout(context, request.params.id);
    if (checkout?.status !== "OPEN")
      return sendPage(reply, renderCheckout(context, request, reply, checkout));
    const choice = readForm(request).get("choice");
    if (choice === "cancel") return reply.redirect(checkout.cancelUrl, 303);
    const scenario = scenarios.find((known) => known === choice);
    // Redirects after POST, so that the page can be reloaded.
    if (choice === "decline") return reply.redirect(checkoutUrl(checkout, "declined"), 303);
    if (scenario === undefined)
      return sendPage(reply.code(400), renderScenarios(context, request, checkout, false));
    if (!(await payCheckout(context, checkout.id, scenario)))
      return reply.redirect(checkoutUrl(checkout), 303);
    if (scenario === "leave") return reply.redirect(checkoutUrl(checkout, "left"), 303);
    return reply.redirect(checkout.successUrl, 303);
  });
}

function readCheckout(context: Context, id: string): Promise<CheckoutView | undefined> {
  return withSimulator(context, { ids: [id] }, async (simulator) => findCheckout(simulator, id));
}

function checkoutUrl({ id }: CheckoutView, message?: "declined" | "left"): string {
  return `${checkoutPath}/${id}${message === undefined ? "" : `?${MESSAGE_KEY}=${message}`}`;
}

function renderCheckout(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  checkout: CheckoutView | undefined,
): string {
  const language = languageFor(context, request);
  if (checkout === undefined) {
    reply.code(404);
    return endPage(language, "unknown", context.publicUrl);
  }
  const message = readQuery(request).get(MESSAGE_KEY);
  const { status, successUrl, cancelUrl } = checkout;
  if (status === "CLOSED") return endPage(language, "closed", cancelUrl);
  if (status === "OPEN") return renderScenarios(context, request, checkout, message === "declined");
  if (message === "left") return endPage(language, "left", undefined);
  return endPage(language, status === "REFUNDED" ? "refunded" : "paid", successUrl);
}

function renderScenarios(
  context: Context,
  request: FastifyRequest,
  checkout: CheckoutView,
  isDeclined: boolean,
): string {
  const action = checkoutUrl(checkout);
  return checkoutPage(languageFor(context, request), { item: checkout, action, isDeclined });
}

function addPayoutAccount(scope: FastifyInstance, context: Context): void {
  const path = `${payoutPath}/${idPattern}`;
  scope.get<PageRequest>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params;
    const account = await withSimulator(context, { ids: [id] }, async ({ accounts }) => accounts.get(id));
    const state = account === undefined ? undefined : payoutState(account);
    const language = languageFor(context, request);
    if (state === undefined)
      return sendPage(reply.code(404), endPage(language, "unknown", context.publicUrl));
    const back = parseReturnUrl(context, request);
    return sendPage(reply, payoutPage(language, { action: request.url, state, back }));
  });
  scope.post<PageRequest>(path, async (request, reply) => {
    const { id } = request.params;
    const choice = readForm(request).get("choice");
    const isKnown = await (choice === "payout" || choice === "arrive"
      ? movePayouts(context, id, choice)
      : completeAccount(context, id));
    if (!isKnown)
      return sendPage(reply.code(404), endPage(languageFor(context, request), "unknown", context.publicUrl));
    return reply.redirect(parseReturnUrl(context, request), 303);
  });
}

function payoutState({ transfers, payouts = [] }: Account): PayoutState {
  if (transfers !== "active") return "incomplete";
  return payouts.some(({ status }) => status === "in_transit") ? "inTransit" : "complete";
}
