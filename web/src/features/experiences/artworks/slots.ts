import { type Campaign, type Component, findSlotName } from "@wrapsody/shared/experiences/experiences.ts";
import type { TFunction } from "i18next";

export const slotNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Returns the name of a slot; undefined without one, and from a node of a previous version. */
export function slotName({ slot_names }: Pick<Campaign, "slot_names">, slot: number): string | undefined {
  return findSlotName(slot_names ?? [], slot);
}

/** Returns the name of a slot, or "Slot 3". */
export function slotLabel(t: TFunction, campaign: Pick<Campaign, "slot_names">, slot: number): string {
  return slotName(campaign, slot) ?? t("experiences.slotNumber", { slot });
}

type Slot = { slot: number; parts: Component[] };

/** Returns the non-empty slots in order. Within a slot the rarest component is last. */
export function slotsOf(components: readonly Component[]): Slot[] {
  return slotNumbers
    .map((slot) => ({
      slot,
      parts: components
        .filter((component) => component.slot_number === slot)
        .sort((a, b) => a.rarity - b.rarity || a.id - b.id),
    }))
    .filter(({ parts }) => parts.length > 0);
}
