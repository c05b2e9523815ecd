import { describe, expect, test } from "vitest";
import { blankDraft, type Draft } from "./draft.ts";
import { applyEdit, type Edit, type Edits, noEdits } from "./edits.ts";

const at = (offsetX: string) => ({ ...blankDraft, offsetX });
const change = (before: string, after: string, gesture: string, time = 0): Edit => ({
  do: "change",
  changes: [{ id: 7, before: at(before), after: at(after) }],
  gesture,
  at: time,
});
const after = (...edits: Edit[]): Edits => edits.reduce(applyEdit, noEdits);
const offset = ({ drafts }: Edits, id = 7) => drafts.get(id)?.offsetX;

test("merges a drag into one step, however long it lasts", () => {
  const dragged = after(change("0", "5", "drag 1"), change("0", "9", "drag 1", 60_000));
  expect(dragged.past).toHaveLength(1);
  expect(offset(applyEdit(dragged, { do: "undo" }))).toBe("0");
});

test("merges consecutive key presses into one step, and starts another after a pause", () => {
  const nudged = after(
    change("0", "1", "nudge"),
    change("1", "2", "nudge", 200),
    change("2", "3", "nudge", 9_000),
  );
  const once = applyEdit(nudged, { do: "undo" });
  expect([offset(once), offset(applyEdit(once, { do: "undo" }))]).toEqual(["2", "0"]);
});

test("redoes an undone step until another change", () => {
  const back = after(change("0", "5", "drag 1"), { do: "undo" });
  expect(offset(applyEdit(back, { do: "redo" }))).toBe("5");
  expect(applyEdit(back, change("0", "3", "drag 2")).future).toEqual([]);
});

test("records no step for a drag that ends where it began", () => {
  expect(after(change("0", "5", "drag 1"), change("0", "0", "drag 1")).past).toEqual([]);
});

test("keeps input that was typed while saving", () => {
  const sent = at("5");
  const change5: Edit = {
    do: "change",
    changes: [{ id: 7, before: at("0"), after: sent }],
    gesture: "drag 1",
    at: 0,
  };
  const sending = after(change5);
  expect(offset(applyEdit(sending, { do: "saved", id: 7, sent, as: sent }))).toBeUndefined();
  const typed = applyEdit(sending, change("5", "6", "offsetX"));
  expect(offset(applyEdit(typed, { do: "saved", id: 7, sent, as: sent }))).toBe("6");
});

test("drops the steps of a deleted component", () => {
  const gone = after(change("0", "5", "drag 1"), { do: "forget", id: 7, gone: true });
  expect([gone.past, gone.drafts.size]).toEqual([[], 0]);
});

describe("a change of several components", () => {
  const several = (
    before: string,
    afterwards: string,
    gesture: string,
    ids: readonly number[] = [7, 8],
  ): Edit => ({
    do: "change",
    changes: ids.map((id) => ({ id, before: at(before), after: at(afterwards) })),
    gesture,
    at: 0,
  });
  const offsets = (edits: Edits) => [offset(edits, 7), offset(edits, 8)];

  test("is one step for one gesture", () => {
    const dragged = after(several("0", "4", "drag 1"), several("0", "9", "drag 1"));
    expect([dragged.past.length, offsets(dragged)]).toEqual([1, ["9", "9"]]);
    const back = applyEdit(dragged, { do: "undo" });
    expect(offsets(back)).toEqual(["0", "0"]);
    expect(offsets(applyEdit(back, { do: "redo" }))).toEqual(["9", "9"]);
  });

  test("does not merge with the same gesture on other components", () => {
    expect(after(several("0", "1", "nudge"), several("1", "2", "nudge", [7])).past).toHaveLength(2);
  });

  test("keeps its step if one of the components is gone", () => {
    const rest = after(several("0", "5", "drag 1"), { do: "forget", id: 7, gone: true });
    expect(offset(applyEdit(rest, { do: "undo" }), 8)).toBe("0");
  });
});

