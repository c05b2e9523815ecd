import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changedValues } from "./form-values.ts";
import { removeDrafts } from "./remove-drafts.ts";
import {
  DRAFT_LIFETIME_MS,
  draftPlace,
  parseDraft,
  readDraft,
  removeExpiredDrafts,
  type StoredDraft,
  storeDraft,
} from "./stored-drafts.ts";

const now = Date.parse("2026-03-20T10:00:00Z");
const draft: StoredDraft = {
  values: { name: "Tide Tables", description: "" },
  picture: "cover.png",
  savedAt: "2026-03-20T10:00:00Z",
};
const store = new Map<string, string>();

beforeEach(() => {
  const methods = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  };
  // As in a browser, the stored keys are the enumerable properties.
  const localStorage = new Proxy(methods, {
    ownKeys: () => [...store.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("indexedDB", { deleteDatabase: vi.fn() });
  logIn("ana");
});

afterEach(() => {
  store.clear();
  vi.unstubAllGlobals();
});

const logIn = (user: string) => store.set("wrapsody-userId", user);

describe("the draft of a form", () => {
  it("is restored as it was typed", () => {
    storeDraft(draftPlace("artist-new"), draft);
    expect(readDraft(draftPlace("artist-new"), now)).toEqual(draft);
  });

  it("belongs to one form and one account", () => {
    storeDraft(draftPlace("artist-1"), draft);
    expect(readDraft(draftPlace("artist-2"), now)).toBeUndefined();
    logIn("bo");
    expect(readDraft(draftPlace("artist-1"), now)).toBeUndefined();
    logIn("ana");
    expect(readDraft(draftPlace("artist-1"), now)).toEqual(draft);
  });

  it("is removed when nothing is left of it", () => {
    storeDraft(draftPlace("artist-new"), draft);
    storeDraft(draftPlace("artist-new"), { ...draft, values: {}, picture: null });
    expect([...store.keys()]).toEqual(["wrapsody-userId"]);
  });

  it("expires after 30 days", () => {
    storeDraft(draftPlace("artist-new"), draft);
    expect(readDraft(draftPlace("artist-new"), now + DRAFT_LIFETIME_MS - 1)).toEqual(draft);
    expect(readDraft(draftPlace("artist-new"), now + DRAFT_LIFETIME_MS)).toBeUndefined();
  });

  it("is deleted with all others once it has expired, or has no time", () => {
    storeDraft(draftPlace("artist-new"), draft);
    storeDraft(draftPlace("artist-7"), { ...draft, savedAt: "2026-02-01T10:00:00Z" });
    store.set("wrapsody-draft-bo-12", "{}");
    store.set("wrapsody-theme", "dark");
    removeExpiredDrafts(now);
    expect([...store.keys()].sort()).toEqual([
      "wrapsody-draft-ana-artist-new",
      "wrapsody-theme",
      "wrapsody-userId",
    ]);
  });

  it("is removed by a logout, and not stored again by a form that was open", () => {
    const place = draftPlace("artist-new");
    storeDraft(place, draft);
    store.delete("wrapsody-userId");
    removeDrafts();
    expect(storeDraft(place, draft)).toBe(true);
    logIn("bo");
    expect(storeDraft(place, draft)).toBe(true);
    expect([...store.keys()]).toEqual(["wrapsody-userId"]);
    expect(indexedDB.deleteDatabase).toHaveBeenCalledWith("wrapsody-drafts");
  });

  it.each([
    ["missing", null],
    ["not JSON", "{"],
    ["of another version", JSON.stringify({ ...draft, version: 0 })],
    ["without a time", JSON.stringify({ ...draft, version: 1, savedAt: 7 })],
  ])("is ignored if it is %s", (_, text) => expect(parseDraft(text, now)).toBeUndefined());

  it("keeps only texts", () => {
    const stored = { ...draft, version: 1, values: { name: "Tides", rows: [1] }, picture: 4 };
    expect(parseDraft(JSON.stringify(stored), now)).toEqual({
      ...draft,
      values: { name: "Tides" },
      picture: null,
    });
  });

  it("reports a browser that forbids storage, and works without it", () => {
    const place = draftPlace("artist-new");
    vi.stubGlobal("localStorage", undefined);
    expect(storeDraft(draftPlace("artist-new"), draft)).toBe(false);
    expect(readDraft(place, now)).toBeUndefined();
    removeExpiredDrafts(now);
    removeDrafts();
  });
});

describe("changedValues", () => {
  const first = new Map([
    ["name", "Low Water"],
    ["type", "TICKET"],
  ]);

  it("returns what differs from the form as it was opened, fields that appeared later included", () => {
    const current = new Map([
      ["name", "High Water"],
      ["type", "TICKET"],
      ["stock", "3"],
      ["details", ""],
    ]);
    expect(changedValues(current, first, {})).toEqual({ name: "High Water", stock: "3" });
  });

  it("returns a cleared field, and a restored one that was not touched again", () => {
    const current = new Map([
      ["name", ""],
      ["type", "TICKET"],
    ]);
    expect(changedValues(current, first, { type: "TICKET" })).toEqual({ name: "", type: "TICKET" });
  });
});
