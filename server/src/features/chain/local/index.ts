export { networkRoutes } from "../networks.routes.ts";
export { type Chains, openChains } from "./open-chains.ts";
export { addLocalRpc } from "./public-rpc.routes.ts";
