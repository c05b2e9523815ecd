import type { Context } from "../../../../platform/context.ts";
import { codeOf } from "../../../payments/index.ts";
import type { OrderRow } from "./orders.data.ts";

/** The page of this site that confirms an order. */
export function confirmationOf(
  context: Context,
  order: Pick<OrderRow, "exposed_id" | "campaign_id" | "pretty_id">,
): string {
  const { exposed_id, campaign_id } = order;
  const query = new URLSearchParams({
    c: codeOf(context, { kind: "PARTICIPATION", exposedId: exposed_id }),
    i: exposed_id,
    n: String(campaign_id),
  });
  return `${participatePage(context, order)}?${query}`;
}

export function participatePage(
  { publicUrl }: Pick<Context, "publicUrl">,
  { pretty_id }: Pick<OrderRow, "pretty_id">,
): string {
  return `${publicUrl}/experiences/${encodeURIComponent(pretty_id)}/participate`;
}
