export { type ReadAddress, readAddress } from "./addresses.ts";
export { type Alarm, chainAlarms } from "./alarms.data.ts";
export { ChainUnreachable } from "./errors.ts";
export { chainJobs } from "./jobs.ts";
export { operatorAddress } from "./operator.ts";
export { type Outcome, outcome, type Then } from "./outcome.ts";
export { collectionAddress, ownerOf, tokensExist } from "./read.ts";
export { type CollectionInit, requestCollection, requestMints, requestWrapToken } from "./requests.ts";
