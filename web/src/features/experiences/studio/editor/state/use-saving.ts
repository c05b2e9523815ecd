import { useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  getMyDapp,
  getMyDapps,
  patchComponent,
  postComponent,
} from "@wrapsody/shared/experiences/campaigns.ts";
import type { Component, SlotName } from "@wrapsody/shared/experiences/experiences.ts";
import { useRef, useState } from "react";
import { ApiError } from "../../../../../lib/api/api-fetch.ts";
import { uploadFiles } from "../../../../../lib/api/upload-files.ts";
import { queryOf } from "../../../../../lib/pages/page-data.ts";
import type { EditorComponent } from "./components.ts";
import { changesOf, type Draft } from "./draft.ts";
import type { EditorComponents } from "./use-components.ts";

export type Refusal = { error: Error; fields: Readonly<Record<string, string>> };
export type Saving = ReturnType<typeof useSaving>;

/** With the bytes of an image that the server shrank. */
export type SavedComponent = AnswerOf<typeof postComponent>;

/** Someone else changed the component in the same fields, and the user has not decided yet. */
export class UndecidedConflict extends Error {}

type SavingOptions = {
  parts: Pick<EditorComponents, "settle" | "conflicts" | "keyOf" | "renewKey">;
  /** Receives every rejection. */
  refused(error: Error): void;
};

/** Saves components one by one. Keeps errors per component and never loses input. */
export function useSaving(campaign: string, { parts, refused }: SavingOptions) {
  const cache = useCampaignCache(campaign);
  const [refusals, setRefusals] = useState<ReadonlyMap<number, Refusal>>(new Map());
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [saved, setSaved] = useState<number>();
  const inProgress = useRef(new Set<number>());

  const setRefusal = (id: number, refusal: Refusal | undefined) =>
    setRefusals((before) => {
      const after = new Map(before);
      if (refusal === undefined) after.delete(id);
      else after.set(id, refusal);
      return after;
    });
  const run = async (part: EditorComponent, image: File | undefined): Promise<SavedComponent | undefined> => {
    try {
      const component = await sendComponent(campaign, part, image, parts.keyOf(part));
      cache.put(component);
      parts.settle(part, component);
      setSaved(component.id);
      setRefusal(part.id, undefined);
      return component;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setRefusal(part.id, { error, fields: fieldsOf(error) });
      refused(error);
      // A new key, because the server would replay a rejection stored under the old one.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) parts.renewKey(part);
      if (error instanceof ApiError && [403, 404, 409].includes(error.status)) cache.refresh();
      return undefined;
    }
  };
  /** Resolves to the component if it is saved. `image` replaces its current image. */
  const save = async (part: EditorComponent, image?: File): Promise<SavedComponent | undefined> => {
    if (inProgress.current.has(part.id)) return undefined;
    if (parts.conflicts.some(({ id }) => id === part.id)) {
      refused(new UndecidedConflict());
      return undefined;
    }
    inProgress.current.add(part.id);
    setBusy(new Set(inProgress.current));
    const saved = await run(part, image);
    inProgress.current.delete(part.id);
    setBusy(new Set(inProgress.current));
    return saved;
  };
  return {
    save,
    refusalOf: (part: EditorComponent) => refusals.get(part.id),
    isRefused: (part: EditorComponent) => refusals.has(part.id),
    /** Returns true if the component, under its new id, was saved last. */
    isSaved: (part: EditorComponent) => part.id === saved && !part.unsaved,
    isBusy: (part: EditorComponent) => busy.has(part.id),
    clearError: (part: EditorComponent, field: keyof Draft) => {
      const refusal = refusals.get(part.id);
      if (refusal?.fields[field] === undefined) return;
      const { [field]: _, ...fields } = refusal.fields;
      setRefusal(part.id, Object.keys(fields).length === 0 ? undefined : { ...refusal, fields });
    },
    forget: (part: EditorComponent) => setRefusal(part.id, undefined),
  };
}

async function sendComponent(
  campaign: string,
  part: EditorComponent,
  image: File | undefined,
  key: string | undefined,
): Promise<SavedComponent> {
  if (part.saved === undefined) {
    const copied = part.type === "IMAGE" && part.copyOf !== undefined ? { copy_of: part.copyOf } : {};
    const body = { ...part.draft, component_type: part.type, ...copied };
    const options = { params: { id: campaign }, body, files: { image } };
    return uploadFiles(postComponent, key === undefined ? options : { ...options, key });
  }
  const params = { id: campaign, componentId: part.id };
  return uploadFiles(patchComponent, { params, body: changesOf(part.saved, part.draft), files: { image } });
}

function fieldsOf(error: Error): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.toReversed().map(({ field, message }) => [field, message]));
}

/** Updates the cached campaign with a response, and refetches it if more may have changed. */
export function useCampaignCache(campaign: string) {
  const client = useQueryClient();
  const key = queryOf(getMyDapp, { params: { id: campaign } }).queryKey;
  const refresh = () => {
    for (const { method, path } of [getMyDapp, getMyDapps])
      void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
  };
  const update = (to: (components: Component[]) => Component[]) => {
    client.setQueryData<AnswerOf<typeof getMyDapp>>(key, (before) =>
      before === undefined ? before : { ...before, components: to(before.components) },
    );
    refresh();
  };
  return {
    refresh,
    put: (...changed: readonly Component[]) =>
      update((components) => {
        const added = changed.filter(({ id }) => components.every((before) => before.id !== id));
        // The order of the server.
        return [
          ...components.map((before) => changed.find(({ id }) => id === before.id) ?? before),
          ...added,
        ].toSorted((a, b) => a.slot_number - b.slot_number || a.id - b.id);
      }),
    putSlotNames: (slot_names: readonly SlotName[]) => {
      client.setQueryData<AnswerOf<typeof getMyDapp>>(
        key,
        (before) => before && { ...before, campaign: { ...before.campaign, slot_names: [...slot_names] } },
      );
      refresh();
    },
    remove: (gone: readonly number[]) =>
      update((components) => components.filter(({ id }) => !gone.includes(id))),
  };
}
