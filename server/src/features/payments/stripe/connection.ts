import type Stripe from "stripe";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import type { PaymentRow, ProviderName } from "../payments.data.ts";
import { simulatorWebhookSecrets } from "../simulator/events.ts";
import { simulatorClient, stripeClient } from "./client.ts";

/**
 * Access to Stripe. SANDBOX is the simulator of a preview: its payments are kept apart from those of a real account.
 *
 * Requests throw Failure E0048 if Stripe does not answer: their outcome is unknown then, and a retry is safe. No transaction may be open
 * during a request.
 */
export type StripeConnection = {
  name: ProviderName;
  stripe: Stripe;
  webhookSecrets: readonly string[];
};

/** Returns the connection for new payments; undefined if none is configured. */
export function findStripe(context: Context): StripeConnection | undefined {
  const { stripe: access, sandbox } = context.config.payments;
  if (access !== undefined)
    return {
      name: "STRIPE",
      stripe: stripeClient(access, context.db),
      webhookSecrets: access.webhookSecrets,
    };
  if (!sandbox) return undefined;
  const webhookSecrets = simulatorWebhookSecrets(context.encryption);
  return { name: "SANDBOX", stripe: simulatorClient(context), webhookSecrets };
}

/** Returns the connection that took a payment. @throws Failure E0038 if it is no longer configured */
export function getStripeOf(context: Context, { provider }: Pick<PaymentRow, "provider">): StripeConnection {
  const current = findStripe(context);
  if (current?.name !== provider) throw new Failure("E0038");
  return current;
}
