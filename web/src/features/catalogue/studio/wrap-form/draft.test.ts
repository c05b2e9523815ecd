import { describe, expect, it } from "vitest";
import { applyChange, type Change, type Draft, emptyDraft, linesOf, type Row } from "./draft.ts";
import { listChanges, mergeDraft } from "./draft-changes.ts";
import { readShare, toChangedPayload, toFieldErrors, toPayload } from "./payload.ts";
import { parseDraft } from "./stored-draft.ts";
import { serviceOf } from "./streaming.ts";

const after = (draft: Draft, ...changes: Change[]): Draft => changes.reduce(applyChange, draft);
const keyOf = (row: Row | undefined): string => row?.key ?? "";
const names = (draft: Draft): (string | undefined)[] => draft.lists.owners.map(({ values }) => values.name);

/** Returns a draft with owners of these names. */
function ownedBy(...owners: string[]): Draft {
  const draft = emptyDraft();
  const key = keyOf(draft.lists.owners[0]);
  return after(draft, {
    type: "paste",
    list: "owners",
    key,
    field: "name",
    lines: owners.map((name) => [name]),
  });
}

describe("the draft of a song", () => {
  it("moves rows up and down within the list", () => {
    const draft = ownedBy("Ana", "Bo", "Cy");
    const [first, , last] = draft.lists.owners.map(keyOf);
    const move = (key: string | undefined, by: -1 | 1): Change => ({
      type: "move",
      list: "owners",
      key: key ?? "",
      by,
    });
    expect(names(after(draft, move(first, 1)))).toEqual(["Bo", "Ana", "Cy"]);
    expect(names(after(draft, move(last, -1), move(last, -1)))).toEqual(["Cy", "Ana", "Bo"]);
    expect(names(after(draft, move(first, -1), move(last, 1)))).toEqual(["Ana", "Bo", "Cy"]);
  });

  it("limits each list to a hundred rows, typed or pasted", () => {
    const many = ownedBy(...Array.from({ length: 130 }, (_, at) => `Owner ${at}`));
    expect(many.lists.owners).toHaveLength(100);
    expect(after(many, { type: "add", list: "owners" }).lists.owners).toHaveLength(100);
  });

  it("fills the fields from the target field on with the cells of a pasted line", () => {
    const draft = emptyDraft();
    const key = keyOf(draft.lists.credits[0]);
    const lines = linesOf("Ana Silva\tComposer\r\nBo Berg\tdriver\n\n");
    const pasted = after(draft, { type: "paste", list: "credits", key, field: "name", lines });
    expect(pasted.lists.credits.map(({ values }) => values)).toEqual([
      { name: "Ana Silva", role: "COMPOSER" },
      { name: "Bo Berg", role: "" },
    ]);
    expect(linesOf("one line alone")).toEqual([]);
  });

  it("gives every row a unique key, even after removals", () => {
    let draft = ownedBy("Ana", "Bo");
    draft = after(draft, { type: "remove", list: "owners", key: keyOf(draft.lists.owners[1]) });
    draft = after(draft, { type: "add", list: "owners" }, { type: "add", list: "tags" });
    const keys = Object.values(draft.lists).flatMap((rows) => rows.map(keyOf));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("keeps the identity of unchanged rows", () => {
    const draft = ownedBy("Ana", "Bo");
    const [first, second] = draft.lists.owners;
    const typed = after(draft, {
      type: "cell",
      list: "owners",
      key: keyOf(second),
      field: "ownership",
      value: "50",
    });
    expect(typed.lists.owners[0]).toBe(first);
    expect(typed.lists.albums).toBe(draft.lists.albums);
  });
});

describe("the request body of a draft", () => {
  it("omits empty rows and keeps incomplete ones", () => {
    const draft = ownedBy("Ana");
    const sent = toPayload(after(draft, { type: "add", list: "owners" }));
    expect(sent.owners).toEqual([{ name: "Ana", ownership: Number.NaN, royalty: null }]);
    expect([sent.albums, sent.credits, sent.dates, sent.dsps, sent.tags]).toEqual([[], [], [], [], []]);
  });

  it.each([
    ["33.3", 33.3],
    ["33,3 %", 33.3],
    [" 100% ", 100],
    [".5", 0.5],
    ["half", Number.NaN],
    ["-1", Number.NaN],
    ["1e2", Number.NaN],
    ["", Number.NaN],
  ])("reads %j as a percentage", (typed, share) => expect(readShare(typed)).toBe(share));

  it("maps each error to its row, even after omitted rows", () => {
    let draft = ownedBy("Ana");
    draft = after(draft, { type: "add", list: "owners" }, { type: "add", list: "owners" });
    const [, , third] = draft.lists.owners.map(keyOf);
    draft = after(draft, {
      type: "cell",
      list: "owners",
      key: third ?? "",
      field: "name",
      value: "Cy",
    });
    expect(
      toFieldErrors(draft, [
        { field: "owners.1.ownership", message: "Please enter a percentage." },
        { field: "owners", message: "too much" },
        { field: "name", message: "Required" },
        { field: "name", message: "the second of a field" },
        { field: "image", message: "Please select a file to upload." },
        { field: "albums.7.languages.0", message: "no longer there" },
      ]),
    ).toEqual({
      [`owners.${third}.ownership`]: "Please enter a percentage.",
      owners: "too much",
      "basics.name": "Required",
      image: "Please select a file to upload.",
      albums: "no longer there",
    });
  });
});

describe("the draft of a wrap that exists", () => {
  const stored = ownedBy("Ana");
  const [owner] = stored.lists.owners.map(keyOf);
  const titled = (draft: Draft, value: string) => after(draft, { type: "basic", field: "name", value });
  const addTag = (draft: Draft, value: string) =>
    after(draft, { type: "cell", list: "tags", key: keyOf(draft.lists.tags[0]), field: "tag", value });

  it("changes only what was typed, and nothing by adding and removing empty rows", () => {
    const blank = after(stored, { type: "add", list: "owners" }, { type: "add", list: "tags" });
    expect(listChanges(blank, stored)).toBeUndefined();
    const typed = titled(blank, "Low Water");
    expect(toChangedPayload(typed, listChanges(typed, stored))).toEqual({ name: "Low Water" });
    const emptied = after(stored, { type: "remove", list: "owners", key: owner ?? "" });
    expect(toChangedPayload(emptied, listChanges(emptied, stored))).toEqual({ owners: [] });
  });

  it("follows changes made elsewhere, except where it was changed too", () => {
    const typed = titled(stored, "Low Water");
    const next = addTag(titled(stored, "High Water"), "Fado");
    const merged = mergeDraft(typed, stored, next);
    expect(merged.basics.name).toBe("Low Water");
    expect(merged.lists.tags.map(({ values }) => values.tag)).toEqual(["Fado"]);
    expect(Object.keys(listChanges(merged, next)?.lists ?? {})).toEqual([]);
    const tagged = addTag(stored, "Samba");
    expect(mergeDraft(tagged, stored, next).lists.tags).toBe(tagged.lists.tags);
  });

  it("keeps the keys of rows that get other values, and replaces a fixed field always", () => {
    const next = addTag(stored, "Fado");
    expect(mergeDraft(stored, stored, next).lists.tags.map(keyOf)).toEqual(stored.lists.tags.map(keyOf));
    expect(mergeDraft(titled(stored, "Low Water"), stored, stored, ["name"])).toEqual(stored);
  });

  it("is restored over what the server stores by then", () => {
    const typed = titled(stored, "Low Water");
    const { basics, lists } = listChanges(typed, stored) ?? { basics: {}, lists: {} };
    const text = JSON.stringify({
      version: 1,
      draft: { basics, lists, made: typed.made },
      callKey: "k",
      savedAt: "2026-03-20T10:00:00Z",
      picture: null,
    });
    const restored = parseDraft(text, addTag(stored, "Fado"))?.draft;
    expect(restored?.basics.name).toBe("Low Water");
    expect(restored?.lists.tags.map(({ values }) => values.tag)).toEqual(["Fado"]);
  });
});

describe("a stored draft", () => {
  const stored = {
    version: 1,
    draft: ownedBy("Ana", "Bo"),
    callKey: "k",
    savedAt: "2026-03-20T10:00:00Z",
    picture: "cover.png",
  };

  it("is restored unchanged", () => {
    const { version: _, ...expected } = stored;
    expect(parseDraft(JSON.stringify(stored), emptyDraft())).toEqual(expected);
  });

  it.each([
    ["missing", null],
    ["not JSON", "{"],
    ["of another type", "[1]"],
    ["of another version", JSON.stringify({ ...stored, version: 0 })],
    ["without a key", JSON.stringify({ ...stored, callKey: 7 })],
  ])("is ignored if it is %s", (_, text) => expect(parseDraft(text, emptyDraft())).toBeUndefined());

  it("is completed if parts of it are invalid", () => {
    const broken = {
      ...stored,
      draft: { basics: { name: 4 }, lists: { owners: [{ key: "r1" }, 3], tags: "x" } },
    };
    const read = parseDraft(JSON.stringify(broken), emptyDraft());
    expect(read?.draft.basics.name).toBe("");
    expect(read?.draft.lists.owners).toEqual([{ key: "r1", values: {} }]);
    expect(read?.draft.lists.tags).toEqual([]);
  });
});

describe("serviceOf", () => {
  it.each([
    ["https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=1", "SPOTIFY"],
    ["spotify:track:4uLU6hMCjMI75M1A2tKUQC", "SPOTIFY"],
    ["music.apple.com/us/album/x/1?i=2", "APPLE"],
    ["https://www.deezer.com/track/3135556", "DEEZER"],
    ["https://youtu.be/dQw4w9WgXcQ", "YOUTUBE"],
    ["https://m.youtube.com/watch?v=dQw4w9WgXcQ", "YOUTUBE"],
    ["https://music.amazon.co.uk/albums/B0", "AMAZON"],
    ["https://soundcloud.com/a/b", "SOUNDCLOUD"],
    ["https://listen.tidal.com/track/1", "TIDAL"],
    ["https://app.idagio.com/recordings/1", "IDAGIO"],
    ["https://open.spotify.com.evil.example/track/1", undefined],
    ["4uLU6hMCjMI75M1A2tKUQC", undefined],
    ["https://example.org/track", undefined],
    ["", undefined],
  ])("returns the service of %j: %s", (typed, service) => expect(serviceOf(typed)).toBe(service));
});
