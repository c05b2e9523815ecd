import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { acceptForms, readForm, readQuery } from "../../../platform/http/forms.ts";
import { sandboxPolicy } from "../../../platform/pages/sandbox-page.ts";
import { checkoutPath, payoutPath } from "./addresses.ts";
import { type Asked, backOf, idPattern, languageFor, sendPage } from "./answers.routes.ts";
import { addBilling, addInvoice } from "./billing.routes.ts";
import { readCheckout, readSandboxAccount, type SandboxCheckout } from "./checkouts.data.ts";
import { checkoutPage, endPage, payoutPage } from "./page.ts";
import { completeAccount, manners, payCheckout } from "./pay.ts";
import { waysBackOf } from "./provider.ts";

/**
 * The pages of a card provider of the program's own, for trying out what needs one. Whoever has a checkout's address may pay it, as
 * anywhere. Without `PAYMENTS_SANDBOX` there is nothing of it in production, nor beside Stripe.
 */
export function addSandboxCheckout(app: FastifyInstance, context: Context): void {
  if (!context.config.payments.sandbox) return;
  void app.register(async (scope) => {
    acceptForms(scope);
    scope.addHook("onRequest", async (_request, reply) => {
      reply
        .header("cache-control", "no-store")
        .header("content-security-policy", sandboxPolicy(context.publicUrl))
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
  scope.get<Asked>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const checkout = await readCheckout(context.db, request.params.id, context.clock.now());
    return sendPage(reply, showCheckout(context, request, reply, checkout));
  });
  scope.post<Asked>(path, async (request, reply) => {
    const checkout = await readCheckout(context.db, request.params.id, context.clock.now());
    if (checkout?.status !== "OPEN") return sendPage(reply, showCheckout(context, request, reply, checkout));
    const choice = readForm(request).get("choice");
    if (choice === "cancel") return reply.redirect(waysBackOf(context, checkout).cancelUrl, 303);
    const manner = manners.find((one) => one === choice);
    // Each leads on to a page that can be loaded again, and gone back to.
    if (choice === "decline") return reply.redirect(addressOf(checkout, "declined"), 303);
    if (manner === undefined) return sendPage(reply.code(400), askFor(request, checkout, false));
    if (!(await payCheckout(context, checkout, manner))) return reply.redirect(addressOf(checkout), 303);
    if (manner === "leave") return reply.redirect(addressOf(checkout, "left"), 303);
    return reply.redirect(waysBackOf(context, checkout).successUrl, 303);
  });
}

/** `told` is what has just happened. */
function addressOf({ id }: SandboxCheckout, told?: "declined" | "left"): string {
  return `${checkoutPath}/${id}${told === undefined ? "" : `?told=${told}`}`;
}

function showCheckout(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  checkout: SandboxCheckout | undefined,
): string {
  const language = languageFor(request);
  if (checkout === undefined) {
    reply.code(404);
    return endPage(language, "unknown", context.publicUrl);
  }
  const told = readQuery(request).get("told");
  const { successUrl, cancelUrl } = waysBackOf(context, checkout);
  if (checkout.status === "CLOSED") return endPage(language, "closed", cancelUrl);
  if (checkout.status === "PAID" && told === "left") return endPage(language, "left", undefined);
  if (checkout.status === "PAID")
    return endPage(language, checkout.refunded ? "refunded" : "paid", successUrl);
  return askFor(request, checkout, told === "declined");
}

function askFor(request: FastifyRequest, checkout: SandboxCheckout, isDeclined: boolean): string {
  const { title, amount_cents: amountCents, period } = checkout;
  const bill = { title, amountCents, period };
  return checkoutPage(languageFor(request), { bill, action: addressOf(checkout), isDeclined });
}

function addPayoutAccount(scope: FastifyInstance, context: Context): void {
  const path = `${payoutPath}/${idPattern}`;
  scope.get<Asked>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const account = await readSandboxAccount(context.db, request.params.id);
    const language = languageFor(request);
    if (account === undefined)
      return sendPage(reply.code(404), endPage(language, "unknown", context.publicUrl));
    const back = backOf(context, request);
    return sendPage(reply, payoutPage(language, { action: request.url, isReady: account.is_ready, back }));
  });
  scope.post<Asked>(path, async (request, reply) => {
    const account = await readSandboxAccount(context.db, request.params.id);
    if (account === undefined)
      return sendPage(reply.code(404), endPage(languageFor(request), "unknown", context.publicUrl));
    await completeAccount(context, request.params.id);
    return reply.redirect(backOf(context, request), 303);
  });
}
