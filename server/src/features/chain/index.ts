export { addressProblems, type ReadAddress, readAddress } from "./addresses.ts";
export { type Alarm, chainAlarms } from "./alarms.data.ts";
export { ChainUnreachable } from "./errors.ts";
export { heldToken } from "./held.ts";
export { chainJobs } from "./jobs.ts";
export { operatorAddress } from "./operator.ts";
export { type Outcome, outcome, type Then } from "./outcome.ts";
export { collectionAddress, ownerOf, tokensExist } from "./read.ts";
export {
  type CollectionInit,
  requestCollection,
  requestMints,
  requestWrapToken,
  withdrawCollection,
} from "./requests.ts";
export { firstBlockOf } from "./transactions.data.ts";
export { type Transfer, transfersAfter } from "./transfers.ts";
export {
  checkProof,
  finishProof,
  type Proof,
  type ProofPurpose,
  readProof,
  startProof,
  useUpProof,
  withProof,
} from "./wallets/proofs.ts";
export { walletRoutes } from "./wallets/routes.ts";
export { ownWallets, walletsOf } from "./wallets/wallets.ts";
export { chainWatched } from "./watched.ts";
