import { useLazyModule } from "../../../../lib/lazy-module.ts";

/** Loaded separately, because most readers of a wrap do not need it. */
const rewards = () => import("../../../rewards/index.ts");

export const loadFacts = async () => (await rewards()).loadLevelFacts();
export const loadClaiming = async () => (await rewards()).loadClaiming();
const loadFanPoints = async () => (await rewards()).loadFanPoints();

/** Loads the points of a signed-in reader; undefined while loading. */
export const useFanPoints = () => useLazyModule("fan-points", loadFanPoints).part;
