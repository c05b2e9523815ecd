/** How points are earned. `maxEntriesPerDay` counts entries of an account per day (UTC), not their points. The interval between two listens depends on the plan: see `plan-entitlements.ts`. */
export const pointRules = {
  /** A counted listen of a logged-in user. */
  listen: { points: 1, maxEntriesPerDay: 20 },
  /** A counted listen of a new visitor through a shared link; the sharer earns the points. */
  share: { points: 1, maxEntriesPerDay: 10 },
  /**
   * Points are put on hold for an administrator above these numbers per day (UTC): accounts that earned from one device
   * or network, and new listeners from one network through one sharer's links.
   */
  abuse: { accountsPerDevice: 4, accountsPerNetwork: 60, listenersPerSharer: 4 },
} as const;
