import type { Campaign, Component } from "@wrapsody/shared/experiences.ts";

type Placed = Pick<Component, "slot_number" | "component_type">;

/**
 * How many different pictures a campaign can give. GENERATIVE: one component of each slot, where QR codes and
 * photos, which differ by themselves, do not multiply. RANDOM: every order of its nine tiles. FIXED_IMAGE: one.
 */
export function combinationsOf(type: Campaign["type"], components: readonly Placed[]): number {
  if (type === "FIXED_IMAGE") return 1;
  const images = components.filter((component) => component.component_type === "IMAGE");
  if (type === "RANDOM") return images.length === 9 ? factorial(9) : 0;
  if (components.length === 0) return 0;
  return slotsOf(images).reduce((product, slot) => product * slot.total, 1);
}

/** The slots that hold anything, with how many components each has. */
export function slotsOf(components: readonly Placed[]): { slot_number: number; total: number }[] {
  const totals = new Map<number, number>();
  for (const { slot_number } of components) totals.set(slot_number, (totals.get(slot_number) ?? 0) + 1);
  return [...totals].sort(([a], [b]) => a - b).map(([slot_number, total]) => ({ slot_number, total }));
}

function factorial(count: number): number {
  return count <= 1 ? 1 : count * factorial(count - 1);
}
