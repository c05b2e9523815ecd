import { changesOf, type Draft, isSame } from "./draft.ts";
import { applyOwnChanges, mergeDraft } from "./merging.ts";

/** A component before and after a change. */
export type Change = { id: number; before: Draft; after: Draft };

/** One undo step: changed components of one gesture, or deleted components. */
export type Step =
  | { do: "change"; changes: readonly Change[]; gesture: string; at: number }
  | { do: "delete"; ids: readonly number[] };
type ChangeStep = Extract<Step, { do: "change" }>;

/** Unsaved drafts and hidden components, with the undo and redo stacks. */
export type Edits = {
  /** Values that the server stored when last loaded; the drafts change these. */
  saved: ReadonlyMap<number, Draft>;
  drafts: ReadonlyMap<number, Draft>;
  /** Drafts of components that someone else changed in the same fields, with the values that they started from. */
  conflicts: ReadonlyMap<number, Draft>;
  /** Number of components that someone else deleted while they had a draft. */
  gone: number;
  /** Deleted components, hidden before the server confirms their deletion and until it confirms their restoration. */
  deleted: ReadonlySet<number>;
  past: readonly Step[];
  future: readonly Step[];
};

export type Edit =
  /** Changes of one gesture, such as a drag or typing in a field, form one step. */
  | ChangeStep
  | { do: "delete"; ids: readonly number[] }
  /** Undoing a deletion hides its components until `restored`. */
  | { do: "undo" }
  | { do: "redo" }
  /** The components exist again. */
  | { do: "restored"; ids: readonly number[] }
  /** Restoring failed: the deletion can be undone again. */
  | { do: "notRestored"; ids: readonly number[] }
  /** Deleting failed. `uncertain`: the server may have deleted them, so that undoing stays possible. */
  | { do: "notDeleted"; ids: readonly number[]; uncertain: boolean }
  /** The server has accepted `sent` and stores `as`; newer input stays. */
  | { do: "saved"; id: number; sent: Draft; as: Draft }
  /** The server stores other values: someone else may have changed or deleted components. */
  | { do: "follow"; saved: ReadonlyMap<number, Draft> }
  /** Decides about all conflicts. */
  | { do: "resolve"; keep: "own" | "saved"; at: number }
  | { do: "dismissGone" }
  /** Discards the changes of a component. `gone`: the component was deleted. */
  | { do: "forget"; id: number; gone: boolean }
  /** Discards all changes. Deletions stay, because the server knows them. */
  | { do: "discardAll" };

export const noEdits: Edits = {
  saved: new Map(),
  drafts: new Map(),
  conflicts: new Map(),
  gone: 0,
  deleted: new Set(),
  past: [],
  future: [],
};

/** Maximum pause between two changes of the same gesture. */
const MERGE_WINDOW_MS = 1_500;
const MAX_STEPS = 200;

/** Every drag has a unique name, so a pause does not split it. */
const isDrag = (gesture: string) => gesture.startsWith("drag");

export function applyEdit(edits: Edits, edit: Edit): Edits {
  switch (edit.do) {
    case "change":
      return applyChange(edits, edit);
    case "delete":
      return {
        ...edits,
        deleted: withIds(edits.deleted, edit.ids),
        past: [...edits.past.slice(1 - MAX_STEPS), { do: "delete", ids: edit.ids }],
        future: [],
      };
    case "undo":
      return moveStep(edits, "past", "future", "before");
    case "redo":
      return moveStep(edits, "future", "past", "after");
    case "restored":
      return { ...edits, deleted: withoutIds(edits.deleted, edit.ids) };
    case "notRestored":
      return takeBackUndo(edits, edit.ids);
    case "notDeleted": {
      const deleted = withoutIds(edits.deleted, edit.ids);
      const kept = edit.uncertain ? edits.past : edits.past.filter((step) => !isDeletionOf(step, edit.ids));
      return { ...edits, deleted, past: kept };
    }
    case "saved":
      return applySaved(edits, edit);
    case "follow":
      return followServer(edits, edit.saved);
    case "resolve":
      return resolveConflicts(edits, edit);
    case "dismissGone":
      return { ...edits, gone: 0 };
    case "forget": {
      const others = edit.gone ? (steps: readonly Step[]) => withoutComponent(steps, edit.id) : keepSteps;
      return {
        ...edits,
        drafts: without(edits.drafts, edit.id),
        conflicts: without(edits.conflicts, edit.id),
        past: others(edits.past),
        future: others(edits.future),
      };
    }
    case "discardAll":
      return discardChanges(edits);
  }
}

const keepSteps = (steps: readonly Step[]) => steps;

