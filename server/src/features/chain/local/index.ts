export { networkRoutes } from "./networks.routes.ts";
export { type Chains, openChains } from "./open.ts";
export { addLocalRpc } from "./rpc.routes.ts";
