/** Entitlements of a plan. A limit of null is unlimited. */
export type PlanEntitlements = {
  /** Artists at the same time. */
  artists: number;
  /** Songs added in a calendar month (UTC). */
  songsPerMonth: number;
  /** Tokens of wraps. */
  wnfts: number | null;
  /** Playlists at the same time. */
  playlists: number | null;
  /** Platform fee of a paid participation, in hundredths of a percent. */
  feeBasisPoints: number;
  /** Interval between two listens of a song that earn points. Other rules of points are in `point-rules.ts`. */
  listenIntervalSeconds: number;
};

export const planEntitlements = {
  FREE: {
    artists: 1,
    songsPerMonth: 5,
    wnfts: 1,
    playlists: 50,
    feeBasisPoints: 700,
    listenIntervalSeconds: 86_400,
  },
  PREMIUM: {
    artists: 10,
    songsPerMonth: 50,
    wnfts: null,
    playlists: null,
    feeBasisPoints: 300,
    listenIntervalSeconds: 86_400,
  },
} satisfies Record<"FREE" | "PREMIUM", PlanEntitlements>;

/** Calculates the platform fee of a price, in US cents. */
export function platformFee(cents: number, plan: keyof typeof planEntitlements): number {
  return Math.round((cents * planEntitlements[plan].feeBasisPoints) / 10_000);
}
