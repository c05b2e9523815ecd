/** Wraps that name the reader as an owner, with pending decisions and the statement. */
export { MySplits } from "./my-splits.tsx";
/** Exports what a publisher owes each owner, for spreadsheets. */
export { owedTable } from "./owner-table.ts";
/** Owners of a revision of splits, as bars and as a table. */
export { RevisionOwners, revisionStatus } from "./revision.tsx";
/** Shows what is incomplete about the splits of a wrap. */
export { SplitWarnings } from "./split-warnings.tsx";
/** Proposals that administrators may decide about. */
export { WaitingProposals } from "./waiting-proposals.tsx";
