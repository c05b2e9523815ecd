import type { Component } from "@wrapsody/shared/experiences.ts";

export const slotNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

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
