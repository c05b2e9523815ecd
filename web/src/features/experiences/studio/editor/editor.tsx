import type { getMyDapp } from "@wrapsody/shared/campaigns.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { Component } from "@wrapsody/shared/experiences.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { TOAST_MS, Toast, useToast } from "../shared/toast.tsx";
import { Bar } from "./bar.tsx";
import { Stage } from "./canvas/stage.tsx";
import { refusalOf } from "./error-messages.ts";
import { Inspector } from "./inspector/inspector.tsx";
import { CampaignContext } from "./inspector/use-qr-code.ts";
import { AddingState } from "./layers/adding-state.tsx";
import { SlotList } from "./layers/slot-list.tsx";
import { useAdding } from "./layers/use-adding.ts";
import { Simulation } from "./simulation/simulation.tsx";
import { LeavingEditor } from "./state/leaving-editor.tsx";
import { type EditorComponents, useEditorComponents } from "./state/use-components.ts";
import { useOfferedPictures, useStepKeys } from "./state/use-page-events.ts";
import { useCampaignCache, useSaving } from "./state/use-saving.ts";
import "../../artworks/artworks.css";
import "./editor.css";
import "./canvas/stage.css";
import "./inspector/fields.css";

/** The editor of an experience's components: their content, placement and sample artworks. */
export function Editor({
  campaign,
  components,
  reference,
}: AnswerOf<typeof getMyDapp> & { reference: string }) {
  const { t } = useTranslation();
  const parts = useEditorComponents(components);
  const { selected } = parts;
  const [opened, setOpened] = useState<{ slot: number; by: number | undefined }>();
  const cache = useCampaignCache(reference);
  const toast = useToast(TOAST_MS.component);
  const saving = useSaving(reference, {
    settle: parts.settle,
    refused: (error) => toast.show(refusalOf(t, error)),
  });
  const spread = campaign.type === "RANDOM";
  const added = (component: Component) => {
    cache.put(component);
    parts.select({ id: component.id, numbers: component });
  };
  const adding = useAdding({ campaign: reference, parts: parts.parts, spread, added });
  const fixed = campaign.stage !== "DRAFT";
  // The slot that the user opened stays open until another component is selected.
  const open =
    opened !== undefined && opened.by === selected?.id ? opened.slot : (selected?.numbers.slot_number ?? 1);
  const saveAll = async () => {
    const saved: boolean[] = [];
    for (const part of parts.unsaved) saved.push(await saving.save(part));
    const refused = parts.unsaved.find((_, index) => saved[index] === false);
    if (refused !== undefined) parts.select(refused);
    return refused === undefined;
  };
  useStepKeys(parts, fixed);
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
          fixed={fixed}
          saveAll={() => void saveAll()}
          busy={parts.unsaved.some((part) => saving.isBusy(part))}
        />
        {fixed ? (
          <div className="form-note ed-note" role="status">
            <p>{t(`components.fixed.${campaign.stage}`)}</p>
            {lost === 0 ? null : <p className="b">{t("components.fixed.discarded", { count: lost })}</p>}
          </div>
        ) : null}
        <AddingState adding={adding} />
        <div className="ed">
          <SlotList
            campaign={campaign}
            parts={parts}
            adding={adding}
            fixed={fixed}
            open={open}
            onOpen={(slot) => setOpened({ slot, by: selected?.id })}
          />
          <Stage campaign={campaign} parts={parts} fixed={fixed} />
          {selected === undefined ? (
            <NoSelection fixed={fixed} />
          ) : (
            <Inspector
              key={selected.id}
              campaign={{ type: campaign.type, id: reference }}
              part={selected}
              parts={parts}
              saving={saving}
              fixed={fixed}
            />
          )}
        </div>
        <Simulation campaign={campaign} reference={reference} parts={parts} />
        <Toast text={toast.text} />
        <LeavingEditor unsaved={parts.unsaved.length} coming={adding.coming} save={saveAll} />
      </div>
    </CampaignContext>
  );
}

function NoSelection({ fixed }: { fixed: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="insp nothing">
      <h2 className="lead">{t("components.none.title")}</h2>
      {fixed ? null : <p className="small dim">{t("components.none.text")}</p>}
    </section>
  );
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
