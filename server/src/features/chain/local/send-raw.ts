import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from "viem";
import type { Context } from "../../../platform/context.ts";
import { lower } from "../hex.ts";
import { localChainId } from "./anvil.ts";
import { type NodeAnswer, post } from "./ask.ts";
import { forgetTransaction, keepTransaction, type LocalTransaction } from "./local-transactions.data.ts";
import { RpcRefusal } from "./rpc-methods.ts";

/**
 * Passes on what a wallet signed, kept before it is sent: the chain may lose it with a crash, and is then given it again.
 * What the chain refuses is not kept. Throws RpcRefusal for what is no transaction of this chain.
 */
export async function sendRaw(
  { db, clock }: Pick<Context, "db" | "clock">,
  rpcUrl: string,
  params: readonly unknown[],
): Promise<NodeAnswer> {
  const one = await readRaw(params[0]);
  await keepTransaction(db, one, clock.now());
  const answer = await post(rpcUrl, "eth_sendRawTransaction", [one.raw]);
  if (answer.error === undefined) {
    // Somebody who sent the same may have been refused meanwhile, and have taken it away.
    await keepTransaction(db, one, clock.now());
  } else if (!(await isKnown(rpcUrl, one.hash))) {
    await forgetTransaction(db, one.hash);
  }
  return answer;
}

/** Whether the chain has it; it refuses what it has. */
async function isKnown(rpcUrl: string, hash: Hex): Promise<boolean> {
  const { result } = await post(rpcUrl, "eth_getTransactionByHash", [hash]);
  return result !== null && result !== undefined;
}

async function readRaw(given: unknown): Promise<LocalTransaction> {
  if (!isSerialized(given)) throw noTransaction();
  try {
    const { chainId, nonce = 0, type } = parseTransaction(given);
    if (chainId !== localChainId || type === "eip4844") throw noTransaction();
    const sender = lower(await recoverTransactionAddress({ serializedTransaction: given }));
    return { hash: keccak256(given), raw: given, sender, nonce };
  } catch (error) {
    throw error instanceof RpcRefusal ? error : noTransaction();
  }
}

function isSerialized(given: unknown): given is TransactionSerialized {
  return typeof given === "string" && /^0x([0-9a-f]{2})+$/i.test(given);
}

function noTransaction(): RpcRefusal {
  return new RpcRefusal({
    code: -32_602,
    message: `A signed transaction for chain ${localChainId} is expected.`,
  });
}
