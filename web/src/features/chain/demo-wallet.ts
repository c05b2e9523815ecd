import type { FoundWallet } from "./discovery.ts";
import type { Provider } from "./provider.ts";

/**
 * Returns the demo wallet of a preview for the local chain, so that every flow works in any browser. Its key is
 * stored in this browser and its tokens are worthless. The signing code is loaded on first use.
 */
export function demoWallet(chainId: number, rpcUrl: string): FoundWallet {
  const opened = () => import("./demo-provider.ts").then(({ openDemo }) => openDemo(chainId, rpcUrl));
  const provider: Provider = { request: async (call) => (await opened()).request(call) };
  return { id: "demo", name: undefined, icon: undefined, demo: true, provider };
}
