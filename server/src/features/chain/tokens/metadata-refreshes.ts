/** Times by which the event for changed metadata (ERC-4906) is due. */
export type RefreshTimes = { changedBefore: Date; refreshedBefore: Date; limit: number };

/** Further edits usually follow within seconds, and one event covers them all. */
const QUIET_PERIOD_MS = 60_000;
/** Each event costs the operator gas. */
const MIN_INTERVAL_MS = 60 * 60_000;
const MAX_REFRESHES_PER_RUN = 500;

/** An event is due once the metadata has not changed for a minute, at most once an hour for each token or collection. */
export function refreshTimes(now: Date): RefreshTimes {
  return {
    changedBefore: new Date(now.getTime() - QUIET_PERIOD_MS),
    refreshedBefore: new Date(now.getTime() - MIN_INTERVAL_MS),
    limit: MAX_REFRESHES_PER_RUN,
  };
}
