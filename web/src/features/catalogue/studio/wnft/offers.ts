import type { Network } from "@wrapsody/shared/chain.ts";
import { type OwnToken, wrapChains } from "@wrapsody/shared/wnft.ts";

/** Returns the networks to list: the public chains always, then all other reachable ones. */
export function choicesOf(offers: OwnToken["offers"]): { network: Network; reached: boolean }[] {
  const reached = new Set(offers.map(({ network }) => network));
  const all = new Set<Network>([...wrapChains, ...reached]);
  return [...all].map((network) => ({ network, reached: reached.has(network) }));
}

/** Returns the default network: Linea if it is reachable, else the first reachable one. */
export function usualOffer(offers: OwnToken["offers"]): Network | undefined {
  return choicesOf(offers).find(({ reached }) => reached)?.network;
}
