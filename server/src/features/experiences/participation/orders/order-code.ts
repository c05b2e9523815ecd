import { participationTexts } from "@wrapsody/shared/experiences/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { deriveOrderCode, matchesOrderCode, type OrderReference } from "../../../payments/index.ts";
import { findOrderByExposedId, type OrderRow } from "./orders.data.ts";

/** The code authorises, not the session, so that an order can be finished on any device. */
export type OrderCredentials = { orderId: string; code: string };

/** @throws Failure E0035 for a wrong code and for an unknown order alike */
export async function requireOrderByCode(
  context: Context,
  { orderId, code }: OrderCredentials,
): Promise<OrderRow> {
  const order = await findOrderByExposedId(context.db, orderId);
  if (order === undefined || !matchesOrderCode(context, { ...order, kind: "PARTICIPATION" }, code))
    throw new Failure("E0035");
  return order;
}

/**
 * @throws Failure E0040 if the order expired or was refunded, E0033 if it was sold out, E0001 if its campaign was deleted
 * before it was fulfilled
 */
export function assertActive(order: OrderRow): void {
  const { state, failed_by, total_cents, campaign } = order;
  if (state === "REFUNDED" && failed_by === "E0033")
    throw new Failure("E0033", { message: REFUND_AFTER_SOLD_OUT });
  if (state === "REFUNDED") throw new Failure("E0040", { message: participationTexts.refunded });
  if (campaign === "DELETED" && state !== "FULFILLED") throw notFound(participationTexts.noCampaign);
  if (state !== "EXPIRED") return;
  if (failed_by === "E0033") throw new Failure("E0033");
  throw new Failure("E0040", total_cents === 0 ? { message: RESERVATION_EXPIRED } : {});
}

const REFUND_AFTER_SOLD_OUT = "This experience is sold out. Your payment will be refunded.";
const RESERVATION_EXPIRED = "Your reservation expired. Please join again.";

/** Returns the name of an order in the payments feature. */
export function orderReference(orderId: number): OrderReference {
  return { kind: "PARTICIPATION", reference: String(orderId) };
}

/** Returns the order id; undefined if the reference is malformed. */
export function parseOrderReference(reference: string): number | undefined {
  return /^\d{1,15}$/.test(reference) ? Number(reference) : undefined;
}

/** Returns the page that confirms an order, with the order's code. */
export function confirmationUrl(
  context: Context,
  order: Pick<OrderRow, "exposed_id" | "campaign_id" | "pretty_id">,
): string {
  return `${participateUrl(context, order)}?${orderQuery(context, order)}`;
}

/** Returns the page that takes an order's photos, with the order's code. */
export function photosUrl(
  context: Context,
  order: Pick<OrderRow, "exposed_id" | "campaign_id" | "pretty_id">,
): string {
  return `${experienceUrl(context, order)}/personalize?${orderQuery(context, order)}`;
}

function orderQuery(
  context: Context,
  { exposed_id, campaign_id }: Pick<OrderRow, "exposed_id" | "campaign_id">,
): URLSearchParams {
  const c = deriveOrderCode(context, { kind: "PARTICIPATION", exposedId: exposed_id });
  return new URLSearchParams({ c, i: exposed_id, n: String(campaign_id) });
}

export function participateUrl(
  context: Pick<Context, "publicUrl">,
  order: Pick<OrderRow, "pretty_id">,
): string {
  return `${experienceUrl(context, order)}/participate`;
}

export function experienceUrl(
  { publicUrl }: Pick<Context, "publicUrl">,
  { pretty_id }: Pick<OrderRow, "pretty_id">,
): string {
  return `${publicUrl}/experiences/${encodeURIComponent(pretty_id)}`;
}
