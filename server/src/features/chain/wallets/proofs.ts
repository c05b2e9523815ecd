import { randomBytes } from "node:crypto";
import { contractProofLifetime, proofLifetime } from "@wrapsody/shared/accounts/wallets.ts";
import { addressErrors } from "@wrapsody/shared/text/pasted-address.ts";
import { type Address, isHex } from "viem";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { parseAddress, toAddress } from "../addresses.ts";
import { ChainUnreachable } from "../rpc/errors.ts";
import {
  findOpenProof,
  insertProof,
  listOpenProofs,
  type ProofFilter,
  type ProofRow,
  restoreProof,
  takeProof,
} from "./proofs.data.ts";
import {
  buildSiweMessage,
  getNetworkByChainId,
  isContractWallet,
  isSignedByContract,
  isSignedByKey,
} from "./signatures.ts";

/** A proof works for one purpose only. */
export type ProofPurpose = "LINK_WALLET" | "DOWNLOAD" | "QR";

/** `subject` distinguishes proofs of one purpose, for example by token. `accountId` is null without a login. */
type ProofScope = { purpose: ProofPurpose; subject: string; accountId: string | null };

/** Proof that the caller controls a wallet. */
export type Proof = {
  nonce: string;
  subject: string;
  accountId: string | null;
  /** In lower case. */
  wallet: Address;
  chainId: number;
  /** The network of a contract wallet. Undefined if the wallet's key signed, which is valid on all networks. */
  network: string | undefined;
};

/**
 * Creates and stores the message (EIP-4361) whose signature proves a wallet. It is valid once, for `validFor` seconds.
 * `statement` says in one sentence what signing means. `uri` is the page that requests it. `nonce` is for calls with a response format
 * of their own: at least eight letters and digits, unguessable.
 *
 * @throws Failure E0007 on `wallet` if it is not an address, on `chain_id` if no network with it is configured
 */
export async function startProof(
  context: Context,
  request: ProofScope & { wallet: string; chainId: number; statement: string; uri?: string; nonce?: string },
): Promise<{ nonce: string; message: string; validFor: number }> {
  const { purpose, subject, accountId, chainId, statement, uri } = request;
  const wallet = parseProvableWallet(context, request);
  const isContract = await isContractWallet(getNetworkByChainId(context.evm, chainId), wallet);
  const validFor = isContract ? contractProofLifetime : proofLifetime;
  const issuedAt = context.clock.now();
  const expiresAt = new Date(issuedAt.getTime() + validFor * 1000);
  const nonce = request.nonce ?? randomBytes(16).toString("hex");
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
  return { nonce, message, validFor };
}

function parseProvableWallet(
  { evm }: Context,
  { wallet, chainId }: { wallet: string; chainId: number },
): Address {
  const read = parseAddress(wallet);
  const isReached = [...evm.networks.values()].some((network) => network.chainId === chainId);
  const errors = [
    ...(read.ok ? [] : [{ field: "wallet", message: addressErrors[read.problem] }]),
    ...(isReached ? [] : [{ field: "chain_id", message: "This network is not supported." }]),
  ];
  if (!read.ok || errors.length > 0) throw new Failure("E0007", { errors });
  return toAddress(read.address);
}

/** Finds an open proof. */
export async function readProof(
  { db, clock }: Context,
  { nonce, ...about }: ProofScope & { nonce: string },
): Promise<(Pick<ProofRow, "message" | "chainId"> & { validFor: number }) | undefined> {
  return findOpenProof(db, { ...about, nonce, now: clock.now() });
}

/** As passed to `startProof`, with `nonce`, `wallet`, or both. */
type SignedProof = {
  purpose: ProofPurpose;
  subject?: string | undefined;
  accountId?: string | null | undefined;
  nonce?: string | undefined;
  wallet?: string | undefined;
  signature: string;
};

/**
 * Verifies the signature of a proof over the stored message and consumes the proof. Without a `nonce` the latest proof of `wallet` that
 * the signature matches is used. Of two concurrent calls one finds no open proof. A wrong signature consumes the proof that it names.
 * If the network is unreachable, the same signature may be sent again.
 *
 * @throws Failure E0020 if the proof is used, expired, or another account's; E0036 if the signature does not match; E0037 if the wallet
 * may be a contract and its network is unreachable; E0007 on `wallet` if it is not an address
 */
