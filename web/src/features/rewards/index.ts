import { loadNamespaces } from "../../lib/language/namespaces.ts";

/**
 * What levels lead to, and what somebody who is signed in has of them: the button that claims one, or the claim, how far each is, and
 * when the next listen counts. It stands on much that this file does not, so that the page of a wrap need not name it all.
 */
export async function loadClaiming() {
  const [{ LevelFacts }, { LevelClaim }, { LevelGauge }, { NextListenOf }] = await Promise.all([
    import("./claims/level-facts.tsx"),
    import("./claims/level-claim.tsx"),
    import("./claims/level-gauge.tsx"),
    import("./points/next-listen-of.tsx"),
    loadNamespaces("claims", "wallets"),
  ]);
  return { LevelFacts, fan: { LevelClaim, LevelGauge, NextListenOf } };
}

/** Of the same, what is told to everybody. */
export async function loadLevelFacts() {
  const [{ LevelFacts }] = await Promise.all([import("./claims/level-facts.tsx"), loadNamespaces("claims")]);
  return { LevelFacts, fan: undefined };
}

/** Of somebody who is signed in, how far the next level is and when their next listen counts. */
export async function loadFanPoints() {
  const [{ NextSteps }, { NextListenOf }] = await Promise.all([
    import("./points/next-steps.tsx"),
    import("./points/next-listen-of.tsx"),
    loadNamespaces("claims"),
  ]);
  return { NextSteps, NextListenOf };
}

/** The private experiences that the reader's claims open, with the way to each. */
export async function loadOpenedExperiences() {
  const [{ OpenedExperiences }] = await Promise.all([
    import("./my-rewards/opened-experiences.tsx"),
    loadNamespaces("claims"),
  ]);
  return OpenedExperiences;
}
