import { randomBytes } from "node:crypto";
import { proofLifetime } from "@wrapsody/shared/wallets.ts";
import { type Address, type Hex, isHex } from "viem";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { toAddress } from "../hex.ts";
import { ChainUnreachable } from "../rpc/errors.ts";
import { addressErrorMessages, parseAddress } from "./addresses.ts";
import {
  findOpenProof,
  insertProof,
  listOpenProofs,
  type ProofFilter,
  type ProofRow,
  restoreProof,
  takeProof,
} from "./proofs.data.ts";
import { getNetworkByChainId, isSignedByContract, isSignedByKey } from "./signatures.ts";
import { buildSiweMessage } from "./siwe-message.ts";

/** What a wallet is proved for; a proof for one opens no other. */
export type ProofPurpose = "LINK_WALLET" | "DOWNLOAD" | "QR";

/** What is asked for: `subject` tells apart what a purpose has several of, such as tokens. `accountId` is null for nobody. */
type ProofScope = { purpose: ProofPurpose; subject: string; accountId: string | null };

/** A wallet that was proved to be the caller's a moment ago. */
export type Proof = {
  nonce: string;
  subject: string;
  accountId: string | null;
  /** In lower case. */
  wallet: Address;
  chainId: number;
  /** Where the wallet is a contract: the network that says so. Undefined for a key, which is the same everywhere. */
  network: string | undefined;
};

/**
 * The message (EIP-4361) by whose signature a wallet is proved, kept as it is told. It lives `proofLifetime` seconds and works
 * once. `statement` says in one sentence what a signature means; `uri` is the page that asks; `nonce` is for calls whose answer
 * has a form of its own: at least eight letters and digits that nobody can guess.
 *
 * @throws Failure E0007 on `wallet` for what is no address, on `chain_id` for a chain that is not reached from here
 */
export async function startProof(
  context: Context,
  given: ProofScope & { wallet: string; chainId: number; statement: string; uri?: string; nonce?: string },
): Promise<{ nonce: string; message: string }> {
  const { purpose, subject, accountId, chainId, statement, uri } = given;
  const wallet = parseProvableWallet(context, given);
  const issuedAt = context.clock.now();
  const expiresAt = new Date(issuedAt.getTime() + proofLifetime * 1000);
  const nonce = given.nonce ?? randomBytes(16).toString("hex");
  const { publicUrl } = context;
  const message = buildSiweMessage({
    publicUrl,
    wallet,
    chainId,
    statement,
    uri,
    nonce,
    issuedAt,
    expiresAt,
  });
  const row = { nonce, purpose, subject, accountId, wallet, chainId, message };
  await insertProof(context.db, { ...row, expiresAt });
  return { nonce, message };
}

function parseProvableWallet(
  { evm }: Context,
  { wallet, chainId }: { wallet: string; chainId: number },
): Address {
  const read = parseAddress(wallet);
  const isReached = [...evm.networks.values()].some((network) => network.chainId === chainId);
  const errors = [
    ...(read.ok ? [] : [{ field: "wallet", message: addressErrorMessages[read.problem] }]),
    ...(isReached ? [] : [{ field: "chain_id", message: "This network cannot be reached from here." }]),
  ];
  if (!read.ok || errors.length > 0) throw new Failure("E0007", { errors });
  return toAddress(read.address);
}

/** A proof that waits. */
export async function readProof(
  { db, clock }: Context,
  { nonce, ...about }: ProofScope & { nonce: string },
): Promise<Pick<ProofRow, "message" | "chainId"> | undefined> {
  return findOpenProof(db, { ...about, nonce, now: clock.now() });
}

/** As it was started; `nonce`, `wallet`, or both. */
type SignedProof = {
  purpose: ProofPurpose;
  subject?: string | undefined;
  accountId?: string | null | undefined;
  nonce?: string | undefined;
  wallet?: string | undefined;
  signature: string;
};

/**
 * Uses a proof up and checks its signature, over the message as it was kept. Without a `nonce` it is the latest of `wallet` that
 * the signature fits. Of two at the same instant one finds nothing to use. What the caller then does has to be done at once: with
 * a process that dies here, the proof is gone and a new one is asked for. Where the network does not answer, the proof is as if
 * it had never been used, and the same signature may be sent again.
 *
 * @throws Failure E0020 for one that is used, expired, or somebody else's; E0036 for a signature that proves nothing; E0037
 * where the wallet may be a contract and its network does not answer; E0007 on `wallet` for what is no address
 */
