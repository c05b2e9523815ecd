import type { OrderArtwork } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { presentParticipant } from "../../campaigns.ts";
import { findParticipantOf, hasFailed } from "./confirm.data.ts";
import { type Proof, provenOrder, requireLiving } from "./proven.ts";

/**
 * What has become of the artwork of an order; nothing as long as it is not drawn.
 *
 * @throws Failure E0035 for a wrong code or order, and as `requireLiving` for one that came to nothing
 */
export async function orderArtwork(context: Context, proof: Proof): Promise<OrderArtwork> {
  const order = await provenOrder(context, proof);
  requireLiving(order);
  const which = { campaignId: order.campaign_id, orderId: order.id };
  const found = await findParticipantOf(context.db, which);
  const failed = await hasFailed(context.db, which);
  return { participant: found === undefined ? null : presentParticipant(found), failed };
}
