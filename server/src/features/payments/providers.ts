import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import type { PaymentRow } from "./payments.data.ts";
import type { Provider } from "./provider.ts";
import { sandboxProvider } from "./sandbox/provider.ts";
import { stripeProvider } from "./stripe/provider.ts";

/** Returns the provider of new payments; undefined if none is configured. */
export function findProvider(context: Context): Provider | undefined {
  const { stripe, sandbox } = context.config.payments;
  if (stripe !== undefined) return stripeProvider(context, stripe);
  return sandbox ? sandboxProvider(context) : undefined;
}

/** Returns whether a payment provider is configured. */
export function canTakePayments(context: Context): boolean {
  return findProvider(context) !== undefined;
}

/** Returns the provider that took a payment. @throws Failure E0038 if it is no longer configured */
export function getProviderOf(context: Context, { provider }: Pick<PaymentRow, "provider">): Provider {
  const current = findProvider(context);
  if (current?.name !== provider) throw new Failure("E0038");
  return current;
}
