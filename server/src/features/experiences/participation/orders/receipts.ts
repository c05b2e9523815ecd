import { hasReceipt } from "@wrapsody/shared/experiences/participation.ts";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { notify } from "../../../../platform/mail/notify.ts";
import { withdrawalParagraphs } from "../../../../platform/site/site-texts.ts";
import { readContact } from "../../../accounts/index.ts";
import { confirmationUrl } from "./order-code.ts";
import { findOwnOrder, type OrderRow } from "./orders.data.ts";
import { findReceipt } from "./receipts.data.ts";

/** Mails the buyer the receipt of a paid order, with the withdrawal terms that are in force now. Orders without a payment have none. */
export async function sendReceipt(context: Context, tx: Executor, order: OrderRow): Promise<void> {
  const receipt = await findReceipt(tx, order.id);
  const buyer = await readContact(tx, order.account_id);
  if (receipt === undefined || buyer === undefined) return;
  const settings = await context.site.readIn(tx);
  const { wrap, artist, publisher, paid_at } = receipt;
  await notify(context, tx, "order-receipt", buyer, {
    experience: order.name,
    order: order.exposed_id,
    totalCents: order.total_cents,
    discountCents: order.discount_cents,
    link: confirmationUrl(context, order),
    paidAt: new Date(paid_at),
    wrap,
    artist,
    publisher,
    operator: settings.operator,
    contact: settings.contact,
    withdrawal: withdrawalParagraphs(settings, buyer.language),
  });
}

/**
 * Mails the receipt of an order to its account again.
 *
 * @throws Failure E0001 if the order is not the account's, E0032 if it was not paid for, or ended without an artwork
 */
export async function resendReceipt(
  context: Context,
  { exposedId, accountId, key }: { exposedId: string; accountId: string; key: string | undefined },
): Promise<Record<string, never>> {
  const request = { accountId, call: "POST payment/:id/receipt", key, input: exposedId };
  return withIdempotencyKey(context, request, async (tx) => {
    const order = await findOwnOrder(tx, { exposedId, accountId });
    if (order === undefined) throw notFound();
    if (!hasReceipt({ state: order.state, total: order.total_cents }))
      throw new Failure("E0032", { message: NO_RECEIPT });
    await sendReceipt(context, tx, order);
    return {};
  });
}

const NO_RECEIPT = "Only paid orders have a receipt.";
