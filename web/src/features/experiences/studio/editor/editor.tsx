import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getMyDapp } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { TOAST_MS, Toast, useToast } from "../shared/toast.tsx";
import { Bar } from "./bar.tsx";
import { Stage } from "./canvas/stage.tsx";
import { DraftState } from "./draft-state.tsx";
import { deletionRefusalOf, refusalOf } from "./error-messages.ts";
import { GroupInspector } from "./inspector/group-inspector.tsx";
import { Inspector } from "./inspector/inspector.tsx";
import { CampaignContext } from "./inspector/use-qr-code.ts";
import { AddingState } from "./layers/adding-state.tsx";
import { DeletionToast } from "./layers/deletion-toast.tsx";
import { DistributionChoice } from "./layers/distribution-choice.tsx";
import { SlotList } from "./layers/slot-list.tsx";
import { useAdding } from "./layers/use-adding.ts";
import { Simulation } from "./simulation/simulation.tsx";
import type { EditorComponent } from "./state/components.ts";
import { LeavingEditor } from "./state/leaving-editor.tsx";
import type { StoredImage } from "./state/stored-edits.ts";
import { type EditorComponents, useEditorComponents } from "./state/use-components.ts";
import { type DeletionNotice, useDeleting } from "./state/use-deleting.ts";
import { useEditorDraft, useStoringEdits } from "./state/use-editor-draft.ts";
import { useEditorKeys, useOfferedPictures } from "./state/use-page-events.ts";
import { useCampaignCache, useSaving } from "./state/use-saving.ts";
import "../../artworks/artworks.css";
import "./editor.css";
import "./canvas/stage.css";
import "./inspector/fields.css";
import "./workspace.css";

/** The editor of an experience's components: their content, placement and sample artworks. */
export function Editor({
  campaign,
  components,
  reference,
}: AnswerOf<typeof getMyDapp> & { reference: string }) {
  const { t } = useTranslation();
  const draft = useEditorDraft(campaign.id);
  const state = useEditorComponents(components, draft.stored);
  const { selected, selection } = state;
  const [opened, setOpened] = useState<{ slot: number; by: number | undefined }>();
  // The slot that the user opened stays open until another component is selected.
  const open =
    opened !== undefined && opened.by === selected?.id ? opened.slot : (selected?.numbers.slot_number ?? 1);
  const parts: EditorComponents = {
    ...state,
    clearSelection() {
      setOpened({ slot: open, by: undefined });
      state.clearSelection();
    },
  };
  const cache = useCampaignCache(reference);
  const toast = useToast(TOAST_MS.component);
  const saving = useSaving(reference, {
    parts,
    refused: (error) => toast.show(refusalOf(t, error)),
  });
  const deleting = useDeleting(reference, {
    parts,
    saving,
    refused: (refusal) => toast.show(deletionRefusalOf(t, refusal)),
  });
  const [several, setSeveral] = useState(false);
  const spread = campaign.type === "RANDOM";
  const added = (component: Component) => {
    cache.put(component);
    parts.select({ id: component.id, numbers: component });
  };
  const fixed = campaign.stage !== "DRAFT";
  const adding = useAdding({
    campaign: reference,
    parts: parts.parts,
    spread,
    place: draft.place,
    stored: fixed ? noImages : (draft.stored?.images ?? noImages),
    added,
  });
  const { isForbidden, restoredAt } = useStoringEdits(draft, {
    ...parts.content,
    images: adding.images.stored,
  });
  const newest = useNewest(parts.parts);
  const showRefused = useFocusOnRefusal(parts.select);
  const saveAll = async () => {
    const refused: EditorComponent[] = [];
    for (const part of parts.unsaved) {
      // It may have been deleted while the others were saved.
      const exists = newest.current.some(({ id }) => id === part.id);
      if (exists && !(await saving.save(part))) refused.push(part);
    }
    const [first] = refused;
    if (first !== undefined) showRefused(first);
    return first === undefined;
  };
  const remove = () => deleting.remove(selection);
  useEditorKeys({ ...deleting, remove, clear: parts.clearSelection, save: () => void saveAll() }, fixed);
  useFocusAfterDeletion(deleting.notice);
  const lost = useDiscardedDrafts(parts, fixed);
  const over = useOfferedPictures(fixed, (files, slot) =>
    adding.addFiles(files, slot ?? (open === 0 ? 1 : open)),
  );
  return (
    <CampaignContext value={reference}>
      <div className={`editor${over ? " over" : ""}`}>
        <Bar
          campaign={campaign}
          parts={parts}
          history={deleting}
          fixed={fixed}
          lost={lost}
          saveAll={() => void saveAll()}
          busy={parts.unsaved.some((part) => saving.isBusy(part))}
          announce={toast.show}
        />
        <DraftState
          parts={parts}
          images={adding.images}
          restoredAt={restoredAt}
          onDiscard={() => {
            parts.discardAll();
            adding.dismiss();
          }}
        />
        <AddingState adding={adding} />
        {adding.batch === undefined || fixed ? null : (
          <DistributionChoice batch={adding.batch} parts={parts} dismiss={adding.dismissBatch} />
        )}
        <div className="ed">
          <SlotList
            campaign={campaign}
            parts={parts}
            adding={adding}
            several={several}
            fixed={fixed}
            open={open}
            onOpen={(slot) => setOpened({ slot, by: selected?.id })}
          />
          <Stage campaign={campaign} parts={parts} several={several} setSeveral={setSeveral} fixed={fixed} />
          {selected === undefined ? (
            <NoSelection isEmpty={parts.parts.length === 0} fixed={fixed} />
          ) : selection.length > 1 ? (
            <GroupInspector
              type={campaign.type}
              parts={parts}
              saving={saving}
              save={() => void saveAll()}
              remove={remove}
              fixed={fixed}
            />
          ) : (
            <Inspector
              key={selected.id}
              campaign={campaign}
              part={selected}
              parts={parts}
              saving={saving}
              save={() => void saveAll()}
              remove={remove}
              fixed={fixed}
            />
          )}
          <Simulation campaign={campaign} reference={reference} parts={parts} />
        </div>
        <Toast text={toast.text} />
        {toast.text === undefined ? (
          <DeletionToast deleting={deleting} canUndo={!fixed && parts.lastStep?.do === "delete"} />
        ) : null}
        <LeavingEditor
          unsaved={parts.unsaved.length}
          coming={adding.coming}
          isDeleting={deleting.isPending}
          isKept={!isForbidden && !adding.images.isIncomplete}
          save={saveAll}
        />
      </div>
    </CampaignContext>
  );
}

