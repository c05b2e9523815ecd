import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DRAFT_LIFETIME_MS, draftPlace } from "../../../../../lib/drafts/stored-drafts.ts";
import { blankDraft, draftOf } from "./draft.ts";
import { restoreComponents, restoreEdits, unsavedEditsOf } from "./restoring.ts";
import {
  forgetImages,
  parseEdits,
  readEdits,
  type StoredEdits,
  storeEdits,
  type UnsavedEdits,
} from "./stored-edits.ts";

const now = Date.parse("2026-03-20T10:00:00Z");
const saved: Component = {
  id: 7,
  name: "Sea",
  slot_number: 1,
  component_type: "IMAGE",
  anchor_point: "TOP_LEFT",
  layer_level: 1,
  rarity: 20,
  width: 300,
  offsetX: 0,
  offsetY: 0,
  s3_bucket_uri: null,
  image: null,
  max_permitted: 0,
  qr_code_link: null,
  qr_code_width: null,
  secure_link: true,
  fg_color: null,
  bg_color: null,
};
const base = draftOf(saved);
const edits: UnsavedEdits = {
  changed: [{ id: 7, base, draft: { ...base, name: "Lamp" } }],
  added: [
    { id: -2, type: "IMAGE", copyOf: 7, draft: { ...base, name: "Sea 2" }, key: "k2" },
    { id: -1, type: "QR_CODE", copyOf: undefined, draft: blankDraft, key: "k1" },
  ],
  images: [{ key: "k3", name: "sail.png", draft: blankDraft, isFirst: true }],
};
const stored: StoredEdits = { ...edits, savedAt: new Date(now).toISOString() };

const store = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  store.set("wrapsody-userId", "ana");
});
afterEach(() => {
  store.clear();
  vi.unstubAllGlobals();
});

describe("the draft of the editor", () => {
  test("is read as it was stored, until it expires", () => {
    const place = draftPlace("components-1");
    expect(storeEdits(place, edits, new Date(now))).toBe(true);
    expect(readEdits(place, now + DRAFT_LIFETIME_MS - 1)).toEqual(stored);
    expect(readEdits(place, now + DRAFT_LIFETIME_MS)).toBeUndefined();
  });

  test("is removed when nothing is unsaved, and not stored after a logout", () => {
    const place = draftPlace("components-1");
    storeEdits(place, edits, new Date(now));
    storeEdits(place, { changed: [], added: [], images: [] }, new Date(now));
    expect([...store.keys()]).toEqual(["wrapsody-userId"]);
    store.delete("wrapsody-userId");
    expect(storeEdits(place, edits, new Date(now))).toBe(true);
    expect([...store.keys()]).toEqual([]);
  });

  test("forgets an image that was added after the page was left", () => {
    const place = draftPlace("components-1");
    storeEdits(place, edits, new Date(now));
    forgetImages(place, ["k3"], new Date(now + 1));
    expect(readEdits(place, now)).toEqual({
      ...stored,
      images: [],
      savedAt: new Date(now + 1).toISOString(),
    });
    storeEdits(place, { changed: [], added: [], images: edits.images }, new Date(now));
    forgetImages(place, ["k3"], new Date(now));
    expect([...store.keys()]).toEqual(["wrapsody-userId"]);
  });

  test("reports a browser that forbids storage", () => {
    const place = draftPlace("components-1");
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => store.get(key) ?? null,
      setItem() {
        throw new Error("QuotaExceededError");
      },
    });
    expect(storeEdits(place, edits, new Date(now))).toBe(false);
  });

  test.each([
    ["missing", null],
    ["not JSON", "{"],
    ["of another version", JSON.stringify({ ...stored, version: 0 })],
    ["empty", JSON.stringify({ version: 1, savedAt: stored.savedAt, changed: [{ id: "7" }], added: 4 })],
  ])("is ignored if it is %s", (_, text) => expect(parseEdits(text, now)).toBeUndefined());

  test("has the initial values of fields that cannot be read", () => {
    const draft = { ...base, width: 300, anchor_point: "CENTER" };
    const text = JSON.stringify({ ...stored, version: 1, changed: [{ id: 7, base, draft }] });
    expect(parseEdits(text, now)?.changed[0]?.draft).toEqual({ ...base, width: blankDraft.width });
  });
});

describe("a restored draft", () => {
  const restore = (components: readonly Component[]) => {
    const restored = restoreEdits(components, stored);
    return { restored, added: restoreComponents(components, stored) };
  };

  test("has the same unsaved edits", () => {
    const { restored, added } = restore([saved]);
    const { changed, added: fresh } = edits;
    expect(unsavedEditsOf(restored, added)).toEqual({ changed, added: fresh });
  });

  test("is merged with what others saved, and reports what both changed", () => {
    const { restored } = restore([{ ...saved, rarity: 64 }]);
    expect(restored.drafts.get(7)).toEqual({ ...base, name: "Lamp", rarity: "64" });
    const { restored: conflicting } = restore([{ ...saved, name: "Light" }]);
    expect([...conflicting.conflicts]).toEqual([[7, base]]);
    // Stored again before the user decides, it is the same draft.
    expect(unsavedEditsOf(conflicting, []).changed).toEqual(edits.changed);
  });

  test("reports changes and copies of a component that no longer exists", () => {
    const { restored, added } = restore([]);
    expect([restored.gone, restored.drafts.size, added.map(({ id }) => id)]).toEqual([2, 0, [-1]]);
  });
});
