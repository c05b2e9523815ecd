import type { Context } from "../../../platform/context.ts";
import { deriveOrderCode } from "../../payments/index.ts";
import type { OrderRow } from "./orders.data.ts";

/** Returns the URL of the page that confirms an order. */
export function confirmationUrl(context: Context, { exposed_id }: Pick<OrderRow, "exposed_id">): string {
  const query = new URLSearchParams({
    c: deriveOrderCode(context, { kind: "SUBSCRIPTION", exposedId: exposed_id }),
    i: exposed_id,
  });
  return `${context.publicUrl}/subscription/confirm?${query}`;
}

export const planPageUrl = ({ publicUrl }: Pick<Context, "publicUrl">): string =>
  `${publicUrl}/my/subscription`;