export function verifyProof(context: Context, given: SignedProof): Promise<Proof> {
  return verifyProofAnd(context, given, async (proof) => proof);
}

/**
 * As `finishProof`, with what has to be asked of a chain before it is of use, such as who owns a token: where that is not
 * answered, the proof is given back as well. `use` writes nothing before it has asked.
 */
export async function verifyProofAnd<Used>(
  context: Context,
  given: SignedProof,
  use: (proof: Proof) => Promise<Used>,
): Promise<Used> {
  const proof = await takeSignedProof(context, given);
  try {
    const network = await verifySignature(context, proof);
    const { message: _message, signature: _signature, ...proved } = proof;
    return await use({ ...proved, network });
  } catch (error) {
    // Nobody has learned anything by it.
    if (error instanceof ChainUnreachable) await restoreProof(context.db, proof.nonce);
    throw error;
  }
}

/**
 * Checks the signature of a proof and leaves it as it is, for whoever uses it up by `useUpProof` together with what it is for. What
 * it throws is that of `finishProof`.
 */
export async function checkProofSignature(context: Context, given: SignedProof): Promise<Proof> {
  const { purpose, subject = "", accountId = null, signature } = given;
  if (!isHex(signature)) throw new Failure("E0036");
  const wanted = { purpose, subject, accountId, now: context.clock.now() };
  const wallet = given.wallet === undefined ? undefined : parseWallet(given.wallet);
  const nonce = given.nonce ?? (await findNonce(context, { ...wanted, wallet, signature }));
  const row = nonce === undefined ? undefined : await findOpenProof(context.db, { ...wanted, nonce });
  if (row === undefined || row.wallet !== (wallet ?? row.wallet)) throw proofExpired();
  const { message: _message, ...proof } = row;
  return { ...proof, network: await verifySignature(context, { ...row, signature }) };
}

/** Uses a checked proof up in a transaction: if that fails it was never used. @throws Failure E0020 where somebody was quicker */
export async function consumeProof(
  tx: Executor,
  { clock }: Context,
  { purpose, ...proof }: Proof & { purpose: ProofPurpose },
): Promise<void> {
  const taken = await takeProof(tx, { ...proof, purpose, now: clock.now() });
  if (taken === undefined) throw proofExpired();
}

async function takeSignedProof(context: Context, given: SignedProof): Promise<ProofRow & { signature: Hex }> {
  const { purpose, subject = "", accountId = null, signature } = given;
  if (!isHex(signature)) throw new Failure("E0036");
  const wanted = { purpose, subject, accountId, now: context.clock.now() };
  const wallet = given.wallet === undefined ? undefined : parseWallet(given.wallet);
  const nonce = given.nonce ?? (await findNonce(context, { ...wanted, wallet, signature }));
  const proof = nonce === undefined ? undefined : await takeProof(context.db, { ...wanted, nonce, wallet });
  if (proof === undefined) throw proofExpired();
  return { ...proof, signature };
}

const proofExpired = () =>
  new Failure("E0020", {
    message: "This message has expired or was used already. Please ask for a new one.",
  });

function parseWallet(wallet: string): Address {
  const read = parseAddress(wallet);
  if (read.ok) return toAddress(read.address);
  throw new Failure("E0007", { errors: [{ field: "wallet", message: addressErrorMessages[read.problem] }] });
}

/** Others may have asked for the same wallet since; what they were told is not what this one signed. */
const MAX_OPEN_PROOFS = 20;

async function findNonce(
  { db }: Context,
  { wallet, signature, ...wanted }: ProofFilter & { wallet: Address | undefined; signature: Hex },
): Promise<string | undefined> {
  if (wallet === undefined) return undefined;
  const open = await listOpenProofs(db, { ...wanted, wallet, limit: MAX_OPEN_PROOFS });
  for (const { nonce, message } of open)
    if (await isSignedByKey({ message, wallet, signature })) return nonce;
  return open[0]?.nonce;
}

/** The network whose contract speaks for the wallet; undefined where its own key does. */
async function verifySignature(
  { evm }: Context,
  { chainId, ...signed }: ProofRow & { signature: Hex },
): Promise<string | undefined> {
  if (await isSignedByKey(signed)) return undefined;
  const network = getNetworkByChainId(evm, chainId);
  if (await isSignedByContract(network, signed)) return network.name;
  throw new Failure("E0036");
}
