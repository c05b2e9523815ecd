export { type Alarm, listActiveAlarms } from "./health/alarms.data.ts";
export { chainHealth } from "./health/health.ts";
export { chainJobs } from "./jobs.ts";
export { ChainUnreachable } from "./rpc/errors.ts";
export { findOwnedToken } from "./tokens/owned-token.ts";
export { findCollectionAddress, getTokenOwner, tokensExist } from "./tokens/token-owners.ts";
export { listTransfersAfter, type Transfer } from "./tokens/transfers.ts";
export { operatorAddress } from "./txmgr/operator.ts";
export { type Continuation, type Outcome, outcome } from "./txmgr/outcome.ts";
export {
  type CollectionInit,
  cancelCollectionRequest,
  requestCollection,
  requestMints,
  requestWrapToken,
} from "./txmgr/requests.ts";
export { findFirstBlock } from "./txmgr/transactions.data.ts";
export { addressErrorMessages, type ParsedAddress, parseAddress } from "./wallets/addresses.ts";
export {
  checkProofSignature,
  consumeProof,
  type Proof,
  type ProofPurpose,
  readProof,
  startProof,
  verifyProof,
  verifyProofAnd,
} from "./wallets/proofs.ts";
export { walletRoutes } from "./wallets/routes.ts";
export { listLinkedWallets, walletsExport } from "./wallets/wallets.ts";
