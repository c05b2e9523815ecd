import type { Network } from "@wrapsody/shared/chain.ts";
import { type OwnToken, wrapChains } from "@wrapsody/shared/wnft.ts";

/** Networks to choose from: the chains that are always told, then what else is reached. */
export function choicesOf(offers: OwnToken["offers"]): { network: Network; reached: boolean }[] {
  const reached = new Set(offers.map(({ network }) => network));
  const all = new Set<Network>([...wrapChains, ...reached]);
  return [...all].map((network) => ({ network, reached: reached.has(network) }));
}

/** Linea where it is reached, else the first that is. */
export function usualOffer(offers: OwnToken["offers"]): Network | undefined {
  return choicesOf(offers).find(({ reached }) => reached)?.network;
}