export function verifyProof(context: Context, signed: SignedProof): Promise<Proof> {
  return verifyProofAnd(context, signed, async (proof) => proof);
}

/**
 * Like `verifyProof`, then runs `use`, which may read the chain, for example a token's owner: if the chain is unreachable, the proof is
 * restored. `use` must not write anything before it has read the chain.
 */
export async function verifyProofAnd<Used>(
  context: Context,
  signed: SignedProof,
  use: (proof: Proof) => Promise<Used>,
): Promise<Used> {
  const { purpose, nonce } = signed;
  const proof = await checkProofSignature(context, signed).catch(async (error: unknown) => {
    const isWrong = error instanceof Failure && error.code === "E0036";
    if (isWrong && nonce !== undefined) await takeProof(context.db, { ...toFilter(context, signed), nonce });
    throw error;
  });
  await consumeProof(context.db, context, { ...proof, purpose });
  try {
    return await use(proof);
  } catch (error) {
    // The proof has served nothing yet.
    if (error instanceof ChainUnreachable) await restoreProof(context.db, proof.nonce);
    throw error;
  }
}

/**
 * Verifies the signature of a proof without consuming it. The caller consumes it with `consumeProof`, in the transaction that uses it.
 *
 * @throws Failure as `verifyProof`
 */
export async function checkProofSignature(context: Context, signed: SignedProof): Promise<Proof> {
  const { signature } = signed;
  if (!isHex(signature)) throw new Failure("E0036");
  const open = await listCandidates(context, signed);
  if (open.length === 0) throw proofExpired();
  for (const { message, ...proof } of open)
    if (await isSignedByKey({ message, wallet: proof.wallet, signature }))
      return { ...proof, network: undefined };
  for (const { message, ...proof } of open.slice(0, MAX_CONTRACT_CALLS)) {
    const network = getNetworkByChainId(context.evm, proof.chainId);
    if (await isSignedByContract(network, { message, wallet: proof.wallet, signature }))
      return { ...proof, network: network.name };
  }
  throw new Failure("E0036");
}

/** Consumes a verified proof in a transaction, whose rollback restores it. @throws Failure E0020 if it was used meanwhile */
export async function consumeProof(
  tx: Executor,
  { clock }: Context,
  { purpose, ...proof }: Proof & { purpose: ProofPurpose },
): Promise<void> {
  if (!(await takeProof(tx, { ...proof, purpose, now: clock.now() }))) throw proofExpired();
}

/** Several proofs may be open for one wallet. The signature matches one of them. */
const MAX_OPEN_PROOFS = 20;
/** Of these, a contract is asked about the latest only, each with three calls to the node. */
const MAX_CONTRACT_CALLS = 5;

/** Lists the open proofs that a signature may be of: the one that it names, or those of its wallet, latest first. */
async function listCandidates(context: Context, signed: SignedProof): Promise<ProofRow[]> {
  const { db } = context;
  const filter = toFilter(context, signed);
  const wallet = signed.wallet === undefined ? undefined : parseWallet(signed.wallet);
  if (signed.nonce === undefined)
    return wallet === undefined ? [] : listOpenProofs(db, { ...filter, wallet, limit: MAX_OPEN_PROOFS });
  const named = await findOpenProof(db, { ...filter, nonce: signed.nonce });
  if (named === undefined || named.wallet !== (wallet ?? named.wallet)) return [];
  const { validFor: _validFor, ...proof } = named;
  return [proof];
}

function toFilter({ clock }: Context, { purpose, subject = "", accountId = null }: SignedProof): ProofFilter {
  return { purpose, subject, accountId, now: clock.now() };
}

const proofExpired = () =>
  new Failure("E0020", {
    message: "This message has expired or was already used. Request a new one.",
  });

function parseWallet(wallet: string): Address {
  const read = parseAddress(wallet);
  if (read.ok) return toAddress(read.address);
  throw new Failure("E0007", { errors: [{ field: "wallet", message: addressErrors[read.problem] }] });
}
