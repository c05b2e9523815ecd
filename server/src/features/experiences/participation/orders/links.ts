import type { Context } from "../../../../platform/context.ts";
import { deriveOrderCode } from "../../../payments/index.ts";
import type { OrderRow } from "./orders.data.ts";

/** The page of this site that confirms an order. */
export function confirmationUrl(
  context: Context,
  order: Pick<OrderRow, "exposed_id" | "campaign_id" | "pretty_id">,
): string {
  return `${participateUrl(context, order)}?${orderQuery(context, order)}`;
}

/** The page of this site that takes the photos of an order. */
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

function experienceUrl(
  { publicUrl }: Pick<Context, "publicUrl">,
  { pretty_id }: Pick<OrderRow, "pretty_id">,
): string {
  return `${publicUrl}/experiences/${encodeURIComponent(pretty_id)}`;
}
