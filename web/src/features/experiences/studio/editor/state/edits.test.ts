import { expect, test } from "vitest";
import { blankDraft } from "./draft.ts";
import { applyEdit, type Edit, type Edits, noEdits } from "./edits.ts";

const at = (offsetX: string) => ({ ...blankDraft, offsetX });
const change = (before: string, after: string, gesture: string, time = 0): Edit => ({
  do: "change",
  id: 7,
  before: at(before),
  after: at(after),
  gesture,
  at: time,
});
const after = (...edits: Edit[]): Edits => edits.reduce(applyEdit, noEdits);
const offset = ({ drafts }: Edits) => drafts.get(7)?.offsetX;

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
  const sending = after({ ...change("0", "5", "drag 1"), after: sent } as Edit);
  expect(offset(applyEdit(sending, { do: "saved", id: 7, sent }))).toBeUndefined();
  const typed = applyEdit(sending, change("5", "6", "offsetX"));
  expect(offset(applyEdit(typed, { do: "saved", id: 7, sent }))).toBe("6");
});

test("drops the steps of a deleted component", () => {
  const gone = after(change("0", "5", "drag 1"), { do: "forget", id: 7, gone: true });
  expect([gone.past, gone.drafts.size]).toEqual([[], 0]);
});
