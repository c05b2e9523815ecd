import { type Draft, isSame } from "./draft.ts";

/** One step that can be taken back: what a component was, and what it became. */
type Step = { id: number; before: Draft; after: Draft; gesture: string; at: number };

/** What was changed and is not saved, and the way back and forth. */
export type Edits = {
  drafts: ReadonlyMap<number, Draft>;
  past: readonly Step[];
  future: readonly Step[];
};

export type Edit =
  /** Changes of one gesture, such as a drag or typing in a field, are one step. */
  | { do: "change"; id: number; before: Draft; after: Draft; gesture: string; at: number }
  | { do: "undo" }
  | { do: "redo" }
  /** The server has taken what was sent; what was typed since stays. */
  | { do: "saved"; id: number; sent: Draft }
  /** What was changed of it is given up; `gone`: there is no such component any more. */
  | { do: "forget"; id: number; gone: boolean }
  /** Nothing can be changed any more. */
  | { do: "giveUp" };

export const noEdits: Edits = { drafts: new Map(), past: [], future: [] };

/** Milliseconds between two touches of the same gesture. */
const MERGE_WINDOW_MS = 1_500;
const MAX_STEPS = 200;

/** Each drag has a name of its own, and may rest as long as the hand does. */
const isDrag = (gesture: string) => gesture.startsWith("drag");

export function edited(edits: Edits, edit: Edit): Edits {
  if (edit.do === "change") return changed(edits, edit);
  if (edit.do === "giveUp") return noEdits;
  if (edit.do === "undo") return stepped(edits, "past", "future", "before");
  if (edit.do === "redo") return stepped(edits, "future", "past", "after");
  if (edit.do === "saved")
    return edits.drafts.get(edit.id) === edit.sent
      ? { ...edits, drafts: without(edits.drafts, edit.id) }
      : edits;
  const others = edit.gone ? (steps: readonly Step[]) => steps.filter(({ id }) => id !== edit.id) : same;
  return {
    drafts: without(edits.drafts, edit.id),
    past: others(edits.past),
    future: others(edits.future),
  };
}

const same = (steps: readonly Step[]) => steps;

function changed({ drafts, past }: Edits, { id, before, after, gesture, at }: Step): Edits {
  const last = past.at(-1);
  const goesOn =
    last?.id === id && last.gesture === gesture && (isDrag(gesture) || at - last.at < MERGE_WINDOW_MS);
  const step = { id, before: goesOn ? last.before : before, after, gesture, at };
  const earlier = goesOn ? past.slice(0, -1) : past.slice(1 - MAX_STEPS);
  return {
    drafts: new Map(drafts).set(id, after),
    past: isSame(step.before, after) ? earlier : [...earlier, step],
    future: [],
  };
}

function stepped(
  edits: Edits,
  from: "past" | "future",
  to: "past" | "future",
  what: "before" | "after",
): Edits {
  const step = edits[from].at(-1);
  if (step === undefined) return edits;
  const drafts = new Map(edits.drafts).set(step.id, step[what]);
  // A step that was taken back does not go on with what is done next.
  const moved = { ...step, gesture: "" };
  return { ...edits, drafts, [from]: edits[from].slice(0, -1), [to]: [...edits[to], moved] };
}

function without(drafts: ReadonlyMap<number, Draft>, id: number): ReadonlyMap<number, Draft> {
  const rest = new Map(drafts);
  rest.delete(id);
  return rest;
}
