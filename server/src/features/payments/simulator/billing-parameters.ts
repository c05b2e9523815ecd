import { z } from "zod";
import {
  boolean,
  cents,
  currency,
  expand,
  integer,
  limit,
  list,
  metadata,
  recurring,
  url,
} from "./parameters.ts";

const prorations = z.enum(["always_invoice", "create_prorations", "none"]);
const id = z.string().min(1).max(5000);

const phase = z.strictObject({
  start_date: integer.optional(),
  end_date: integer.optional(),
  duration: recurring.optional(),
  proration_behavior: prorations.optional(),
  items: list(
    z.strictObject({
      price: id.optional(),
      price_data: z.strictObject({ currency, product: id, recurring, unit_amount: cents }).optional(),
      quantity: integer.refine((count) => count >= 0, "Invalid quantity").optional(),
    }),
  ).refine((items) => items.length > 0, "Empty array"),
});

/** The parameters of Stripe Billing endpoints. Unknown parameters are rejected. */
export const billingParameters = {
  readSubscription: z.strictObject({ expand: expand.optional() }),
  updateSubscription: z.strictObject({
    cancel_at_period_end: boolean.optional(),
    cancel_at: z.literal("").or(integer).optional(),
    default_payment_method: id.optional(),
    metadata: metadata.optional(),
  }),
  cancelSubscription: z.strictObject({ invoice_now: boolean.optional(), prorate: boolean.optional() }),
  createSchedule: z.strictObject({
    from_subscription: id.optional(),
    customer: id.optional(),
    end_behavior: z.enum(["release", "cancel"]).optional(),
    phases: list(phase).optional(),
  }),
  updateSchedule: z.strictObject({
    default_settings: z.strictObject({ default_payment_method: id.optional() }).optional(),
    end_behavior: z.enum(["release", "cancel"]).optional(),
    proration_behavior: prorations.optional(),
    phases: list(phase).optional(),
  }),
  releaseSchedule: z.strictObject({ preserve_cancel_date: boolean.optional() }),
  listInvoices: z.strictObject({
    subscription: id.optional(),
    customer: id.optional(),
    status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
    limit: limit.optional(),
    starting_after: z.string().optional(),
    expand: expand.optional(),
  }),
  readInvoice: z.strictObject({ expand: expand.optional() }),
  updateInvoice: z.strictObject({ auto_advance: boolean.optional(), metadata: metadata.optional() }),
  voidInvoice: z.strictObject({}),
  listIntents: z.strictObject({
    customer: id.optional(),
    created: z.strictObject({ gte: integer.optional() }).optional(),
    limit: limit.optional(),
    starting_after: z.string().optional(),
    expand: expand.optional(),
  }),
  createProduct: z.strictObject({
    id: id.optional(),
    name: z.string().min(1).max(5000),
    metadata: metadata.optional(),
  }),
  createPortal: z.strictObject({
    customer: id,
    configuration: id.optional(),
    return_url: url.optional(),
    flow_data: z
      .strictObject({
        type: z.enum(["payment_method_update"]),
        after_completion: z
          .strictObject({
            type: z.enum(["hosted_confirmation", "portal_homepage", "redirect"]),
            redirect: z.strictObject({ return_url: url }).optional(),
          })
          .optional(),
      })
      .optional(),
  }),
  listConfigurations: z.strictObject({
    active: boolean.optional(),
    is_default: boolean.optional(),
    limit: limit.optional(),
  }),
  createConfiguration: z.strictObject({
    features: z.strictObject({
      payment_method_update: z.strictObject({ enabled: boolean }).optional(),
      invoice_history: z.strictObject({ enabled: boolean }).optional(),
    }),
    metadata: metadata.optional(),
  }),
} as const;

export type BillingParameters = {
  [Name in keyof typeof billingParameters]: z.output<(typeof billingParameters)[Name]>;
};
