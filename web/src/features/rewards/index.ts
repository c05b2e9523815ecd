import { loadNamespaces } from "../../lib/language/namespaces.ts";

/**
 * Loads the parts of reward levels for a signed-in user: targets, claim buttons, progress and the time of the next
 * listen. A separate chunk, because the parts have many imports that the page of a wrap does not need.
 */
export async function loadClaiming() {
  const [{ LevelFacts }, { LevelClaim, LevelGauge }, { NextListenOf }] = await Promise.all([
    import("./claims/level-facts.tsx"),
    import("./claims/level-claim.tsx"),
    import("./points/next-listen.tsx"),
    loadNamespaces("claims", "draft", "wallets"),
  ]);
  return { LevelFacts, fan: { LevelClaim, LevelGauge, NextListenOf } };
}

/** Loads the parts of reward levels that everyone sees. */
export async function loadLevelFacts() {
  const [{ LevelFacts }] = await Promise.all([import("./claims/level-facts.tsx"), loadNamespaces("claims")]);
  return { LevelFacts, fan: undefined };
}

/** Loads the parts with a signed-in user's next level and next listen. */
export async function loadFanPoints() {
  const [{ NextSteps }, { NextListenOf }] = await Promise.all([
    import("./points/next-steps.tsx"),
    import("./points/next-listen.tsx"),
    loadNamespaces("claims"),
  ]);
  return { NextSteps, NextListenOf };
}

/** Loads the overview of what a signed-in fan's points get, with the buttons that claim it. */
export async function loadRewardsOverview() {
  const [{ RewardsOverview, NextPoint }] = await Promise.all([
    import("./points/rewards-overview.tsx"),
    loadNamespaces("claims", "draft", "wallets"),
  ]);
  return { RewardsOverview, NextPoint };
}

/** Loads the list of private experiences that the user's claims unlock. */
export async function loadOpenedExperiences() {
  const [{ OpenedExperiences }] = await Promise.all([
    import("./my-rewards/opened-experiences.tsx"),
    loadNamespaces("claims"),
  ]);
  return OpenedExperiences;
}

/** Loads the list of a user's points by wrap. */
export async function loadBalances() {
  const [{ Balances }] = await Promise.all([
    import("./points/balances.tsx"),
    loadNamespaces("claims"),
    import("./my-rewards/rewards.css"),
  ]);
  return Balances;
}
