import { getNetworks } from "@wrapsody/shared/experiences/campaigns.ts";
import { networks } from "@wrapsody/shared/experiences/chain.ts";
import { type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { listWrapContracts } from "./contracts/contracts.data.ts";
import { LOCAL_RPC_PATH } from "./local/public-rpc.routes.ts";

/** Public nodes for wallets. The configured RPC URLs hold API keys and stay on the server. */
const PUBLIC_RPC_URLS: Readonly<Record<string, string>> = {
  LINEA: "https://rpc.linea.build",
  MAINNET: "https://ethereum.reth.rs/rpc",
  POLYGON: "https://polygon.drpc.org",
  LINEA_GOERLI: "https://rpc.sepolia.linea.build",
  GOERLI: "https://11155111.rpc.thirdweb.com",
  RINKEBY: "https://11155111.rpc.thirdweb.com",
  MUMBAI: "https://polygon-amoy.drpc.org",
  LOCAL: LOCAL_RPC_PATH,
};

export function networkRoutes({ db, evm }: Context): Route[] {
  return [
    route(getNetworks, async () => {
      const reached = [...evm.networks.values()].flatMap(({ name: configured, chainId }) => {
        const name = networks.find((known) => known === configured);
        return name === undefined ? [] : [{ name, chainId }];
      });
      const answers = reached.map(async ({ name, chainId }) => ({
        name,
        chain_id: chainId,
        rpc_url: PUBLIC_RPC_URLS[name] ?? "",
        contracts: { wrap_token: (await listWrapContracts(db, name))[0] ?? null },
      }));
      return { networks: await Promise.all(answers) };
    }),
  ];
}
