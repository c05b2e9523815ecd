import { MAX_WAITING } from "@wrapsody/shared/waiting.ts";
import type { AdministrationPart } from "../accounts/index.ts";
import { countPendingHolds } from "./holds/holds.data.ts";

export const rewardAdministration = {
  countWaiting: async ({ db }) => ({ holds: await countPendingHolds(db, MAX_WAITING) }),
} satisfies AdministrationPart;
