import { useQuery } from "@tanstack/react-query";
import { getNetworks } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { networkName } from "../../lib/networks.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import {
  type Connected,
  type Connection,
  connectWallet,
  currentConnection,
  disconnectWallet,
  notConnected,
  refreshNetwork,
  restoreConnection,
  watchConnection,
} from "./connection.ts";
import { type FoundWallet, useDiscovery } from "./discovery.ts";
import { type SupportedNetwork, switchNetwork } from "./networks.ts";
import { type Provider, type Refusal, refusalOf, signText } from "./provider.ts";

/**
 * State of the reader's wallet. "looking": discovery is still running. "absent": the browser has no wallet. "elsewhere": connected to
 * another network than the required one.
 */
export type WalletState =
  | { is: "looking" }
  | { is: "absent" }
  | Connection
  | (Omit<Connected, "is"> & { is: "elsewhere" });

/** "restarted": the user gave up waiting for the signature and wants to sign a new message. */
type SignResult =
  | { is: "signed"; signature: string; address: string }
  | { is: "refused"; reason: Refusal }
  | { is: "restarted" };
/** A message of the server with the seconds for which it accepts the signature. */
type Challenge = { message: string; valid_for: number };
type SwitchResult = { is: "moved" } | { is: "refused"; reason: Refusal };

export type Wallet = {
  state: WalletState;
  /** Wallets that can be connected. */
  wallets: readonly FoundWallet[];
  /** Networks that the server reaches, the default one first; undefined while loading. */
  networks: readonly SupportedNetwork[] | undefined;
  connect(wallet: FoundWallet): Promise<Connection>;
  /** Returns the latest connection, for code that continues after an async step. */
  current(): Connection;
  disconnect(): void;
  /** Switches the connected wallet to a network, and adds the network if the wallet does not know it. */
  switchTo(network: Network): Promise<SwitchResult>;
  /** Requests the signature of a message by the selected account, or by another exposed one. */
  signMessage(challenge: Challenge, account?: string): Promise<SignResult>;
  /** The message whose signature is awaited, or the previous one while a new one is requested. */
  signing: Challenge | undefined;
  /** Gives up waiting for the signature: `signMessage` returns "restarted". */
  restartSigning(): void;
};

/** Manages the reader's wallet for a flow on `network`, or on any network. The demo wallet supports LOCAL only. */
export function useWallet({ network }: { network?: Network } = {}): Wallet {
  const { t } = useTranslation();
  const { data, isPending } = useQuery(queryOf(getNetworks));
  const networks = data?.networks;
  const { over, wallets } = useAvailableWallets(networks, network);
  const shared = useSyncExternalStore(watchConnection, currentConnection, () => notConnected);
  // The demo wallet may be connected for LOCAL; it is ignored for any other network.
  const connection = shared.is === "none" || isAvailable(shared.wallet, network) ? shared : notConnected;
  useEffect(() => void restoreConnection(wallets), [wallets]);
  const expectedChainId = networks?.find(({ name }) => name === network)?.chain_id;
  const signing = useSigning();
  return {
    ...signing,
    state: stateOf(connection, { over: over && !isPending, none: wallets.length === 0, expectedChainId }),
    wallets,
    networks,
    connect: connectWallet,
    current: currentConnection,
    disconnect: disconnectWallet,
    async switchTo(name) {
      const reached = networks?.find((candidate) => candidate.name === name);
      return reached === undefined
        ? { is: "refused", reason: "FAILED" }
        : switchToNetwork(reached, networkName(t, name));
    },
  };
}

/** Requests signatures, one at a time. A wallet may take a day to answer, or never do, for example if its window was closed. */
function useSigning(): Pick<Wallet, "signMessage" | "signing" | "restartSigning"> {
  const [signing, setSigning] = useState<Challenge>();
  const restart = useRef<() => void>(undefined);
  return {
    signing,
    async signMessage(challenge, account) {
      setSigning(challenge);
      const restarted = new Promise<SignResult>((resolve) => {
        restart.current = () => resolve({ is: "restarted" });
      });
      const result = await Promise.race([signMessage(challenge.message, account), restarted]);
      if (result.is !== "restarted") setSigning(undefined);
      return result;
    },
    restartSigning: () => restart.current?.(),
  };
}

/** Returns the wallets of the browser, and the demo wallet if the server runs a local chain. */
function useAvailableWallets(
  networks: readonly SupportedNetwork[] | undefined,
  network: Network | undefined,
) {
  const { over, wallets } = useDiscovery();
  const local = isForDemo(network) ? networks?.find(isLocal) : undefined;
  return useMemo(() => {
    const demo = local === undefined ? [] : [demoWallet(local.chain_id, local.rpc_url)];
    return { over, wallets: [...wallets, ...demo] };
  }, [over, wallets, local]);
}

const isForDemo = (network: Network | undefined) => network === undefined || network === "LOCAL";
const isAvailable = ({ demo }: FoundWallet, network: Network | undefined) => !demo || isForDemo(network);
const isLocal = ({ name }: SupportedNetwork) => name === "LOCAL";

type StateInput = { over: boolean; none: boolean; expectedChainId: number | undefined };

function stateOf(connection: Connection, { over, none, expectedChainId }: StateInput): WalletState {
  if (connection.is === "connected")
    return expectedChainId === undefined || expectedChainId === connection.chainId
      ? connection
      : { ...connection, is: "elsewhere" };
  if (connection.is !== "none") return connection;
  if (!over) return { is: "looking" };
  return none ? { is: "absent" } : connection;
}

async function signMessage(message: string, account?: string): Promise<SignResult> {
  const connection = currentConnection();
  if (connection.is !== "connected") return { is: "refused", reason: "NO_ACCOUNTS" };
  const address = account ?? connection.account;
  try {
    return { is: "signed", signature: await signText(connection.wallet.provider, message, address), address };
  } catch (error) {
    return { is: "refused", reason: refusalOf(error) };
  }
}

async function switchToNetwork(network: SupportedNetwork, name: string): Promise<SwitchResult> {
  const connection = currentConnection();
  if (connection.is !== "connected") return { is: "refused", reason: "NO_ACCOUNTS" };
  try {
    await switchNetwork(connection.wallet.provider, network, name);
    await refreshNetwork(connection.wallet);
    return { is: "moved" };
  } catch (error) {
    return { is: "refused", reason: refusalOf(error) };
  }
}

/**
 * Returns the demo wallet of a preview for the local chain, so that every flow works in any browser. Its key is
 * stored in this browser and its tokens are worthless. The signing code is loaded on first use.
 */
function demoWallet(chainId: number, rpcUrl: string): FoundWallet {
  const opened = () => import("./demo-provider.ts").then(({ openDemo }) => openDemo(chainId, rpcUrl));
  const provider: Provider = { request: async (call) => (await opened()).request(call) };
  return { id: "demo", name: undefined, icon: undefined, demo: true, provider };
}
