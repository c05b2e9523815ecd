import type { FoundWallet } from "./discovery.ts";
import type { Provider } from "./provider.ts";

/**
 * The wallet of a preview, for the program's own chain, so that everything can be walked in any browser. Its key lives in
 * this browser and its tokens are worth nothing. What signs is fetched when it is first used.
 */
export function demoWallet(chainId: number, rpcUrl: string): FoundWallet {
  const opened = () => import("./demo-provider.ts").then(({ openDemo }) => openDemo(chainId, rpcUrl));
  const provider: Provider = { request: async (call) => (await opened()).request(call) };
  return { id: "demo", name: undefined, icon: undefined, demo: true, provider };
}
