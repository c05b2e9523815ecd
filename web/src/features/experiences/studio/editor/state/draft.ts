import { componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import { DEFAULT_QR_COLOURS } from "@wrapsody/shared/experiences/colours.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import type { LayerPosition } from "@wrapsody/shared/experiences/placing.ts";

/** The form values of a component; numbers as typed. */
export type Draft = {
  name: string;
  slot_number: string;
  layer_level: string;
  rarity: string;
  anchor_point: Component["anchor_point"];
  width: string;
  offsetX: string;
  offsetY: string;
  max_permitted: string;
  qr_code_link: string;
  qr_code_width: string;
  secure_link: boolean;
  fg_color: string;
  bg_color: string;
};

export const blankDraft: Draft = {
  name: "",
  slot_number: "1",
  layer_level: "1",
  rarity: "10",
  anchor_point: "TOP_LEFT",
  width: String(componentLimits.side),
  offsetX: "0",
  offsetY: "0",
  max_permitted: "0",
  qr_code_link: "",
  qr_code_width: String(componentLimits.qrWidth),
  secure_link: true,
  fg_color: DEFAULT_QR_COLOURS.foreground,
  bg_color: DEFAULT_QR_COLOURS.background,
};

export function draftOf(component: Component): Draft {
  return {
    name: component.name,
    slot_number: String(component.slot_number),
    layer_level: String(component.layer_level),
    rarity: String(component.rarity),
    anchor_point: component.anchor_point,
    width: String(component.width),
    offsetX: String(component.offsetX),
    offsetY: String(component.offsetY),
    max_permitted: String(component.max_permitted),
    qr_code_link: component.qr_code_link ?? "",
    qr_code_width: String(component.qr_code_width ?? componentLimits.qrWidth),
    secure_link: component.secure_link,
    fg_color: component.fg_color ?? blankDraft.fg_color,
    bg_color: component.bg_color ?? blankDraft.bg_color,
  };
}

export const draftFields = Object.keys(blankDraft) as (keyof Draft)[];

/** Returns the fields of `draft` that differ from `saved`. */
export function changesOf(saved: Draft, draft: Draft): Partial<Draft> {
  return Object.fromEntries(
    draftFields.filter((field) => saved[field] !== draft[field]).map((field) => [field, draft[field]]),
  );
}

export function isSame(a: Draft, b: Draft): boolean {
  return draftFields.every((field) => a[field] === b[field]);
}

/** Parses the numbers of a draft for display. Invalid or excessive values are clamped. */
export function numbersOf(draft: Draft, type: Component["component_type"]): Numbers {
  const { side, minWidth, slots, layers, minRarity, maxRarity } = componentLimits;
  const width = type === "QR_CODE" ? draft.qr_code_width : draft.width;
  return {
    slot_number: numberIn(draft.slot_number, 1, slots),
    layer_level: numberIn(draft.layer_level, 1, layers),
    rarity: numberIn(draft.rarity, minRarity, maxRarity),
    anchor_point: draft.anchor_point,
    width: numberIn(width, minWidth, side),
    offsetX: numberIn(draft.offsetX, 0, side),
    offsetY: numberIn(draft.offsetY, 0, side),
  };
}

export type Numbers = LayerPosition & Pick<Component, "slot_number" | "layer_level" | "rarity">;

function numberIn(text: string, min: number, max: number): number {
  const value = Math.round(Number(text));
  return Number.isFinite(value) ? Math.max(min, Math.min(value, max)) : min;
}
