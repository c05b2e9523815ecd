import { useLazyModule } from "../../../../lib/lazy-module.ts";

/** It stands on much that most who read a wrap do not need. */
const rewards = () => import("../../../rewards/index.ts");

export const loadFacts = async () => (await rewards()).loadLevelFacts();
export const loadClaiming = async () => (await rewards()).loadClaiming();
const loadFanPoints = async () => (await rewards()).loadFanPoints();

/** What is told of their points to whoever is signed in; undefined until it is here. */
export const useFanPoints = () => useLazyModule("fan-points", loadFanPoints).part;
