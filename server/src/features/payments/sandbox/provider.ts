import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { CheckoutAsked, Facts, Provider } from "../provider.ts";
import { readSignedEvent } from "../signed-events.ts";
import { checkoutPath, payoutPath } from "./addresses.ts";
import {
  insertCheckout,
  insertSandboxAccount,
  listCheckouts,
  markClosed,
  markRefunded,
  readCheckout,
  readCheckoutOf,
  readSandboxAccount,
  type SandboxCheckout,
} from "./checkouts.data.ts";
import { sandboxSecret } from "./deliver.ts";

/** A card provider of the program's own, where no money moves. What it knows lies in the database, so every node can be asked. */
export function sandboxProvider(context: Context): Provider {
  const { db, clock, seal, publicUrl } = context;
  return {
    name: "SANDBOX",
    openCheckout: (asked) => openSandboxCheckout(context, asked),
    async lookUp(sessionId) {
      const found = await readCheckout(db, sessionId, clock.now());
      return found === undefined ? undefined : factsOf(found);
    },
    closeCheckout: (sessionId) => markClosed(db, sessionId),
    refund: async ({ paymentId }) => ((await markRefunded(db, paymentId, clock.now())) ? "DONE" : "FAILED"),
    async *listCheckouts(since) {
      for (const found of await listCheckouts(db, since, clock.now()))
        yield { sessionId: found.id, paymentId: found.payment_id, facts: factsOf(found) };
    },
    readEvent: (sent, signature) =>
      readSignedEvent(sent, signature, { secret: sandboxSecret(seal), now: clock.now() }),
    async openPayoutAccount(accountId) {
      const id = `sbxacct_${seal.mark("sandbox-payout-account", accountId).toString("base64url")}`;
      await insertSandboxAccount(db, id, clock.now());
      return id;
    },
    payoutAccountPage: async (externalId, { returnUrl }) =>
      `${publicUrl}${payoutPath}/${externalId}?${new URLSearchParams({ back: returnUrl })}`,
    isPayoutAccountReady: async (externalId) => (await readSandboxAccount(db, externalId))?.is_ready ?? false,
  };
}

async function openSandboxCheckout(context: Context, asked: CheckoutAsked) {
  const { db, clock, publicUrl } = context;
  await insertCheckout(db, {
    ...{
      id: `sbx_${randomBytes(24).toString("base64url")}`,
      payment_id: asked.paymentId,
      title: asked.title,
    },
    ...{ amount_cents: asked.amountCents, ways_back: closeWays(context, asked) },
    ...{ expiresAt: asked.expiresAt, now: clock.now() },
  });
  const opened = await readCheckoutOf(db, asked.paymentId);
  if (opened === undefined) throw new Error(`the sandbox has no checkout for ${asked.paymentId}`);
  return { sessionId: opened.id, url: `${publicUrl}${checkoutPath}/${opened.id}` };
}

const purpose = "sandbox-checkout-ways";
const ways = z.object({ successUrl: z.string(), cancelUrl: z.string() });

/** They carry the order's one-time code, which nobody may read who has the database alone. */
function closeWays({ seal }: Context, { successUrl, cancelUrl }: CheckoutAsked): Buffer {
  return seal.close(purpose, JSON.stringify({ successUrl, cancelUrl }));
}

/** The pages that a checkout leads back to. */
export function waysBackOf({ seal }: Context, checkout: SandboxCheckout): z.output<typeof ways> {
  return ways.parse(JSON.parse(seal.open(purpose, checkout.ways_back)));
}

/** What cards usually cost: 2.9 % and 30 cents. */
function feeOf(amountCents: number): number {
  return Math.min(amountCents, Math.round(amountCents * 0.029) + 30);
}

function factsOf({ id, status, amount_cents, refunded }: SandboxCheckout): Facts {
  return {
    ...{ checkout: status, amountCents: amount_cents, currency: "usd" },
    intentId: status === "PAID" ? `sbxpay_${id}` : null,
    feeCents: status === "PAID" ? feeOf(amount_cents) : null,
    refundedCents: refunded ? amount_cents : 0,
    isDisputed: false,
  };
}
