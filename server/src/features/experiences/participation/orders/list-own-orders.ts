import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { getOwnOrders, OwnOrder } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { notFound } from "../../../../platform/failure.ts";
import { confirmationUrl } from "./links.ts";
import { findOffer, type Offer } from "./offers.data.ts";
import { listOwnOrderRows, type OwnOrderRow } from "./orders.data.ts";
import { presentRefund } from "./refunds.ts";

/** Orders that are told of those that are finished or were paid back. */
const MAX_FINISHED_ORDERS = 3;

/**
 * Answers `getOwnOrders`: whoever paid and lost the way back finds it here, from any device. Nobody is asked for it, so what
 * is paid a moment ago may still wait for its payment.
 *
 * @throws Failure E0001 for an experience that is not public
 */
export async function listOwnOrders(
  context: Context,
  { reference, accountId }: { reference: string; accountId: string },
): Promise<AnswerOf<typeof getOwnOrders>> {
  const offer = await findOffer(context.db, reference);
  if (offer === undefined) throw notFound();
  const rows = await listOwnOrderRows(context.db, {
    campaignId: offer.id,
    accountId,
    finished: MAX_FINISHED_ORDERS,
  });
  return { data: rows.map((row) => presentOwnOrder(context, offer, row)) };
}

function presentOwnOrder(context: Context, { id, pretty_id }: Offer, row: OwnOrderRow): OwnOrder {
  const { state, wallet, exposed_id, created_at, expires_at } = row;
  return {
    exposed_id,
    state,
    wallet_address: wallet,
    created_at,
    expires_at,
    ...presentRefund(row),
    page: confirmationUrl(context, { exposed_id, campaign_id: id, pretty_id }),
  };
}