describe("a deletion", () => {
  const ids = [7, 8];
  const deleted = ({ deleted }: Edits) => [...deleted];

  test("is a step between changes, undone and redone in order", () => {
    const edits = after(change("0", "5", "drag 1"), { do: "delete", ids });
    expect([edits.past.length, deleted(edits)]).toEqual([2, ids]);
    const undone = applyEdit(edits, { do: "undo" });
    // The components appear once they are restored.
    expect([undone.past.length, deleted(undone)]).toEqual([1, ids]);
    const restored = applyEdit(undone, { do: "restored", ids });
    expect([deleted(restored), offset(restored)]).toEqual([[], "5"]);
    expect(deleted(applyEdit(restored, { do: "redo" }))).toEqual(ids);
    expect(offset(applyEdit(restored, { do: "undo" }))).toBe("0");
  });

  test("that failed shows the components again and leaves no step", () => {
    const edits = after({ do: "delete", ids }, { do: "notDeleted", ids, uncertain: false });
    expect([deleted(edits), edits.past]).toEqual([[], []]);
  });

  test("without an answer of the server can still be undone", () => {
    const edits = after({ do: "delete", ids }, { do: "notDeleted", ids, uncertain: true });
    expect([deleted(edits), edits.past.length]).toEqual([[], 1]);
  });

  test("can be undone again after restoring failed", () => {
    const edits = after({ do: "delete", ids }, { do: "undo" }, { do: "notRestored", ids });
    expect([deleted(edits), edits.past.length, edits.future.length]).toEqual([ids, 1, 0]);
  });

  test("ends what could be redone", () => {
    expect(after(change("0", "5", "drag 1"), { do: "undo" }, { do: "delete", ids }).future).toEqual([]);
  });
});

describe("a component that someone else saved meanwhile", () => {
  const saved = (fields: Partial<Draft>, id = 7): Edit => ({
    do: "follow",
    saved: new Map([[id, { ...blankDraft, ...fields }]]),
  });
  const edit = (fields: Partial<Draft>): Edit => ({
    do: "change",
    changes: [{ id: 7, before: blankDraft, after: { ...blankDraft, ...fields } }],
    gesture: "name",
    at: 0,
  });
  const draft = ({ drafts }: Edits) => drafts.get(7);

  test("keeps the changes of both if they are in different fields", () => {
    const edits = after(saved({}), edit({ name: "Lamp" }), saved({ rarity: "64" }));
    expect([draft(edits), edits.conflicts.size]).toEqual([{ ...blankDraft, name: "Lamp", rarity: "64" }, 0]);
    // Undoing reverts only the own change.
    expect(draft(applyEdit(edits, { do: "undo" }))).toEqual({ ...blankDraft, rarity: "64" });
  });

  test("leaves no draft if both made the same change", () => {
    const edits = after(saved({}), edit({ name: "Lamp" }), saved({ name: "Lamp" }));
    expect([draft(edits), edits.conflicts.size]).toEqual([undefined, 0]);
  });

  test.each([
    [{ name: "Lamp" }, { name: "Light" }],
    // Offsets are measured from the anchor.
    [{ offsetX: "90" }, { anchor_point: "BOTTOM_RIGHT" as const }],
  ])("is a conflict if both changed %j and %j", (own, others) => {
    const edits = after(saved({}), edit(own), saved(others), saved({ ...others, rarity: "64" }));
    expect([[...edits.conflicts.keys()], draft(edits)]).toEqual([[7], { ...blankDraft, ...own }]);

    const kept = applyEdit(edits, { do: "resolve", keep: "own", at: 1 });
    expect(kept.conflicts.size).toBe(0);
    expect(draft(kept)).toEqual({ ...blankDraft, rarity: "64", ...own });

    const other = applyEdit(edits, { do: "resolve", keep: "saved", at: 1 });
    expect(draft(other)).toEqual({ ...blankDraft, rarity: "64", ...others });
    expect(draft(applyEdit(other, { do: "undo" }))).toMatchObject(own);
  });

  test("is no conflict after the own save", () => {
    const own = { ...blankDraft, name: "Lamp" };
    const sent: Edit = { do: "saved", id: 7, sent: own, as: own };
    const typed: Edit = {
      do: "change",
      changes: [{ id: 7, before: own, after: { ...own, name: "Lamps" } }],
      gesture: "name",
      at: 9_000,
    };
    const edits = after(saved({}), edit({ name: "Lamp" }), typed, sent, saved({ name: "Lamp" }));
    expect([draft(edits)?.name, edits.conflicts.size]).toEqual(["Lamps", 0]);
  });

  test("is reported if it was deleted, unless it was deleted here", () => {
    const edits = after(saved({}), edit({ name: "Lamp" }));
    const followed = applyEdit(edits, saved({}, 8));
    expect([draft(followed), followed.gone]).toEqual([undefined, 1]);
    expect(applyEdit(followed, { do: "dismissGone" }).gone).toBe(0);
    const own = applyEdit(applyEdit(edits, { do: "delete", ids: [7] }), saved({}, 8));
    expect([draft(own)?.name, own.gone]).toEqual(["Lamp", 0]);
  });
});

test("discarding everything keeps deletions, which can be undone", () => {
  const edits = after(change("0", "5", "drag 1"), { do: "delete", ids: [8] }, { do: "discardAll" });
  expect([edits.drafts.size, [...edits.deleted], edits.past]).toEqual([0, [8], [{ do: "delete", ids: [8] }]]);
});
