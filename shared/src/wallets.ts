import * as z from "zod";
import { networks } from "./chain.ts";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";
import { walletAddress } from "./participation.ts";

export const linkedWallet = z.object({
  address: z.string(),
  linked_at: instant,
  /** The networks of a contract wallet, whose address may not exist on others. Empty: linked on all networks. */
  networks: z.array(z.enum(networks)),
});

/** Linked wallets per account. */
export const MAX_WALLETS = 20;

/** Seconds that a message is valid. */
export const proofLifetime = 300;

export const postWalletMessage = endpoint({
  method: "POST",
  path: "my/wallets/message",
  access: "personal",
  limit: "sign-in",
  tag: "wallets",
  summary:
    "Creates the message (EIP-4361) whose signature links a wallet to the caller's account. It is valid for five minutes.",
  body: z.object({ wallet: walletAddress, chain_id: z.number().int().positive() }),
  answer: z.object({ message: z.string(), nonce: z.string() }),
});

export const postWallet = endpoint({
  method: "POST",
  path: "my/wallets",
  access: "personal",
  limit: "sign-in",
  tag: "wallets",
  summary: "Links a wallet by the signature of its message. Unlinks it from its previous account.",
  body: z.object({
    nonce: z.string().min(1).max(100),
    signature: z.string().regex(/^0x[0-9a-fA-F]{2,8192}$/),
  }),
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
