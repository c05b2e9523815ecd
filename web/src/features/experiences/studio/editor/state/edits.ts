import { type Draft, isSame } from "./draft.ts";

/** One undo step: a component before and after. */
type Step = { id: number; before: Draft; after: Draft; gesture: string; at: number };

/** Unsaved drafts with the undo and redo stacks. */
export type Edits = {
  drafts: ReadonlyMap<number, Draft>;
  past: readonly Step[];
  future: readonly Step[];
};

export type Edit =
  /** Changes of one gesture, such as a drag or typing in a field, form one step. */
  | { do: "change"; id: number; before: Draft; after: Draft; gesture: string; at: number }
  | { do: "undo" }
  | { do: "redo" }
  /** The server has accepted `sent`; newer input stays. */
  | { do: "saved"; id: number; sent: Draft }
  /** Discards the changes of a component. `gone`: the component was deleted. */
  | { do: "forget"; id: number; gone: boolean }
  /** Discards all changes, because the components are fixed now. */
  | { do: "discardAll" };

export const noEdits: Edits = { drafts: new Map(), past: [], future: [] };

/** Maximum pause between two changes of the same gesture. */
const MERGE_WINDOW_MS = 1_500;
const MAX_STEPS = 200;

/** Every drag has a unique name, so a pause does not split it. */
const isDrag = (gesture: string) => gesture.startsWith("drag");

export function applyEdit(edits: Edits, edit: Edit): Edits {
  if (edit.do === "change") return applyChange(edits, edit);
  if (edit.do === "discardAll") return noEdits;
  if (edit.do === "undo") return moveStep(edits, "past", "future", "before");
  if (edit.do === "redo") return moveStep(edits, "future", "past", "after");
  if (edit.do === "saved")
    return edits.drafts.get(edit.id) === edit.sent
      ? { ...edits, drafts: withoutDraft(edits.drafts, edit.id) }
      : edits;
  const others = edit.gone ? (steps: readonly Step[]) => steps.filter(({ id }) => id !== edit.id) : keepSteps;
  return {
    drafts: withoutDraft(edits.drafts, edit.id),
    past: others(edits.past),
    future: others(edits.future),
  };
}

const keepSteps = (steps: readonly Step[]) => steps;

function applyChange({ drafts, past }: Edits, { id, before, after, gesture, at }: Step): Edits {
  const last = past.at(-1);
  const isSameGesture =
    last?.id === id && last.gesture === gesture && (isDrag(gesture) || at - last.at < MERGE_WINDOW_MS);
  const step = { id, before: isSameGesture ? last.before : before, after, gesture, at };
  const earlier = isSameGesture ? past.slice(0, -1) : past.slice(1 - MAX_STEPS);
  return {
    drafts: new Map(drafts).set(id, after),
    past: isSame(step.before, after) ? earlier : [...earlier, step],
    future: [],
  };
}

function moveStep(
  edits: Edits,
  from: "past" | "future",
  to: "past" | "future",
  what: "before" | "after",
): Edits {
  const step = edits[from].at(-1);
  if (step === undefined) return edits;
  const drafts = new Map(edits.drafts).set(step.id, step[what]);
  // An undone step must not merge with the next change.
  const moved = { ...step, gesture: "" };
  return { ...edits, drafts, [from]: edits[from].slice(0, -1), [to]: [...edits[to], moved] };
}

function withoutDraft(drafts: ReadonlyMap<number, Draft>, id: number): ReadonlyMap<number, Draft> {
  const rest = new Map(drafts);
  rest.delete(id);
  return rest;
}
