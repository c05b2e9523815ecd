import type { Address } from "viem";
import { z } from "zod";
import type { Database } from "../../../platform/database/database.ts";
import type { Log } from "../../../platform/log.ts";
import { type AnvilRequest, AnvilRpcError } from "./anvil-rpc.ts";
import { listSenders, listUnknownTransactions, type StoredTransaction } from "./replay.data.ts";

const PAGE_SIZE = 200;
/** Wei that whoever signs for the house has at least, and gets when it has less: on this chain it costs nothing. */
const MIN_BALANCE_WEI = 10n ** 23n;
const TOP_UP_WEI = 10n ** 24n;

const quantity = z.string().transform((text) => BigInt(text));

/** Lets an address pay for what it signs, without end. */
export async function fund(ask: AnvilRequest, address: Address): Promise<void> {
  const balance = quantity.parse(await ask("eth_getBalance", address, "latest"));
  if (balance < MIN_BALANCE_WEI) await ask("anvil_setBalance", address, `0x${TOP_UP_WEI.toString(16)}`);
}

/**
 * Sends the chain what it was sent before and does not know: what came after the last snapshot, or everything where there is
 * none. Transactions keep their hash, and are found in other blocks than before. Answers how many were sent.
 */
export async function replayTransactions(ask: AnvilRequest, db: Database, log: Log): Promise<number> {
  const reached = new Map<Address, number>();
  for (const { sender, isOperator } of await listSenders(db)) {
    // Of an operator from before a key was changed, too.
    if (isOperator) await fund(ask, sender);
    reached.set(sender, Number(quantity.parse(await ask("eth_getTransactionCount", sender, "latest"))));
  }
  let sent = 0;
  let last: StoredTransaction | undefined;
  for (;;) {
    const some = await listUnknownTransactions(db, reached, { last, limit: PAGE_SIZE });
    for (const one of some) if (await resendTransaction(ask, one, log)) sent++;
    last = some.at(-1);
    if (some.length < PAGE_SIZE) return sent;
  }
}

async function resendTransaction(
  ask: AnvilRequest,
  { raw, hash }: StoredTransaction,
  log: Log,
): Promise<boolean> {
  try {
    await ask("eth_sendRawTransaction", raw);
    return true;
  } catch (error) {
    if (!(error instanceof AnvilRpcError)) throw error;
    // It refuses what it has already, and what another at the same nonce has replaced.
    const isKnown = /already imported|nonce too low|underpriced/i.test(error.message);
    if (!isKnown) log.warn({ err: error, hash }, "the program's own chain does not take a transaction again");
    return false;
  }
}
