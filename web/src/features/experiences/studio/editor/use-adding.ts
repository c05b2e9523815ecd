import { campaignLimits, campaignTexts, componentLimits, postComponent } from "@wrapsody/shared/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences.ts";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AskError } from "../../../../lib/ask.ts";
import { newCallKey } from "../../../../lib/call-key.ts";
import { sendFiles } from "../../../../lib/send-files.ts";
import { nameFromFile, slotFromFile } from "./file-names.ts";
import { type Part, partsIn } from "./parts.ts";
import { draftFor } from "./use-parts.ts";

type Wanted = { file: File; key: string; slot: number; name: string };
export type NotAdded = Wanted & { error: Error };
export type Adding = ReturnType<typeof useAdding>;

type Options = {
  campaign: string;
  parts: readonly Part[];
  /** Every picture goes into a slot of its own. */
  spread: boolean;
  added(component: Component): void;
};

/** Makes one component of each picture, one after the other. What could not be added is kept, to be tried again. */
export function useAdding({ campaign, parts, spread, added }: Options) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<{ file: string; at: number; of: number }>();
  const [notAdded, setNotAdded] = useState<readonly NotAdded[]>([]);
  const [count, setCount] = useState(0);
  const underWay = useRef(false);

  const run = async (all: readonly Wanted[]) => {
    if (underWay.current || all.length === 0) return;
    underWay.current = true;
    setCount(0);
    const failed: NotAdded[] = [];
    for (const [index, wanted] of all.entries()) {
      setProgress({ file: wanted.file.name, at: index + 1, of: all.length });
      try {
        added(await add(campaign, wanted, parts));
        setCount((before) => before + 1);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        failed.push({ ...wanted, error });
      }
    }
    setNotAdded((before) => [...before.filter(({ key }) => all.every((one) => one.key !== key)), ...failed]);
    setProgress(undefined);
    underWay.current = false;
  };
  return {
    progress,
    count,
    notAdded,
    add: (files: readonly File[], slot: number) =>
      void run(wantedOf(files, { parts, slot, spread, otherwise: t("components.picture") })),
    again: () => void run(notAdded.filter(({ error }) => !isRefused(error))),
    canRepeat: notAdded.some(({ error }) => !isRefused(error)),
    dismiss: () => setNotAdded([]),
  };
}

const isRefused = (error: Error) => error instanceof AskError && error.errors.length > 0;

function wantedOf(
  files: readonly File[],
  {
    parts,
    slot,
    spread,
    otherwise,
  }: { parts: readonly Part[]; slot: number; spread: boolean; otherwise: string },
): Wanted[] {
  const taken = new Set(parts.map(({ draft }) => draft.name));
  const free = Array.from({ length: componentLimits.slots }, (_, index) => index + 1).filter(
    (number) => partsIn(parts, number).length === 0,
  );
  return files.map((file, index) => {
    const name = nameFromFile(file.name, taken, otherwise);
    taken.add(name);
    const into = slotFromFile(file.name) ?? (spread ? free[index] : undefined) ?? slot;
    return { file, key: newCallKey(), name, slot: into };
  });
}

async function add(
  campaign: string,
  { file, key, slot, name }: Wanted,
  parts: readonly Part[],
): Promise<Component> {
  if (!["image/png", "image/jpeg"].includes(file.type) || file.size > campaignLimits.imageBytes)
    throw notTaken();
  const draft = draftFor(parts, slot);
  const body = { ...draft, name, component_type: "IMAGE" as const, ...(await sizeFor(file, parts, slot)) };
  return sendFiles(postComponent, { params: { id: campaign }, body, key, files: { image: file } });
}

/** The first of a slot is as wide as its picture, as far as that goes; the others follow it. */
async function sizeFor(file: File, parts: readonly Part[], slot: number): Promise<{ width?: string }> {
  if (partsIn(parts, slot).length > 0) return {};
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return {};
  const { leastWidth, side } = componentLimits;
  const width = Math.max(leastWidth, Math.min(side, bitmap.width));
  bitmap.close();
  return { width: String(width) };
}

/** The server's own word for it, told before anything is sent. */
function notTaken(): AskError {
  const errors = [{ field: "image", message: campaignTexts.image }];
  return new AskError(400, { code: "E0007", message: campaignTexts.image, errors });
}
