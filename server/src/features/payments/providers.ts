import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import type { TakesPayments } from "./orders.ts";
import type { PaymentRow, ProviderName } from "./payments.data.ts";
import type { Provider } from "./provider.ts";
import { sandboxProvider } from "./sandbox/provider.ts";
import { stripeProvider } from "./stripe/provider.ts";

/** Who takes new payments; undefined: nobody. */
export function currentProvider(context: Context): Provider | undefined {
  const { stripe, sandbox } = context.config.payments;
  if (stripe !== undefined) return stripeProvider(context, stripe);
  return sandbox ? sandboxProvider(context) : undefined;
}

export const takesPayments: TakesPayments = (context) => currentProvider(context) !== undefined;

/** Who took a payment. @throws Failure E0038 where the configuration does not know them any more */
export function providerOf(context: Context, { provider }: Pick<PaymentRow, "provider">): Provider {
  const current = currentProvider(context);
  if (current?.name !== provider) throw new Failure("E0038");
  return current;
}

export type { ProviderName };
