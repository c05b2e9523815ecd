import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from "viem";
import type { Context } from "../../../platform/context.ts";
import { toAddress } from "../hex.ts";
import { LOCAL_CHAIN_ID } from "./anvil.ts";
import { type JsonRpcAnswer, postJsonRpc } from "./anvil-rpc.ts";
import {
  deleteLocalTransaction,
  insertLocalTransaction,
  type LocalTransaction,
} from "./local-transactions.data.ts";
import { RejectedCallError } from "./rpc-rules.ts";

/**
 * Passes on what a wallet signed, kept before it is sent: the chain may lose it with a crash, and is then given it again.
 * What the chain refuses is not kept. Throws RpcRefusal for what is no transaction of this chain.
 */
export async function sendRaw(
  { db, clock }: Pick<Context, "db" | "clock">,
  rpcUrl: string,
  params: readonly unknown[],
): Promise<JsonRpcAnswer> {
  const one = await parseRawTransaction(params[0]);
  await insertLocalTransaction(db, one, clock.now());
  const answer = await postJsonRpc(rpcUrl, "eth_sendRawTransaction", [one.raw]);
  if (answer.error === undefined) {
    // Somebody who sent the same may have been refused meanwhile, and have taken it away.
    await insertLocalTransaction(db, one, clock.now());
  } else if (!(await isOnChain(rpcUrl, one.hash))) {
    await deleteLocalTransaction(db, one.hash);
  }
  return answer;
}

/** Whether the chain has it; it refuses what it has. */
async function isOnChain(rpcUrl: string, hash: Hex): Promise<boolean> {
  const { result } = await postJsonRpc(rpcUrl, "eth_getTransactionByHash", [hash]);
  return result !== null && result !== undefined;
}

async function parseRawTransaction(given: unknown): Promise<LocalTransaction> {
  if (!isSerialized(given)) throw invalidTransaction();
  try {
    const { chainId, nonce = 0, type } = parseTransaction(given);
    if (chainId !== LOCAL_CHAIN_ID || type === "eip4844") throw invalidTransaction();
    const sender = toAddress(await recoverTransactionAddress({ serializedTransaction: given }));
    return { hash: keccak256(given), raw: given, sender, nonce };
  } catch (error) {
    throw error instanceof RejectedCallError ? error : invalidTransaction();
  }
}

function isSerialized(given: unknown): given is TransactionSerialized {
  return typeof given === "string" && /^0x([0-9a-f]{2})+$/i.test(given);
}

function invalidTransaction(): RejectedCallError {
  return new RejectedCallError({
    code: -32_602,
    message: `A signed transaction for chain ${LOCAL_CHAIN_ID} is expected.`,
  });
}
