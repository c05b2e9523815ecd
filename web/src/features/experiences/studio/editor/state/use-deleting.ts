import { postComponentsDelete, postComponentsRestore } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import { useRef, useState } from "react";
import { ApiError, apiFetch } from "../../../../../lib/api/api-fetch.ts";
import type { EditorComponent } from "./components.ts";
import type { Step } from "./edits.ts";
import type { EditorComponents } from "./use-components.ts";
import { type Saving, useCampaignCache } from "./use-saving.ts";

export type Deleting = ReturnType<typeof useDeleting>;

/** Report of the toast: components that were deleted or are restored. */
export type DeletionNotice = {
  is: "deleted" | "restoring" | "restored" | "partlyRestored";
  count: number;
  /** Changes with every notice, to restart its time. */
  key: number;
};

type DeletingOptions = {
  parts: EditorComponents;
  saving: Saving;
  /** Receives every rejection with the number of components. `isUncertain`: the server may have made the change. */
  refused(refusal: DeletionRefusal): void;
};
export type DeletionRefusal = {
  is: "failed" | "notRestored";
  count: number;
  error: Error;
  isUncertain: boolean;
};

/** The components of a campaign that the server knows. Unsaved ones have negative ids. */
const savedOf = (ids: readonly number[]) => ids.filter((id) => id > 0);

/**
 * Deletes components at the server immediately and undoes that. Calls are sent in order, so that an undo follows its deletion.
 * Shows components again that could not be deleted.
 */
export function useDeleting(campaign: string, { parts, saving, refused }: DeletingOptions) {
  const cache = useCampaignCache(campaign);
  const [notice, setNotice] = useState<DeletionNotice>();
  const [pending, setPending] = useState(0);
  const calls = useRef<Promise<void>>(Promise.resolve());
  const notices = useRef(0);

  const params = { id: campaign };
  const notify = (is: DeletionNotice["is"], count: number) => {
    notices.current += 1;
    setNotice({ is, count, key: notices.current });
  };
  const enqueue = (call: () => Promise<void>, failed: (error: Error, isUncertain: boolean) => void) => {
    setPending((count) => count + 1);
    calls.current = calls.current
      .then(call)
      .catch((error: unknown) => {
        if (!(error instanceof Error)) throw error;
        setNotice(undefined);
        failed(error, isUncertain(error));
        cache.refresh();
      })
      .finally(() => setPending((count) => count - 1));
  };
  const sendDeletion = (ids: readonly number[]) => {
    notify("deleted", ids.length);
    const saved = savedOf(ids);
    if (saved.length === 0) return;
    enqueue(
      async () => {
        await apiFetch(postComponentsDelete, { params, body: { component_ids: saved } });
        cache.remove(saved);
      },
      (error, isUncertain) => {
        parts.notDeleted(ids, isUncertain);
        refused({ is: "failed", count: ids.length, error, isUncertain });
      },
    );
  };
  const sendRestoration = (ids: readonly number[]) => {
    const saved = savedOf(ids);
    const show = (components: readonly Component[]) => {
      parts.show(ids, components);
      const count = components.length + ids.length - saved.length;
      notify(count === ids.length ? "restored" : "partlyRestored", count);
    };
    if (saved.length === 0) return show([]);
    notify("restoring", ids.length);
    enqueue(
      async () => {
        const { components } = await apiFetch(postComponentsRestore, {
          params,
          body: { component_ids: saved },
        });
        cache.put(...components);
        show(components);
      },
      (error, isUncertain) => {
        parts.notRestored(ids);
        refused({ is: "notRestored", count: ids.length, error, isUncertain });
      },
    );
  };
  const follow = (step: Step | undefined, send: (ids: readonly number[]) => void) => {
    if (step?.do === "delete") send(step.ids);
  };
  return {
    /** Deletes components, unless one of them is being saved. */
    remove(removed: readonly EditorComponent[]) {
      if (removed.length === 0 || removed.some((part) => saving.isBusy(part))) return;
      for (const part of removed) saving.forget(part);
      const ids = removed.map(({ id }) => id);
      parts.hide(ids);
      sendDeletion(ids);
    },
    /** Undoes and redoes a step of the editor, at the server if components were deleted. */
    undo: () => follow(parts.undo(), sendRestoration),
    redo: () => follow(parts.redo(), sendDeletion),
    /** True while a call is under way, which leaving the page would abort. */
    isPending: pending > 0,
    notice,
    dismiss: () => setNotice(undefined),
  };
}

/** Returns true if the server may have made the change: the response is missing or is an error of the server. */
function isUncertain(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
