import { componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import type { LayerBox } from "@wrapsody/shared/experiences/placing.ts";
import { useLayoutEffect, useMemo, useReducer, useRef, useState } from "react";
import { newIdempotencyKey } from "../../../../../lib/api/idempotency-key.ts";
import { offsetsAt } from "../canvas/moving.ts";
import { freeName } from "../layers/file-names.ts";
import {
  type EditorComponent,
  neighbourOf,
  partsIn,
  partsOf,
  placeOfPart,
  type UnsavedComponent,
  visiblePartsOf,
} from "./components.ts";
import { blankDraft, type Draft, draftOf } from "./draft.ts";
import { applyEdit, type Step } from "./edits.ts";
import { restoreComponents, restoreEdits, savedOf, unsavedEditsOf } from "./restoring.ts";
import {
  extendSelection,
  nothingSelected,
  replaceSelected,
  type Selection,
  type SelectionMode,
  selectOnly,
  toggleSelected,
} from "./selection.ts";
import type { StoredEdits } from "./stored-edits.ts";

export type EditorComponents = ReturnType<typeof useEditorComponents>;
type Selectable = Pick<EditorComponent, "id" | "numbers">;

/** The state of the editor: components, the visible one of each slot, and the selection. `stored` is its draft. */
export function useEditorComponents(components: readonly Component[], stored: StoredEdits | undefined) {
  const [edits, dispatch] = useReducer(applyEdit, undefined, () => restoreEdits(components, stored));
  const [unsavedComponents, setUnsavedComponents] = useState(() => restoreComponents(components, stored));
  const [picked, setPicked] = useState<ReadonlyMap<number, number>>(new Map());
  // Undefined selects the topmost layer, as when the editor opens.
  const [chosen, setChosen] = useState<Selection>();
  const numbers = useRef(Math.min(0, ...unsavedComponents.map(({ id }) => id)));
  // Before the next paint, so that no value of someone else is shown as a change of the user.
  useLayoutEffect(() => dispatch({ do: "follow", saved: savedOf(components) }), [components]);
  const parts = useMemo(
    () => partsOf(components, unsavedComponents, edits.drafts).filter(({ id }) => !edits.deleted.has(id)),
    [components, unsavedComponents, edits.drafts, edits.deleted],
  );
  const visible = useMemo(() => visiblePartsOf(parts, picked), [parts, picked]);
  const selection = useMemo(() => selectedOf(parts, visible, chosen), [parts, visible, chosen]);
  const selected = selection.at(-1);

  const setSelection = (next: Selection) => {
    setChosen(next);
    // The primary component comes last, so it is the visible one of its slot.
    const selectedParts = next.ids.flatMap((id) => parts.find((part) => part.id === id) ?? []);
    setPicked((before) => {
      const after = new Map(before);
      for (const { id, numbers } of selectedParts) after.set(numbers.slot_number, id);
      return after;
    });
  };
  const current: Selection = {
    ids: selection.map(({ id }) => id),
    anchor: chosen?.anchor ?? selected?.id,
  };
  const select = (part: Selectable) => {
    setPicked((before) => new Map(before).set(part.numbers.slot_number, part.id));
    setChosen(selectOnly(part.id));
  };
  const changeAll = (
    changed: readonly EditorComponent[],
    changesFor: (part: EditorComponent) => Partial<Draft>,
    gesture: string,
  ) => {
    const changes = changed.map((part) => ({
      id: part.id,
      before: part.draft,
      after: { ...part.draft, ...changesFor(part) },
    }));
    dispatch({ do: "change", changes, gesture, at: Date.now() });
    // Selected components stay visible in the slots that they move to.
    const moved = changes.filter(({ before, after }) => before.slot_number !== after.slot_number);
    if (moved.length > 0)
      setPicked((before) => {
        const next = new Map(before);
        for (const { id, after } of moved) next.set(Number(after.slot_number), id);
        return next;
      });
  };
  const change = (part: EditorComponent, changes: Partial<Draft>, gesture: string) =>
    changeAll([part], () => changes, gesture);
  /** The component exists on the server only after its first save. */
  const start = (component: Omit<UnsavedComponent, "id" | "key">) => {
    numbers.current -= 1;
    const id = numbers.current;
    setUnsavedComponents((before) => [...before, { ...component, id, key: newIdempotencyKey() }]);
    setPicked((before) => new Map(before).set(Number(component.draft.slot_number), id));
    setChosen(selectOnly(id));
  };
  /** Selects what an undone or redone change changed. */
  const selectChanged = (step: Step | undefined) => {
    if (step?.do === "change" && step.changes.length > 1)
      return setSelection({ ids: step.changes.map(({ id }) => id), anchor: undefined });
    const id = step?.do === "change" ? step.changes[0]?.id : undefined;
    if (id !== undefined) setChosen(selectOnly(id));
  };
  return {
    parts,
    visible,
    /** The selected components, the primary one last. */
    selection,
    /** The primary selected component. */
    selected,
    unsaved: parts.filter((part) => part.unsaved),
    /** Components that someone else changed in the same fields. None of them can be saved before `resolve`. */
    conflicts: parts.filter(({ id }) => edits.conflicts.has(id)),
    /** Number of changed components that someone else deleted. */
    gone: edits.gone,
    resolve: (keep: "own" | "saved") => dispatch({ do: "resolve", keep, at: Date.now() }),
    dismissGone: () => dispatch({ do: "dismissGone" }),
    /** Contents of the draft in the browser. */
    content: useMemo(() => unsavedEditsOf(edits, unsavedComponents), [edits, unsavedComponents]),
    /** Returns the idempotency key of an unsaved component. */
    keyOf: ({ id }: Pick<EditorComponent, "id">) => unsavedComponents.find((added) => added.id === id)?.key,
    renewKey: ({ id }: Pick<EditorComponent, "id">) =>
      setUnsavedComponents((before) =>
        before.map((added) => (added.id === id ? { ...added, key: newIdempotencyKey() } : added)),
      ),
    select,
    setSelection,
    /** Selects a component of a list, as a click with the modifier keys of `mode` does. */
    selectIn(order: readonly EditorComponent[], part: EditorComponent, mode: SelectionMode) {
      if (mode === "only") return select(part);
      if (mode === "toggle") return setSelection(toggleSelected(current, part.id));
      setSelection(
        extendSelection(
          current,
          order.map(({ id }) => id),
          part.id,
        ),
      );
    },
    /** The selection as ids, with the anchor of ranges. */
    current,
    clearSelection: () => setChosen(nothingSelected),
    change,
    changeAll,
    /** Moves a component to a box, expressed as offsets from its own anchor. */
    place: (part: EditorComponent, to: LayerBox, gesture: string) =>
      change(part, placedAt(part, to), gesture),
    /** Moves components to boxes of the same order, in one step. */
    placeAll: (moved: readonly EditorComponent[], to: readonly LayerBox[], gesture: string) =>
      changeAll(
        moved,
        (part) => {
          const box = to[moved.indexOf(part)];
          return box === undefined ? {} : placedAt(part, box);
        },
        gesture,
      ),
    /** Adds an unsaved QR code or photo to a slot. */
    begin(type: "QR_CODE" | "PRESELECTED", slot: number, name: string) {
      const draft = { ...draftFor(parts, slot), name, ...defaultPosition };
      start({ type, image: null, copyOf: undefined, draft });
    },
    /** Adds an unsaved copy of a component, with its current draft and a new name. */
    copy(part: EditorComponent) {
      const usedNames = new Set(parts.map(({ draft }) => draft.name));
      const draft = { ...part.draft, name: freeName(part.draft.name, usedNames) };
      start({ type: part.type, image: part.image, copyOf: part.copyOf ?? part.id, draft });
    },
    /** Applies the server's response `as` to a sent component. */
    settle(part: EditorComponent, as: Component) {
      if (part.saved !== undefined)
        return dispatch({ do: "saved", id: part.id, sent: part.draft, as: draftOf(as) });
      setUnsavedComponents((before) => before.filter(({ id }) => id !== part.id));
      dispatch({ do: "forget", id: part.id, gone: true });
      setPicked((before) => new Map(before).set(as.slot_number, as.id));
      setChosen((before) => before && replaceSelected(before, part.id, as.id));
    },
    /** Discards the changes of a component. */
    revert(part: EditorComponent) {
      dispatch({ do: "forget", id: part.id, gone: false });
    },
    /** Hides components, as a step that can be undone. The selection moves to a neighbour. */
    hide(ids: readonly number[]) {
      const next = selected && neighbourOf(parts, selected, ids);
      dispatch({ do: "delete", ids });
      if (next === undefined) setChosen(undefined);
      else select(next);
    },
    /** Shows components whose deletion was undone and selects them. `restored` are the saved ones. */
    show(ids: readonly number[], restored: readonly Component[]) {
      dispatch({ do: "restored", ids });
      setChosen({ ids, anchor: ids.at(-1) });
      const local = partsOf([], unsavedComponents, edits.drafts).filter(({ id }) => ids.includes(id));
      setPicked((before) => {
        const after = new Map(before);
        for (const { id, slot_number } of restored) after.set(slot_number, id);
        for (const { id, numbers } of local) after.set(numbers.slot_number, id);
        return after;
      });
    },
    notDeleted: (ids: readonly number[], uncertain: boolean) =>
      dispatch({ do: "notDeleted", ids, uncertain }),
    notRestored: (ids: readonly number[]) => dispatch({ do: "notRestored", ids }),
    /** Discards everything that is not saved. */
    discardAll() {
      setUnsavedComponents([]);
      dispatch({ do: "discardAll" });
    },
    /** Undoes the last step and returns it. The caller restores the components of an undone deletion. */
    undo(): Step | undefined {
      const step = edits.past.at(-1);
      dispatch({ do: "undo" });
      selectChanged(step);
      return step;
    },
    /** Redoes the last undone step and returns it. */
    redo(): Step | undefined {
      const step = edits.future.at(-1);
      dispatch({ do: "redo" });
      selectChanged(step);
      return step;
    },
    /** The step that `undo` undoes. */
    lastStep: edits.past.at(-1),
    canUndo: edits.past.length > 0,
    canRedo: edits.future.length > 0,
  };
}

/** Returns the selected components, the primary one last. Without a choice, or if it is gone, the topmost layer. */
function selectedOf(
  parts: readonly EditorComponent[],
  visible: readonly EditorComponent[],
  chosen: Selection | undefined,
): EditorComponent[] {
  if (chosen !== undefined && chosen.ids.length === 0) return [];
  const chosenParts = (chosen?.ids ?? []).flatMap((id) => parts.find((part) => part.id === id) ?? []);
  return chosenParts.length > 0 ? chosenParts : visible.slice(-1);
}

const defaultPosition = { width: "360", offsetX: "60", offsetY: "60", anchor_point: "BOTTOM_RIGHT" } as const;

function placedAt(part: EditorComponent, to: LayerBox): Partial<Draft> {
  const { offsetX, offsetY } = offsetsAt(part.draft.anchor_point, to);
  const place = placeOfPart(part);
  const field = part.type === "QR_CODE" ? "qr_code_width" : "width";
  return {
    offsetX: String(offsetX),
    offsetY: String(offsetY),
    ...(to.width === place.width ? {} : { [field]: String(to.width) }),
  };
}

/** Returns the draft of a new component, placed like the others of its slot. */
export function draftFor(parts: readonly EditorComponent[], slot: number): Draft {
  const sibling = partsIn(parts, slot).at(-1);
  const slot_number = String(slot);
  if (sibling === undefined) {
    const layer_level = String(Math.min(slot, componentLimits.layers));
    return { ...blankDraft, slot_number, layer_level };
  }
  const { layer_level, anchor_point, width, offsetX, offsetY } = sibling.draft;
  return { ...blankDraft, slot_number, layer_level, anchor_point, width, offsetX, offsetY };
}
