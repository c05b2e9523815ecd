import type { OrderArtwork } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { presentParticipant } from "../../public/campaigns.ts";
import { findParticipantOfOrder, hasFailedArtwork } from "./confirm.data.ts";
import { assertActive, type OrderCredentials, requireOrderByCode } from "./order-code.ts";

/**
 * What has become of the artwork of an order; nothing as long as it is not drawn.
 *
 * @throws Failure E0035 for a wrong code or order, and as `requireLiving` for one that came to nothing
 */
export async function readArtwork(context: Context, proof: OrderCredentials): Promise<OrderArtwork> {
  const order = await requireOrderByCode(context, proof);
  assertActive(order);
  const which = { campaignId: order.campaign_id, orderId: order.id };
  const found = await findParticipantOfOrder(context.db, which);
  const failed = await hasFailedArtwork(context.db, which);
  return { participant: found === undefined ? null : presentParticipant(found), failed };
}
