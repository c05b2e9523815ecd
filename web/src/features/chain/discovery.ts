import { createStore, type EIP6963ProviderDetail } from "mipd";
import { useSyncExternalStore } from "react";
import type { Provider } from "./provider.ts";

/** A wallet that can be connected. */
export type FoundWallet = {
  /** Stable across visits: the reverse domain name of the wallet, or its kind. */
  id: string;
  /** Undefined if the wallet reports none; see `useWalletName`. */
  name: string | undefined;
  /** A data URL. */
  icon: string | undefined;
  /** The demo wallet of a preview; its tokens are worthless. */
  demo: boolean;
  provider: Provider;
};

export type Discovery = { over: boolean; wallets: readonly FoundWallet[] };

declare global {
  interface Window {
    /** Legacy injection point from before EIP-6963. */
    ethereum?: Provider;
  }
}

/** Time limit for wallets to announce themselves. Later ones are still added. */
const DISCOVERY_TIMEOUT_MS = 400;
const nothingYet: Discovery = { over: false, wallets: [] };

let discovery = nothingYet;
let isStarted = false;
const watchers = new Set<() => void>();

/** Lists the wallets of this browser without prompting them. */
export function useDiscovery(): Discovery {
  return useSyncExternalStore(
    subscribe,
    () => discovery,
    () => nothingYet,
  );
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  startDiscovery();
  return () => void watchers.delete(watcher);
}

function startDiscovery(): void {
  if (isStarted) return;
  isStarted = true;
  const store = createStore();
  let over = false;
  const refresh = () => {
    const wallets = toFoundWallets(store.getProviders());
    discovery = { over: over || wallets.length > 0, wallets };
    for (const watcher of watchers) watcher();
  };
  store.subscribe(refresh);
  window.addEventListener("ethereum#initialized", refresh, { once: true });
  setTimeout(() => {
    over = true;
    refresh();
  }, DISCOVERY_TIMEOUT_MS);
  refresh();
}

/** Uses the legacy provider only if no wallet announced itself: announced wallets inject it too. */
function toFoundWallets(announced: readonly EIP6963ProviderDetail[]): FoundWallet[] {
  const wallets = new Map(announced.map(announcedWallet).map((wallet) => [wallet.id, wallet]));
  if (wallets.size > 0) return [...wallets.values()];
  const { ethereum } = window;
  if (ethereum === undefined) return [];
  return [{ id: "browser", name: undefined, icon: undefined, demo: false, provider: ethereum }];
}

function announcedWallet({ info, provider }: EIP6963ProviderDetail): FoundWallet {
  const icon = /^data:image\//.test(info.icon) ? info.icon : undefined;
  return { id: info.rdns, name: info.name, icon, demo: false, provider };
}
