import { createStore, type EIP6963ProviderDetail } from "mipd";
import { useSyncExternalStore } from "react";
import type { Provider } from "./provider.ts";

/** A wallet that can be connected. */
export type FoundWallet = {
  /** The same on every visit: the name of its maker's domain, or what it is. */
  id: string;
  /** Undefined for one that does not say; see `useWalletName`. */
  name: string | undefined;
  /** A data address. */
  icon: string | undefined;
  /** It is the one of a preview: worth nothing. */
  demo: boolean;
  provider: Provider;
};

export type Discovery = { over: boolean; wallets: readonly FoundWallet[] };

declare global {
  interface Window {
    /** Where wallets put themselves before there was EIP-6963. */
    ethereum?: Provider;
  }
}

/** Milliseconds after which a wallet that has not announced itself counts as missing; one that comes later is still taken. */
const DISCOVERY_TIMEOUT_MS = 400;
const nothingYet: Discovery = { over: false, wallets: [] };

let discovery = nothingYet;
let begun = false;
const watchers = new Set<() => void>();

/** The wallets of this browser. Nothing is asked of them by looking. */
export function useDiscovery(): Discovery {
  return useSyncExternalStore(
    watch,
    () => discovery,
    () => nothingYet,
  );
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  startDiscovery();
  return () => void watchers.delete(watcher);
}

function startDiscovery(): void {
  if (begun) return;
  begun = true;
  const store = createStore();
  let over = false;
  const look = () => {
    const wallets = found(store.getProviders());
    discovery = { over: over || wallets.length > 0, wallets };
    for (const watcher of watchers) watcher();
  };
  store.subscribe(look);
  window.addEventListener("ethereum#initialized", look, { once: true });
  setTimeout(() => {
    over = true;
    look();
  }, DISCOVERY_TIMEOUT_MS);
  look();
}

/** A wallet that announces itself sits at the old place too, so that is looked at only where none does. */
function found(announced: readonly EIP6963ProviderDetail[]): FoundWallet[] {
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
