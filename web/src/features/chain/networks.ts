import type { getNetworks } from "@wrapsody/shared/campaigns.ts";
import type { Network } from "@wrapsody/shared/chain.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import { type Provider, readChainId, refusalOf } from "./provider.ts";

/** A network that the program reaches. */
export type SupportedNetwork = AnswerOf<typeof getNetworks>["networks"][number];

/** The networks that people know, by their numbers: a wallet may be on one that is not reached here. */
export const usualNetworks: ReadonlyMap<number, Network> = new Map([
  [1, "MAINNET"],
  [137, "POLYGON"],
  [59_144, "LINEA"],
  [80_002, "MUMBAI"],
  [59_141, "LINEA_GOERLI"],
  [11_155_111, "GOERLI"],
]);

const tokens: Partial<Record<Network, string>> = { POLYGON: "POL", MUMBAI: "POL" };

/** Brings a wallet to a network, which it is told of where it does not know it. `name`: what the reader calls the network. */
export async function switchNetwork(
  provider: Provider,
  network: SupportedNetwork,
  name: string,
): Promise<void> {
  try {
    await requestSwitch(provider, network);
  } catch (error) {
    if (refusalOf(error) !== "UNKNOWN_NETWORK") throw error;
    await provider.request({ method: "wallet_addEthereumChain", params: [toChainParameters(network, name)] });
    await requestSwitch(provider, network);
  }
}

async function requestSwitch(provider: Provider, { chain_id }: SupportedNetwork): Promise<void> {
  await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: hex(chain_id) }] });
}

/** As EIP-3085 wants it. The program's own chain is reached by a path of this site. */
function toChainParameters({ name: network, chain_id, rpc_url }: SupportedNetwork, name: string) {
  const token = tokens[network] ?? "ETH";
  return {
    chainId: hex(chain_id),
    chainName: name,
    nativeCurrency: { name: token, symbol: token, decimals: 18 },
    rpcUrls: [new URL(rpc_url, window.location.origin).href],
  };
}

export async function chainOf(provider: Provider): Promise<number | undefined> {
  return readChainId(await provider.request({ method: "eth_chainId" }));
}

const hex = (chainId: number) => `0x${chainId.toString(16)}`;
