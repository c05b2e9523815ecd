import { participationTexts } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { matchesOrderCode } from "../../../payments/index.ts";
import { findOrderByExposedId, type OrderRow } from "./orders.data.ts";

/** How whoever holds an order proves it: whose it is does not matter, so that it goes on from any device. */
export type OrderCredentials = { orderId: string; code: string };

/** @throws Failure E0035 for a wrong code and for an order that is none, which read the same */
export async function requireOrderByCode(
  { db }: Context,
  { orderId, code }: OrderCredentials,
): Promise<OrderRow> {
  const order = await findOrderByExposedId(db, orderId);
  if (order === undefined || !matchesOrderCode(order, code)) throw new Failure("E0035");
  return order;
}

/** @throws Failure for an order that came to nothing, or whose campaign is gone before it was finished */
export function assertActive(order: OrderRow): void {
  const { state, failed_by, total_cents, isDeleted } = order;
  if (state === "REFUNDED" && failed_by === "E0033") throw new Failure("E0033", { message: SOLD_OUT });
  if (state === "REFUNDED") throw new Failure("E0040", { message: participationTexts.refunded });
  if (isDeleted && state !== "FULFILLED") throw notFound(participationTexts.noCampaign);
  if (state !== "EXPIRED") return;
  if (failed_by === "E0033") throw new Failure("E0033");
  throw new Failure("E0040", total_cents === 0 ? { message: TOO_LATE } : {});
}

const SOLD_OUT = "This experience is sold out. Your payment is paid back.";
const TOO_LATE = "The place that was kept for you was given back. Please take part again.";
