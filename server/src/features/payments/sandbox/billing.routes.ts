import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { readForm, readQuery } from "../../../platform/http/forms.ts";
import { billingPath, invoicePath } from "./addresses.ts";
import { changeCard, findBilling, findInvoice, type SubscriptionWithInvoices } from "./billing.ts";
import { billingPage } from "./billing-page.ts";
import { type FlashMessage, flashMessages } from "./billing-texts.ts";
import { endPage } from "./checkout-page.ts";
import { invoicePage } from "./invoice-page.ts";
import { endPeriodNow, payInvoice } from "./renewals.ts";
import { idPattern, languageFor, type PageRequest, parseReturnUrl, sendPage } from "./responses.routes.ts";

/** Adds the billing page, which is open to anyone with its URL. */
export function addBilling(app: FastifyInstance, context: Context): void {
  const path = `${billingPath}/${idPattern}`;
  app.get<PageRequest>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const found = await findBilling(context, request.params.id);
    return sendPage(reply, renderBilling(context, request, reply, found));
  });
  app.post<PageRequest>(path, async (request, reply) => {
    const { id } = request.params;
    const found = await findBilling(context, id);
    const told = found && (await applyChoice(context, id, found, readForm(request)));
    if (told === undefined) return sendPage(reply.code(400), renderBilling(context, request, reply, found));
    // Redirects after POST, so that the page can be reloaded.
    return reply.redirect(`${billingUrl(context, request, id)}&told=${told}`, 303);
  });
}

/** Returns the message to show; undefined for an invalid form. */
async function applyChoice(
  context: Context,
  customerId: string,
  subscriptions: readonly SubscriptionWithInvoices[],
  form: URLSearchParams,
): Promise<FlashMessage | undefined> {
  const choice = form.get("choice");
  if (choice === "accepted" || choice === "declines") {
    await changeCard(context, customerId, choice);
    return "card";
  }
  if (choice !== "move") return undefined;
  const subscription = subscriptions.find(({ id }) => id === form.get("subscription"));
  if (subscription === undefined) return "moved";
  const step = form.get("step") ?? "";
  return (await endPeriodNow(context, { id: subscription.id, step })) ?? "moved";
}

function renderBilling(
  context: Context,
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
  subscriptions: readonly SubscriptionWithInvoices[] | undefined,
): string {
  const language = languageFor(request);
  const back = parseReturnUrl(context, request);
  if (subscriptions === undefined) {
    reply.code(404);
    return endPage(language, "stranger", back);
  }
  const action = billingUrl(context, request, request.params.id);
  const told = flashMessages.find((one) => one === readQuery(request).get("told"));
  const invoiceUrl = (id: string) => `${invoicePath}/${id}`;
  return billingPage(language, { subscriptions, action, invoiceUrl, back, told });
}

/** Returns the page's URL with its return URL. */
function billingUrl(context: Context, request: FastifyRequest, id: string): string {
  return `${billingPath}/${encodeURIComponent(id)}?${new URLSearchParams({ back: parseReturnUrl(context, request) })}`;
}

/** Adds the invoice page, which is open to anyone with its URL. */
export function addInvoice(app: FastifyInstance, context: Context): void {
  const path = `${invoicePath}/${idPattern}`;
  app.get<PageRequest>(path, { exposeHeadRoute: false }, async (request, reply) =>
    sendPage(reply, await renderInvoice(context, request, reply)),
  );
  app.post<PageRequest>(path, async (request, reply) => {
    const invoice = await findInvoice(context, request.params.id);
    if (invoice === undefined) return sendPage(reply, await renderInvoice(context, request, reply));
    if (readForm(request).get("choice") !== "pay")
      return sendPage(reply.code(400), await renderInvoice(context, request, reply));
    await payInvoice(context, invoice);
    return reply.redirect(`${invoicePath}/${invoice.id}`, 303);
  });
}

async function renderInvoice(
  context: Context,
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
): Promise<string> {
  const language = languageFor(request);
  const invoice = await findInvoice(context, request.params.id);
  if (invoice === undefined) {
    reply.code(404);
    return endPage(language, "unbilled", context.publicUrl);
  }
  const back = `${context.publicUrl}/my/subscription`;
  return invoicePage(language, { invoice, action: `${invoicePath}/${invoice.id}`, back });
}
