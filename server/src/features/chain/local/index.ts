export { type Chains, findLocalNetwork, fundLocally, openChains } from "./open-chains.ts";
export { loadOperatorKey, replaceOperatorKey } from "./operator-key.ts";
export { addLocalRpc } from "./public-rpc.routes.ts";