function applyChange(edits: Edits, { changes, gesture, at }: ChangeStep): Edits {
  const { drafts, past } = edits;
  const last = past.at(-1);
  const merged =
    last?.do === "change" &&
    last.gesture === gesture &&
    hasSameIds(last.changes, changes) &&
    (isDrag(gesture) || at - last.at < MERGE_WINDOW_MS)
      ? last
      : undefined;
  const startOf = (id: number) => merged?.changes.find((change) => change.id === id)?.before;
  const all = changes.map((change) => ({ ...change, before: startOf(change.id) ?? change.before }));
  const step: Step = { do: "change", changes: all, gesture, at };
  const earlier = merged === undefined ? past.slice(1 - MAX_STEPS) : past.slice(0, -1);
  return {
    ...edits,
    drafts: withDrafts(drafts, changes, "after"),
    past: all.every(({ before, after }) => isSame(before, after)) ? earlier : [...earlier, step],
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
  const stacks = { [from]: edits[from].slice(0, -1), [to]: [...edits[to], endGesture(step)] };
  if (step.do === "change") return { ...edits, ...stacks, drafts: withStep(edits, step.changes, what) };
  return { ...edits, ...stacks, deleted: withIds(edits.deleted, step.ids) };
}

/** A moved step must not merge with the next change. */
function endGesture(step: Step): Step {
  return step.do === "change" ? { ...step, gesture: "" } : step;
}

/** Makes a deletion that could not be undone the next step to undo. */
function takeBackUndo(edits: Edits, ids: readonly number[]): Edits {
  const step = edits.future.findLast((candidate) => isDeletionOf(candidate, ids));
  if (step === undefined) return edits;
  return { ...edits, past: [...edits.past, step], future: edits.future.filter((other) => other !== step) };
}

function isDeletionOf(step: Step, ids: readonly number[]): boolean {
  return step.do === "delete" && step.ids.length === ids.length && step.ids.every((id) => ids.includes(id));
}

function hasSameIds(a: readonly Change[], b: readonly Change[]): boolean {
  return a.length === b.length && a.every(({ id }) => b.some((other) => other.id === id));
}

/** Removes a deleted component from the steps, and steps that had no other. */
function withoutComponent(steps: readonly Step[], id: number): Step[] {
  return steps.flatMap((step): Step[] => {
    if (step.do === "delete") return [step];
    const changes = step.changes.filter((change) => change.id !== id);
    return changes.length === 0 ? [] : [{ ...step, changes }];
  });
}

function withDrafts(
  drafts: ReadonlyMap<number, Draft>,
  changes: readonly Change[],
  what: "before" | "after",
): ReadonlyMap<number, Draft> {
  const after = new Map(drafts);
  for (const change of changes) after.set(change.id, change[what]);
  return after;
}

/** Applies only the fields that a step changed, so that values that someone else saved since then stay. */
function withStep(
  { drafts, saved }: Edits,
  changes: readonly Change[],
  what: "before" | "after",
): ReadonlyMap<number, Draft> {
  const from = what === "before" ? "after" : "before";
  const moved = new Map(drafts);
  for (const change of changes) {
    const current = drafts.get(change.id) ?? saved.get(change.id) ?? change[from];
    moved.set(change.id, { ...current, ...changesOf(change[from], change[what]) });
  }
  return moved;
}

function applySaved(edits: Edits, { id, sent, as }: Extract<Edit, { do: "saved" }>): Edits {
  const draft = edits.drafts.get(id);
  const isSent = draft !== undefined && (isSame(draft, sent) || isSame(draft, as));
  return {
    ...edits,
    saved: new Map(edits.saved).set(id, as),
    drafts: isSent ? without(edits.drafts, id) : edits.drafts,
    conflicts: without(edits.conflicts, id),
  };
}

/** Takes over what the server stores now, except what was changed here. Reports changes of both sides as conflicts. */
function followServer(edits: Edits, saved: ReadonlyMap<number, Draft>): Edits {
  const drafts = new Map(edits.drafts);
  const conflicts = new Map<number, Draft>();
  let { gone } = edits;
  for (const [id, draft] of edits.drafts) {
    const base = edits.conflicts.get(id) ?? edits.saved.get(id);
    const next = saved.get(id);
    // One that was never saved, or one that was deleted here, which may be undone.
    if (base === undefined || (next === undefined && edits.deleted.has(id))) continue;
    const merged = next === undefined ? undefined : mergeDraft(base, draft, next);
    if (merged === "conflict") conflicts.set(id, base);
    else if (merged !== undefined && next !== undefined && !isSame(merged, next)) drafts.set(id, merged);
    else drafts.delete(id);
    if (next === undefined && !isSame(base, draft)) gone += 1;
  }
  return { ...edits, saved, drafts, conflicts, gone };
}

function resolveConflicts(edits: Edits, { keep, at }: Extract<Edit, { do: "resolve" }>): Edits {
  const changes = [...edits.conflicts].flatMap(([id, base]): Change[] => {
    const [before, others] = [edits.drafts.get(id), edits.saved.get(id)];
    if (before === undefined || others === undefined) return [];
    return [{ id, before, after: keep === "own" ? applyOwnChanges(base, before, others) : others }];
  });
  const resolved = { ...edits, conflicts: noEdits.conflicts };
  return applyChange(resolved, { do: "change", changes, gesture: "resolve", at });
}

function discardChanges({ saved, deleted, past, future }: Edits): Edits {
  const isDeletion = (step: Step) => step.do === "delete";
  return { ...noEdits, saved, deleted, past: past.filter(isDeletion), future: future.filter(isDeletion) };
}

function without(drafts: ReadonlyMap<number, Draft>, id: number): ReadonlyMap<number, Draft> {
  const rest = new Map(drafts);
  rest.delete(id);
  return rest;
}

function withIds(ids: ReadonlySet<number>, added: readonly number[]): ReadonlySet<number> {
  return new Set([...ids, ...added]);
}

function withoutIds(ids: ReadonlySet<number>, removed: readonly number[]): ReadonlySet<number> {
  const rest = new Set(ids);
  for (const id of removed) rest.delete(id);
  return rest;
}
