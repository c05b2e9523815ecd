import type { Address } from "viem";
import { z } from "zod";
import type { Database } from "../../../platform/database/database.ts";
import type { Log } from "../../../platform/log.ts";
import { type AnvilRequest, AnvilRpcError } from "./anvil-rpc.ts";
import { listSenders, listUnknownTransactions, type StoredTransaction } from "./local-transactions.data.ts";

const PAGE_SIZE = 200;
/** The operator's balance is topped up below the minimum; on this chain ether is free. */
const MIN_BALANCE_WEI = 10n ** 23n;
const TOP_UP_WEI = 10n ** 24n;

const quantity = z.string().transform((text) => BigInt(text));

/** Tops up an address that pays for transactions. */
export async function fund(ask: AnvilRequest, address: Address): Promise<void> {
  const balance = quantity.parse(await ask("eth_getBalance", address, "latest"));
  if (balance < MIN_BALANCE_WEI) await ask("anvil_setBalance", address, `0x${TOP_UP_WEI.toString(16)}`);
}

/**
 * Replays the stored transactions that the chain does not have: those after the last snapshot, or all if there is none.
 * Transactions keep their hash but end up in other blocks. Returns how many were sent.
 */
export async function replayTransactions(ask: AnvilRequest, db: Database, log: Log): Promise<number> {
  const nonces = new Map<Address, number>();
  for (const { sender, isOperator } of await listSenders(db)) {
    // Includes previous operator keys.
    if (isOperator) await fund(ask, sender);
    nonces.set(sender, Number(quantity.parse(await ask("eth_getTransactionCount", sender, "latest"))));
  }
  let sent = 0;
  let last: StoredTransaction | undefined;
  for (;;) {
    const some = await listUnknownTransactions(db, nonces, { last, limit: PAGE_SIZE });
    for (const transaction of some) if (await resendTransaction(ask, transaction, log)) sent++;
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
    // Anvil rejects transactions that it has, or whose nonce another transaction has used.
    const isKnown = /already imported|nonce too low|underpriced/i.test(error.message);
    if (!isKnown) log.warn({ err: error, hash }, "replaying a transaction on the local chain failed");
    return false;
  }
}
