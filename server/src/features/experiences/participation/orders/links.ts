import type { Context } from "../../../../platform/context.ts";
import { codeOf } from "../../../payments/index.ts";
import type { OrderRow } from "./orders.data.ts";

/** The page of this site that confirms an order. */
export function confirmationOf(
  context: Context,
  order: Pick<OrderRow, "exposed_id" | "campaign_id" | "pretty_id">,
): string {
  return `${participatePage(context, order)}?${proofOf(context, order)}`;
}

/** The page of this site that takes the photos of an order. */
export function photosOf(
  context: Context,
  order: Pick<OrderRow, "exposed_id" | "campaign_id" | "pretty_id">,
): string {
  return `${experiencePage(context, order)}/personalize?${proofOf(context, order)}`;
}

function proofOf(
  context: Context,
  { exposed_id, campaign_id }: Pick<OrderRow, "exposed_id" | "campaign_id">,
): URLSearchParams {
  const c = codeOf(context, { kind: "PARTICIPATION", exposedId: exposed_id });
  return new URLSearchParams({ c, i: exposed_id, n: String(campaign_id) });
}

export function participatePage(
  context: Pick<Context, "publicUrl">,
  order: Pick<OrderRow, "pretty_id">,
): string {
  return `${experiencePage(context, order)}/participate`;
}

function experiencePage(
  { publicUrl }: Pick<Context, "publicUrl">,
  { pretty_id }: Pick<OrderRow, "pretty_id">,
): string {
  return `${publicUrl}/experiences/${encodeURIComponent(pretty_id)}`;
}
