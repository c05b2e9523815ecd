export { parseAddress } from "./addresses.ts";
export { abortHandover, handOver, previewHandover } from "./handover/hand-over.ts";
export { type Handover, HandoverError, type HandoverEvent } from "./handover/handover.ts";
export { findOperatorAddress } from "./handover/signing-permission.ts";
export { type Alarm, listActiveAlarms } from "./health.data.ts";
export { chainHealth } from "./health.ts";
export { chainJobs, confirmOperatorKey } from "./jobs.ts";
export { networkRoutes } from "./networks.routes.ts";
export { checkChainNode } from "./rpc/check-node.ts";
export { ChainUnreachable } from "./rpc/errors.ts";
export { type RefreshTimes, refreshTimes } from "./tokens/metadata-refreshes.ts";
export { findOwnedToken, getTokenOwner, tokensExist } from "./tokens/token-owners.ts";
export { listTransfersAfter, type Transfer } from "./tokens/transfers.ts";
export { type Continuation, type Outcome, outcome } from "./txmgr/continuations.data.ts";
export { operatorAddress } from "./txmgr/operator.ts";
export {
  type CollectionInit,
  cancelCollectionRequest,
  findCollectionAddress,
  type Royalty,
  requestCollection,
  requestMetadataRefresh,
  requestMints,
  requestWrapToken,
  requestWrapTransfer,
} from "./txmgr/requests.ts";
export { findFirstBlock } from "./txmgr/transactions.data.ts";
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
