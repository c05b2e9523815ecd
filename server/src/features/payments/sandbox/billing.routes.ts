import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { readForm, readQuery } from "../../../platform/http/forms.ts";
import { billingPath, invoicePath } from "./addresses.ts";
import { type Asked, backOf, idPattern, languageFor, sendPage } from "./answers.routes.ts";
import { type BilledSubscription, changeCard, readBill, readBilling } from "./billing.ts";
import { billingPage } from "./billing-page.ts";
import { type Told, tidings } from "./billing-texts.ts";
import { invoicePage } from "./invoice-page.ts";
import { endPage } from "./page.ts";
import { endPeriodNow, payBill } from "./renewals.ts";

/** The page of a customer's card, open to whoever has its address. */
export function addBilling(app: FastifyInstance, context: Context): void {
  const path = `${billingPath}/${idPattern}`;
  app.get<Asked>(path, { exposeHeadRoute: false }, async (request, reply) => {
    const found = await readBilling(context, request.params.id);
    return sendPage(reply, showBilling(context, request, reply, found));
  });
  app.post<Asked>(path, async (request, reply) => {
    const { id } = request.params;
    const found = await readBilling(context, id);
    const told = found && (await carryOut(context, id, found, readForm(request)));
    if (told === undefined) return sendPage(reply.code(400), showBilling(context, request, reply, found));
    // Leads on to a page that can be loaded again, and gone back to.
    return reply.redirect(`${addressOf(context, request, id)}&told=${told}`, 303);
  });
}

/** Answers what happened; undefined where a form sent something that nobody can press. */
async function carryOut(
  context: Context,
  customerId: string,
  subscriptions: readonly BilledSubscription[],
  form: URLSearchParams,
): Promise<Told | undefined> {
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

function showBilling(
  context: Context,
  request: FastifyRequest<Asked>,
  reply: FastifyReply,
  subscriptions: readonly BilledSubscription[] | undefined,
): string {
  const language = languageFor(request);
  const back = backOf(context, request);
  if (subscriptions === undefined) {
    reply.code(404);
    return endPage(language, "stranger", back);
  }
  const action = addressOf(context, request, request.params.id);
  const told = tidings.find((one) => one === readQuery(request).get("told"));
  const invoiceUrl = (id: string) => `${invoicePath}/${id}`;
  return billingPage(language, { subscriptions, action, invoiceUrl, back, told });
}

/** The page itself, with the way back that it was opened with. */
function addressOf(context: Context, request: FastifyRequest, id: string): string {
  return `${billingPath}/${encodeURIComponent(id)}?${new URLSearchParams({ back: backOf(context, request) })}`;
}

/** The page of a bill, open to whoever has its address. */
export function addInvoice(app: FastifyInstance, context: Context): void {
  const path = `${invoicePath}/${idPattern}`;
  app.get<Asked>(path, { exposeHeadRoute: false }, async (request, reply) =>
    sendPage(reply, await showInvoice(context, request, reply)),
  );
  app.post<Asked>(path, async (request, reply) => {
    const bill = await readBill(context, request.params.id);
    if (bill === undefined) return sendPage(reply, await showInvoice(context, request, reply));
    if (readForm(request).get("choice") !== "pay")
      return sendPage(reply.code(400), await showInvoice(context, request, reply));
    await payBill(context, bill);
    return reply.redirect(`${invoicePath}/${bill.id}`, 303);
  });
}

async function showInvoice(
  context: Context,
  request: FastifyRequest<Asked>,
  reply: FastifyReply,
): Promise<string> {
  const language = languageFor(request);
  const bill = await readBill(context, request.params.id);
  if (bill === undefined) {
    reply.code(404);
    return endPage(language, "unbilled", context.publicUrl);
  }
  const back = `${context.publicUrl}/my/subscription`;
  return invoicePage(language, { bill, action: `${invoicePath}/${bill.id}`, back });
}