const noImages: readonly StoredImage[] = [];

function NoSelection({ isEmpty, fixed }: { isEmpty: boolean; fixed: boolean }) {
  const { t } = useTranslation();
  const key = isEmpty ? "none" : "select.none";
  return (
    <section className="insp nothing" tabIndex={-1} data-pane>
      <h2 className="lead">{t(`components.${key}.title`)}</h2>
      {fixed ? null : <p className="small dim">{t(`components.${key}.text`)}</p>}
    </section>
  );
}

/** Returns a function that selects a component that could not be saved and moves the focus to its first error. */
function useFocusOnRefusal(select: (part: EditorComponent) => void): (part: EditorComponent) => void {
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const inspector = document.querySelector(".editor .insp");
    const error = ["[aria-invalid=true]", "[role=alert]"]
      .map((selector) => inspector?.querySelector<HTMLElement>(selector))
      .find((element) => element != null);
    error?.focus();
  }, [refusals]);
  return (part) => {
    select(part);
    setRefusals((count) => count + 1);
  };
}

/** Returns a reference to the newest value, for work that outlasts a render. */
function useNewest<Value>(value: Value): { readonly current: Value } {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  return newest;
}

/** Moves the focus to the selected component if the focused one was deleted, or the button that restored it is gone. */
function useFocusAfterDeletion(notice: DeletionNotice | undefined): void {
  const key = notice?.key;
  useEffect(() => {
    if (key === undefined || document.activeElement !== document.body) return;
    const [selected] = ["[role=option][aria-selected=true]", "[aria-expanded=true]", "[aria-expanded]"]
      .map((selector) => document.querySelector<HTMLElement>(`.editor .slots ${selector}`))
      .filter((element) => element !== null);
    selected?.focus({ preventScroll: true });
  }, [key]);
}

/**
 * Discards unsaved changes after the experience was activated elsewhere, which makes them impossible to save. Returns
 * the number of discarded components, for an announcement.
 */
function useDiscardedDrafts(
  { unsaved, discardAll }: Pick<EditorComponents, "unsaved" | "discardAll">,
  fixed: boolean,
): number {
  const [lost, setLost] = useState(0);
  const count = unsaved.length;
  const end = useEffectEvent(() => {
    setLost((before) => before + count);
    discardAll();
  });
  useEffect(() => {
    if (fixed && count > 0) end();
    if (!fixed) setLost(0);
  }, [fixed, count]);
  return lost;
}
