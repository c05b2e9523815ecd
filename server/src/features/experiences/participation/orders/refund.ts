import type { OrderRefund } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { refundOf } from "./paid-back.ts";
import { type Proof, provenOrder } from "./proven.ts";

/**
 * What goes back of what was paid for an order, also where it came to nothing.
 *
 * @throws Failure E0035 for a wrong code or order
 */
export async function orderRefund(context: Context, proof: Proof): Promise<OrderRefund> {
  return refundOf(await provenOrder(context, proof));
}
