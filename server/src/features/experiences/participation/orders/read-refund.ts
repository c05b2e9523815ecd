import type { OrderRefund } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { type OrderCredentials, requireOrderByCode } from "./order-code.ts";
import { presentRefund } from "./refunds.ts";

/**
 * What goes back of what was paid for an order, also where it came to nothing.
 *
 * @throws Failure E0035 for a wrong code or order
 */
export async function readRefund(context: Context, proof: OrderCredentials): Promise<OrderRefund> {
  return presentRefund(await requireOrderByCode(context, proof));
}
