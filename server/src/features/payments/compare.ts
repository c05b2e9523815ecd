import type { Context } from "../../platform/context.ts";
import { type Facts, isSilence } from "./provider.ts";
import { settlePayment } from "./settle.ts";

/** What one comparison with the provider has come to so far; payments are named by their ids. */
export type Comparison = {
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

export function newComparison(context: Context, startedAt: Date): Comparison {
  const none = { compared: new Set<string>(), repaired: new Set<string>(), failed: new Set<string>() };
  return { context, startedAt, ...none, strangers: [], silences: 0 };
}

/** So many in a row are the provider's own silence, and no trouble of a single payment. */
const mostSilences = 5;

/**
 * Compares one payment, once however often it is listed. One that fails keeps no other from being compared.
 *
 * @param facts what the provider said of it already
 * @throws Failure E0048 where the provider does not answer at all
 */
export async function compare(
  comparison: Comparison,
  id: string,
  facts?: () => Promise<Facts | undefined>,
): Promise<void> {
  const { context, startedAt: askedAt, compared, repaired, failed } = comparison;
  if (compared.has(id)) return;
  try {
    const said = await facts?.();
    const told = said && { facts: said, askedAt };
    if (await settlePayment(context, id, told)) repaired.add(id);
    compared.add(id);
    failed.delete(id);
    comparison.silences = 0;
  } catch (error) {
    noteFailure(comparison, id, error);
  }
}

function noteFailure(comparison: Comparison, id: string, error: unknown): void {
  comparison.silences = isSilence(error) ? comparison.silences + 1 : 0;
  if (comparison.silences >= mostSilences) throw error;
  comparison.failed.add(id);
  comparison.context.log.error({ err: error, payment: id }, "a payment could not be compared");
}
