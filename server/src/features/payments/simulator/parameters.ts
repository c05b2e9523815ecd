import { z } from "zod";

/** An error response of Stripe's API. */
export class StripeError extends Error {
  override name = "StripeError";
  readonly status: number;
  readonly body: { type: string; code?: string; message: string; param?: string };

  constructor(body: { code?: string; message: string; param?: string }, status = 400, type?: string) {
    super(body.message);
    this.status = status;
    this.body = { type: type ?? "invalid_request_error", ...body };
  }
}

export type Form = { [key: string]: Form | string };

/** Parses Stripe's form encoding, e.g. `a[b][0][c]=d`. Lists become objects with numeric keys. */
export function parseForm(text: string): Form {
  const whole: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [
      name.replace(/\[.*$/s, ""),
      ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, key = ""]) => key),
    ];
    const last = path.pop() ?? "";
    let at = whole;
    for (const key of path) {
      const next = at[key] ?? {};
      if (typeof next === "string")
        throw new StripeError({ message: `Invalid object: ${name}`, param: name });
      at[key] = next;
      at = next;
    }
    at[last] = value;
  }
  return whole;
}

export const integer = z
  .string()
  .regex(/^-?\d+$/, "Invalid integer")
  .transform(Number);
export const boolean = z
  .enum(["true", "false"], { error: "Invalid boolean" })
  .transform((value) => value === "true");
export const currency = z.enum(["usd"], { error: "Invalid currency" });
export const url = z.url({ protocol: /^https?$/, error: "Not a valid URL" }).max(5000);
export const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, "Too many keys");
export const list = <Item extends z.ZodType>(item: Item) =>
  z.record(z.string().regex(/^\d+$/), item).transform((entries) => Object.values(entries));
export const expand = list(z.string());

export const limit = integer.refine((count) => count >= 1 && count <= 100, "Invalid limit");
export const cents = integer.refine((count) => count >= 0 && count <= 99_999_999, "Invalid amount");
export const recurring = z.strictObject({
  interval: z.enum(["day", "week", "month", "year"], { error: "Invalid interval" }),
  interval_count: integer.refine((count) => count >= 1, "Invalid positive integer").optional(),
});

/** The parameters of each endpoint. Unknown parameters are rejected. */
export const parameters = {
  createSession: z.strictObject({
    mode: z.enum(["payment", "subscription"]),
    allowed_payment_method_types: list(z.enum(["card"])).optional(),
    adaptive_pricing: z.strictObject({ enabled: boolean.optional() }).optional(),
    line_items: list(
      z.strictObject({
        quantity: integer.refine((count) => count >= 1, "Invalid positive integer"),
        price_data: z.strictObject({
          currency,
          unit_amount: cents,
          product_data: z.strictObject({ name: z.string().min(1).max(5000) }),
          recurring: recurring.optional(),
        }),
      }),
    ),
    client_reference_id: z.string().min(1).max(200).optional(),
    metadata: metadata.optional(),
    payment_intent_data: z
      .strictObject({
        metadata: metadata.optional(),
        application_fee_amount: cents.optional(),
        transfer_data: z.strictObject({ destination: z.string() }).optional(),
      })
      .optional(),
    subscription_data: z.strictObject({ metadata: metadata.optional() }).optional(),
    customer: z.string().min(1).max(5000).optional(),
    customer_email: z.email({ error: "Invalid email address" }).max(800).optional(),
    expires_at: integer.optional(),
    success_url: url,
    cancel_url: url.optional(),
    expand: expand.optional(),
  }),
  readSession: z.strictObject({ expand: expand.optional() }),
  listSessions: z.strictObject({
    created: z.strictObject({ gte: integer.optional() }).optional(),
    limit: limit.optional(),
    starting_after: z.string().optional(),
    expand: expand.optional(),
  }),
  expireSession: z.strictObject({}),
  createRefund: z.strictObject({
    payment_intent: z.string(),
    amount: integer.refine((cents) => cents >= 1, "Invalid positive integer").optional(),
    metadata: metadata.optional(),
    reverse_transfer: boolean.optional(),
    refund_application_fee: boolean.optional(),
  }),
  listRefunds: z.strictObject({
    payment_intent: z.string().optional(),
    created: z.strictObject({ gte: integer.optional() }).optional(),
    limit: limit.optional(),
    starting_after: z.string().optional(),
    expand: expand.optional(),
  }),
  listDisputes: z.strictObject({
    payment_intent: z.string().optional(),
    created: z.strictObject({ gte: integer.optional() }).optional(),
    limit: limit.optional(),
    starting_after: z.string().optional(),
    expand: expand.optional(),
  }),
  listPayouts: z.strictObject({
    created: z.strictObject({ gte: integer.optional() }).optional(),
    limit: limit.optional(),
    starting_after: z.string().optional(),
  }),
  listBalanceTransactions: z.strictObject({
    payout: z.string(),
    limit: limit.optional(),
    starting_after: z.string().optional(),
    expand: expand.optional(),
  }),
  listTransfers: z.strictObject({
    destination: z.string(),
    created: z.strictObject({ gte: integer.optional() }).optional(),
    limit: limit.optional(),
    starting_after: z.string().optional(),
    expand: expand.optional(),
  }),
  createAccount: z.strictObject({
    type: z.enum(["express"]),
    capabilities: z.strictObject({ transfers: z.strictObject({ requested: boolean }).optional() }).optional(),
    metadata: metadata.optional(),
  }),
  readAccount: z.strictObject({}),
  createAccountLink: z.strictObject({
    account: z.string(),
    type: z.enum(["account_onboarding"]),
    refresh_url: url,
    return_url: url,
  }),
} as const;

export type CheckoutParameters = { [Name in keyof typeof parameters]: z.output<(typeof parameters)[Name]> };

/** @throws StripeError that names the first unknown, missing or invalid parameter */
export function parseParameters<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === "unrecognized_keys") {
    const param = formatParam([...path, issue.keys[0] ?? ""]);
    throw new StripeError({
      code: "parameter_unknown",
      message: `Received unknown parameter: ${param}`,
      param,
    });
  }
  const param = formatParam(path);
  if (issue?.code === "invalid_type" && isMissing(form, path))
    throw new StripeError({ code: "parameter_missing", message: `Missing required param: ${param}.`, param });
  throw new StripeError({ code: "parameter_invalid", message: `${issue?.message}: ${param}`, param });
}

function isMissing(form: Form | string | undefined, path: readonly string[]): boolean {
  let at = form;
  for (const key of path) at = typeof at === "object" ? at[key] : undefined;
  return at === undefined;
}

function formatParam([first = "", ...rest]: readonly string[]): string {
  return `${first}${rest.map((key) => `[${key}]`).join("")}`;
}
