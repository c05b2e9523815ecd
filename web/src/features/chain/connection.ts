import { readStored, writeStored } from "../../lib/storage/storage.ts";
import type { FoundWallet } from "./discovery.ts";
import { chainOf } from "./networks.ts";
import { type Provider, type Refusal, readAccounts, readChainId, refusalOf } from "./provider.ts";

export type Connected = {
  is: "connected";
  wallet: FoundWallet;
  /** The selected account. */
  account: string;
  /** All accounts that the wallet exposes to this site, the selected one first. */
  accounts: readonly string[];
  /** Undefined if the wallet does not report it. */
  chainId: number | undefined;
};
export type Connection =
  | { is: "none" }
  | { is: "connecting"; wallet: FoundWallet }
  | { is: "refused"; wallet: FoundWallet; reason: Refusal }
  | Connected;

export const notConnected: Connection = { is: "none" };

/** Shared by all components of the page. */
let connection: Connection = notConnected;
const watchers = new Set<() => void>();
let endListening = () => {};
/** Counts attempts, so that a late response of a previous wallet is ignored. */
let attempts = 0;

export const currentConnection = (): Connection => connection;

export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function setConnection(next: Connection): void {
  connection = next;
  for (const watcher of watchers) watcher();
}

/** Requests the accounts of a wallet, which prompts its owner. Stores the choice in this browser. */
export async function connectWallet(wallet: FoundWallet): Promise<Connection> {
  attempts += 1;
  const attempt = attempts;
  endListening();
  setConnection({ is: "connecting", wallet });
  const next = await connectAccounts(wallet, "eth_requestAccounts").catch((error: unknown) =>
    toRefused(wallet, error),
  );
  if (attempt !== attempts) return connection;
  if (next.is === "connected") writeStored("wallet", wallet.id);
  replaceConnection(next);
  return connection;
}

/** Reconnects the wallet of an earlier visit if it exposes its accounts without a prompt. */
export async function restoreConnection(wallets: readonly FoundWallet[]): Promise<void> {
  const last = wallets.find(({ id }) => id === readStored("wallet"));
  if (last === undefined || connection.is !== "none") return;
  attempts += 1;
  const attempt = attempts;
  const next = await connectAccounts(last, "eth_accounts").catch(() => notConnected);
  if (attempt === attempts && next.is === "connected") replaceConnection(next);
}

/** Disconnects the wallet in this browser. Its permissions are revoked in the wallet. */
export function disconnectWallet(): void {
  attempts += 1;
  writeStored("wallet", undefined);
  replaceConnection(notConnected);
}

/**
 * Reads the current network of the wallet, because some wallets emit no event. An event that arrives during the
 * request is newer and wins.
 */
export async function refreshNetwork({ provider }: FoundWallet): Promise<void> {
  const before = connection;
  const chainId = await chainOf(provider);
  if (before.is !== "connected" || connection.is !== "connected") return;
  if (connection.wallet.provider === provider && connection.chainId === before.chainId)
    setConnection({ ...connection, chainId });
}

async function connectAccounts(wallet: FoundWallet, method: string): Promise<Connection> {
  const accounts = readAccounts(await wallet.provider.request({ method }));
  const [account] = accounts;
  if (account === undefined) return { is: "refused", wallet, reason: "NO_ACCOUNTS" };
  return { is: "connected", wallet, account, accounts, chainId: await chainOf(wallet.provider) };
}

function toRefused(wallet: FoundWallet, error: unknown): Connection {
  return { is: "refused", wallet, reason: refusalOf(error) };
}

function replaceConnection(next: Connection): void {
  endListening();
  endListening = next.is === "connected" ? subscribeToWallet(next.wallet.provider) : () => {};
  setConnection(next);
}

/** Subscribes to the events of the wallet. Returns the unsubscribe function. */
function subscribeToWallet(provider: Provider): () => void {
  const handlers: Record<string, (payload: unknown) => void> = {
    accountsChanged(payload) {
      const accounts = readAccounts(payload);
      const [account] = accounts;
      if (connection.is !== "connected") return;
      if (account === undefined) replaceConnection(notConnected);
      else setConnection({ ...connection, account, accounts });
    },
    chainChanged(payload) {
      if (connection.is === "connected") setConnection({ ...connection, chainId: readChainId(payload) });
    },
    disconnect: () => replaceConnection(notConnected),
  };
  for (const [event, listener] of Object.entries(handlers)) provider.on?.(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(handlers)) provider.removeListener?.(event, listener);
  };
}
