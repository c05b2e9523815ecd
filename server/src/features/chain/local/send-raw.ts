import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from "viem";
import type { Context } from "../../../platform/context.ts";
import { toAddress } from "../addresses.ts";
import { LOCAL_CHAIN_ID } from "./anvil.ts";
import { type JsonRpcAnswer, postJsonRpc } from "./anvil-rpc.ts";
import {
  deleteLocalTransaction,
  insertLocalTransaction,
  type LocalTransaction,
} from "./local-transactions.data.ts";
import { RejectedCallError } from "./rpc-rules.ts";

/**
 * Forwards a transaction that a wallet signed. Stores it first: if a crash of the chain loses it, it is replayed. Rejected transactions
 * are deleted.
 *
 * @throws RejectedCallError if it is not a signed transaction for this chain
 */
export async function sendRaw(
  { db, clock }: Pick<Context, "db" | "clock">,
  rpcUrl: string,
  params: readonly unknown[],
): Promise<JsonRpcAnswer> {
  const transaction = await parseRawTransaction(params[0]);
  await insertLocalTransaction(db, transaction, clock.now());
  const answer = await postJsonRpc(rpcUrl, "eth_sendRawTransaction", [transaction.raw]);
  if (answer.error === undefined) {
    // A concurrent request with the same transaction may have been rejected and have deleted it.
    await insertLocalTransaction(db, transaction, clock.now());
  } else if (!(await isOnChain(rpcUrl, transaction.hash))) {
    await deleteLocalTransaction(db, transaction.hash);
  }
  return answer;
}

/** Checks whether the chain has a transaction: anvil rejects duplicates. */
async function isOnChain(rpcUrl: string, hash: Hex): Promise<boolean> {
  const { result } = await postJsonRpc(rpcUrl, "eth_getTransactionByHash", [hash]);
  return result !== null && result !== undefined;
}

async function parseRawTransaction(value: unknown): Promise<LocalTransaction> {
  if (!isSerialized(value)) throw invalidTransaction();
  try {
    const { chainId, nonce = 0, type } = parseTransaction(value);
    if (chainId !== LOCAL_CHAIN_ID || type === "eip4844") throw invalidTransaction();
    const sender = toAddress(await recoverTransactionAddress({ serializedTransaction: value }));
    return { hash: keccak256(value), raw: value, sender, nonce };
  } catch (error) {
    throw error instanceof RejectedCallError ? error : invalidTransaction();
  }
}

function isSerialized(value: unknown): value is TransactionSerialized {
  return typeof value === "string" && /^0x([0-9a-f]{2})+$/i.test(value);
}

function invalidTransaction(): RejectedCallError {
  return new RejectedCallError({
    code: -32_602,
    message: `Expected a signed transaction for chain ${LOCAL_CHAIN_ID}.`,
  });
}
