import { participationTexts } from "@wrapsody/shared/participation.ts";
import { withIdempotencyKey } from "../../../../platform/api/idempotency.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { addressErrorMessages, listLinkedWallets, parseAddress } from "../../../chain/index.ts";
import { refreshPaymentState } from "../../../payments/index.ts";
import { mayParticipate } from "./access.ts";
import { openOrderCheckout } from "./checkout.ts";
import { expireIfUnpaid } from "./expire-unpaid.ts";
import { confirmationUrl } from "./links.ts";
import { findOffer, type Offer } from "./offers.data.ts";
import { orderReference } from "./order-reference.ts";
import { findOrder, type OrderRow } from "./orders.data.ts";
import { type Buyer, isPastExpiry, isReservationExpired, reserveSpot } from "./reserve-spot.ts";

type CreateOrderInput = { reference: string; accountId: string; wallet: string; key: string | undefined };

/**
 * Reserves a place in an experience and answers where to go on: the provider's page or, where nothing is to be paid, the
 * page that confirms the order. A repeat with the same key leads to the same order as long as that is one.
 *
 * @throws Failure E0001 where there is no such experience, E0007 for what is no wallet, E0034 for who is not invited,
 * and what `holdPlace`, `refreshPaymentState` and `openCheckout` throw
 */
export async function createOrder(context: Context, wish: CreateOrderInput): Promise<{ redirect: string }> {
  const { reference, accountId, key } = wish;
  const offer = await findOffer(context.db, reference);
  if (offer === undefined) throw notFound(participationTexts.noWallet);
  const taker = { accountId, wallet: parseWallet(wish.wallet) };
  await assertWalletOnNetwork(context, offer, taker);
  if (!(await mayParticipate(context.db, offer, accountId))) throw new Failure("E0034");
  const repeatable = { accountId, call: `POST payment/${offer.id}`, key, input: taker.wallet };
  const id = await withIdempotencyKey(context, repeatable, (tx) =>
    reserveSpot(context, tx, { offer, taker }),
  );
  return { redirect: await nextUrl(context, await activeOrder(context, { offer, taker, id })) };
}

/** Whoever has paid and comes back before anybody has told of it is led to the confirmation, and not to pay again. */
async function nextUrl(context: Context, order: OrderRow): Promise<string> {
  if (order.state !== "AWAITING_PAYMENT") return confirmationUrl(context, order);
  const payment = await refreshPaymentState(context, orderReference(order.id));
  const isOpen = payment === undefined || payment === "OPEN";
  return isOpen ? openOrderCheckout(context, order) : confirmationUrl(context, order);
}

function parseWallet(text: string): string {
  const read = parseAddress(text);
  if (read.ok) return read.address;
  throw new Failure("E0007", { errors: [{ field: "wallet", message: addressErrorMessages[read.problem] }] });
}

/** A contract of the caller's on another network may be nobody's on this one. @throws Failure E0007 */
async function assertWalletOnNetwork(
  { db }: Context,
  { network }: Offer,
  { accountId, wallet }: Buyer,
): Promise<void> {
  const links = (await listLinkedWallets(db, accountId)).filter(({ address }) => address === wallet);
  const isOwn = links.some((link) => link.network === undefined || link.network === network);
  if (links.length === 0 || isOwn) return;
  throw new Failure("E0007", {
    errors: [{ field: "wallet", message: participationTexts.walletOnOtherNetwork }],
  });
}

/** The order, or a new one where its time is over: an address that leads nowhere helps nobody. */
async function activeOrder(
  context: Context,
  { offer, taker, id }: { offer: Offer; taker: Buyer; id: number },
): Promise<OrderRow> {
  const order = await readOrder(context, id);
  const now = context.clock.now();
  if (order.state === "AWAITING_PAYMENT" && isPastExpiry(order, now)) {
    await expireIfUnpaid(context, id);
    return renewIfExpired(context, { offer, taker, order: await readOrder(context, id) });
  }
  return renewIfExpired(context, { offer, taker, order });
}

async function renewIfExpired(
  context: Context,
  { offer, taker, order }: { offer: Offer; taker: Buyer; order: OrderRow },
): Promise<OrderRow> {
  const hasEnded = order.state === "EXPIRED" || order.state === "REFUNDED";
  if (!hasEnded && !isReservationExpired(order, context.clock.now())) return order;
  const id = await context.db.transaction().execute((tx) => reserveSpot(context, tx, { offer, taker }));
  return readOrder(context, id);
}

async function readOrder({ db }: Context, id: number): Promise<OrderRow> {
  const order = await findOrder(db, id);
  if (order === undefined) throw new Error(`there is no order ${id}`);
  return order;
}
