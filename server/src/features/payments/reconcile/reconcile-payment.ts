import type { Context } from "../../../platform/context.ts";
import { type CheckoutSnapshot, isProviderUnavailable } from "../provider.ts";
import { syncPayment } from "../sync/sync-payment.ts";

/** What one comparison with the provider has come to so far; payments are named by their ids. */
export type Reconciliation = {
  context: Context;
  /** What the provider's list says is said to be as old as the whole of it, so that it never counts as newer than it is. */
  startedAt: Date;
  compared: Set<string>;
  repaired: Set<string>;
  failed: Set<string>;
  /** Paid checkouts that nobody here knows. */
  strangers: string[];
  /** How many questions after one another nobody answered. */
  silences: number;
};

export function createReconciliation(context: Context, startedAt: Date): Reconciliation {
  const none = { compared: new Set<string>(), repaired: new Set<string>(), failed: new Set<string>() };
  return { context, startedAt, ...none, strangers: [], silences: 0 };
}

/** So many in a row are the provider's own silence, and no trouble of a single payment. */
const MAX_UNAVAILABLE_IN_A_ROW = 5;

/**
 * Compares one payment, once however often it is listed. One that fails keeps no other from being compared.
 *
 * @param facts what the provider said of it already
 * @throws Failure E0048 where the provider does not answer at all
 */
export async function reconcilePayment(
  comparison: Reconciliation,
  id: string,
  facts?: () => Promise<CheckoutSnapshot | undefined>,
): Promise<void> {
  const { context, startedAt: askedAt, compared, repaired, failed } = comparison;
  if (compared.has(id)) return;
  try {
    const said = await facts?.();
    const told = said && { facts: said, askedAt };
    if (await syncPayment(context, id, told)) repaired.add(id);
    compared.add(id);
    failed.delete(id);
    comparison.silences = 0;
  } catch (error) {
    recordFailure(comparison, id, error);
  }
}

function recordFailure(comparison: Reconciliation, id: string, error: unknown): void {
  comparison.silences = isProviderUnavailable(error) ? comparison.silences + 1 : 0;
  if (comparison.silences >= MAX_UNAVAILABLE_IN_A_ROW) throw error;
  comparison.failed.add(id);
  comparison.context.log.error({ err: error, payment: id }, "a payment could not be compared");
}
