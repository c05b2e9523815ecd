export { type Chains, openChains } from "./open-chains.ts";
export { addLocalRpc } from "./public-rpc.routes.ts";
