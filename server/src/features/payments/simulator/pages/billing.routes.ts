import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../../platform/context.ts";
import { readForm, readQuery } from "../../../../platform/http/forms.ts";
import { withSimulator } from "../embedded.ts";
import { billingPath, invoicePath, MESSAGE_KEY } from "../page-urls.ts";
import { billingPage } from "./billing-page.ts";
import { type FlashMessage, flashMessages } from "./billing-texts.ts";
import { endPage } from "./checkout-page.ts";
import { invoicePage } from "./invoice-page.ts";
import { changeCard, endPeriodNow, payInvoice } from "./pay.ts";
import { idPattern, languageFor, type PageRequest, parseReturnUrl, sendPage } from "./responses.routes.ts";
import { findInvoice, type InvoiceView, listSubscriptions, type SubscriptionView } from "./views.ts";

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
    const message = found && (await applyChoice(context, id, readForm(request)));
    if (message === undefined)
      return sendPage(reply.code(400), renderBilling(context, request, reply, found));
    // Redirects after POST, so that the page can be reloaded.
    return reply.redirect(`${billingUrl(context, request, id)}&${MESSAGE_KEY}=${message}`, 303);
  });
}

/** Returns undefined if there is no such customer. */
function findBilling(context: Context, customerId: string): Promise<SubscriptionView[] | undefined> {
  return withSimulator(context, { ids: [customerId] }, async (simulator) => {
    const found = listSubscriptions(simulator, customerId);
    return found.length === 0 ? undefined : found;
  });
}

/** Returns the message to show; undefined for an invalid form. */
async function applyChoice(
  context: Context,
  customerId: string,
  form: URLSearchParams,
): Promise<FlashMessage | undefined> {
  const choice = form.get("choice");
  if (choice === "accepted" || choice === "declines") {
    await changeCard(context, customerId, choice);
    return "card";
  }
  if (choice !== "move") return undefined;
  const [id, step] = [form.get("subscription") ?? "", form.get("step") ?? ""];
  return (await endPeriodNow(context, { customerId, id, step })) ?? "moved";
}

function renderBilling(
  context: Context,
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
  subscriptions: readonly SubscriptionView[] | undefined,
): string {
  const language = languageFor(context, request);
  const back = parseReturnUrl(context, request);
  if (subscriptions === undefined) {
    reply.code(404);
    return endPage(language, "stranger", back);
  }
  const action = billingUrl(context, request, request.params.id);
  const selected = readQuery(request).get(MESSAGE_KEY);
  const message = flashMessages.find((known) => known === selected);
  const invoiceUrl = (id: string) => `${invoicePath}/${id}`;
  return billingPage(language, { subscriptions, action, invoiceUrl, back, message });
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
    const invoice = await readInvoice(context, request.params.id);
    if (invoice === undefined) return sendPage(reply, await renderInvoice(context, request, reply));
    if (readForm(request).get("choice") !== "pay")
      return sendPage(reply.code(400), await renderInvoice(context, request, reply));
    await payInvoice(context, invoice.id);
    return reply.redirect(`${invoicePath}/${invoice.id}`, 303);
  });
}

/** Returns undefined if there is no such invoice. */
function readInvoice(context: Context, id: string): Promise<InvoiceView | undefined> {
  return withSimulator(context, { ids: [id] }, async (simulator) => findInvoice(simulator, id));
}

async function renderInvoice(
  context: Context,
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
): Promise<string> {
  const language = languageFor(context, request);
  const invoice = await readInvoice(context, request.params.id);
  if (invoice === undefined) {
    reply.code(404);
    return endPage(language, "unbilled", context.publicUrl);
  }
  const back = `${context.publicUrl}/my/subscription`;
  return invoicePage(language, { invoice, action: `${invoicePath}/${invoice.id}`, back });
}
