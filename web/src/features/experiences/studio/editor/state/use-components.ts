import { componentLimits } from "@wrapsody/shared/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences.ts";
import type { LayerBox } from "@wrapsody/shared/placing.ts";
import { useMemo, useReducer, useRef, useState } from "react";
import { offsetsAt } from "../canvas/moving.ts";
import { freeName } from "../layers/file-names.ts";
import {
  type EditorComponent,
  partsIn,
  partsOf,
  placeOfPart,
  type UnsavedComponent,
  visiblePartsOf,
} from "./components.ts";
import { blankDraft, type Draft } from "./draft.ts";
import { applyEdit, noEdits } from "./edits.ts";

export type EditorComponents = ReturnType<typeof useEditorComponents>;

/** The state of the editor: components, the visible one of each slot, and the selection. */
export function useEditorComponents(components: readonly Component[]) {
  const [edits, dispatch] = useReducer(applyEdit, noEdits);
  const [unsavedComponents, setUnsavedComponents] = useState<readonly UnsavedComponent[]>([]);
  const [picked, setPicked] = useState<ReadonlyMap<number, number>>(new Map());
  const [chosen, setChosen] = useState<number>();
  const numbers = useRef(0);
  const parts = useMemo(
    () => partsOf(components, unsavedComponents, edits.drafts),
    [components, unsavedComponents, edits.drafts],
  );
  const visible = useMemo(() => visiblePartsOf(parts, picked), [parts, picked]);
  const selected = parts.find(({ id }) => id === chosen) ?? visible.at(-1);

  const select = (part: Pick<EditorComponent, "id" | "numbers">) => {
    setPicked((before) => new Map(before).set(part.numbers.slot_number, part.id));
    setChosen(part.id);
  };
  const change = (part: EditorComponent, changes: Partial<Draft>, gesture: string) => {
    const after = { ...part.draft, ...changes };
    dispatch({ do: "change", id: part.id, before: part.draft, after, gesture, at: Date.now() });
    // A selected component stays visible in the slot that it moves to.
    if (changes.slot_number !== undefined)
      setPicked((before) => new Map(before).set(Number(changes.slot_number), part.id));
  };
  /** The component exists on the server only after its first save. */
  const start = (component: Omit<UnsavedComponent, "id">) => {
    numbers.current -= 1;
    const id = numbers.current;
    setUnsavedComponents((before) => [...before, { ...component, id }]);
    setPicked((before) => new Map(before).set(Number(component.draft.slot_number), id));
    setChosen(id);
  };
  return {
    parts,
    visible,
    selected,
    unsaved: parts.filter((part) => part.unsaved),
    select,
    change,
    /** Moves a component to a box, expressed as offsets from its own anchor. */
    place: (part: EditorComponent, to: LayerBox, gesture: string) =>
      change(part, placedAt(part, to), gesture),
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
      if (part.saved !== undefined) return dispatch({ do: "saved", id: part.id, sent: part.draft });
      setUnsavedComponents((before) => before.filter(({ id }) => id !== part.id));
      dispatch({ do: "forget", id: part.id, gone: true });
      setPicked((before) => new Map(before).set(as.slot_number, as.id));
      setChosen((before) => (before === part.id ? as.id : before));
    },
    /** Discards the changes of a component. Removes it if it was never saved. */
    revert(part: EditorComponent) {
      setUnsavedComponents((before) => before.filter(({ id }) => id !== part.id));
      dispatch({ do: "forget", id: part.id, gone: part.saved === undefined });
    },
    /** Discards everything that is not saved. */
    discardAll() {
      setUnsavedComponents([]);
      dispatch({ do: "discardAll" });
    },
    undo: () => {
      setChosen(edits.past.at(-1)?.id ?? selected?.id);
      dispatch({ do: "undo" });
    },
    redo: () => {
      setChosen(edits.future.at(-1)?.id ?? selected?.id);
      dispatch({ do: "redo" });
    },
    canUndo: edits.past.length > 0,
    canRedo: edits.future.length > 0,
  };
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
