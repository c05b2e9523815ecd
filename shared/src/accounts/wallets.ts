import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { networks } from "../experiences/chain.ts";
import { proofNonce, walletSignature } from "../experiences/ownership-proof.ts";
import { walletAddress } from "../experiences/participation.ts";

export const linkedWallet = z.object({
  address: z.string(),
  linked_at: instant,
  /** The networks of a contract wallet, whose address may not exist on others. Empty: linked on all networks. */
  networks: z.array(z.enum(networks)),
});

/** Linked wallets per account. */
export const MAX_WALLETS = 20;

/** Seconds that a message is valid for a wallet without code. */
export const proofLifetime = 300;
/** Seconds for a wallet with code: several owners may have to sign, or a transaction has to approve the message. */
export const contractProofLifetime = 24 * 60 * 60;

export const postWalletMessage = endpoint({
  method: "POST",
  path: "my/wallets/message",
  access: "personal",
  limit: "sign-in",
  tag: "wallets",
  summary:
    "Creates the message (EIP-4361) whose signature links a wallet to the caller's account. It is valid once, for five minutes, or a day " +
    "if the wallet is a contract: `valid_for` seconds.",
  body: z.object({ wallet: walletAddress, chain_id: z.number().int().positive() }),
  answer: z.object({ message: z.string(), nonce: z.string(), valid_for: z.number().int() }),
});

export const postWallet = endpoint({
  method: "POST",
  path: "my/wallets",
  access: "personal",
  limit: "sign-in",
  tag: "wallets",
  summary:
    "Links a wallet by the signature of its message. Unlinks it from its previous account. The signature `0x` stands for the approval of " +
    "a contract wallet on its chain.",
  body: z.object({ nonce: proofNonce, signature: walletSignature("Enter the signature of the wallet.") }),
  answer: linkedWallet,
});

export const getWallets = endpoint({
  method: "GET",
  path: "my/wallets",
  access: "personal",
  tag: "wallets",
  summary: "Lists the caller's wallets, first linked first.",
  answer: z.object({ wallets: z.array(linkedWallet) }),
});

export const deleteWallet = endpoint({
  method: "DELETE",
  path: "my/wallets/:address",
  access: "personal",
  tag: "wallets",
  summary: "Unlinks a wallet.",
  params: z.object({ address: walletAddress }),
  answer: z.object({}),
});
