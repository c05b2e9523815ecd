import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { useRef, useState } from "react";

/** The details form, for other elements of the page. */
export type DetailsForm = {
  /** Current field values by name. */
  typed(): ReadonlyMap<string, string>;
  /** Resolves to the saved experience, or undefined if the server rejected the form, which shows the errors. */
  save(): Promise<OwnCampaign | undefined>;
};

export type Details = ReturnType<typeof useDetails>;

/** Tracks the details form and the number of its unsaved changes. */
export function useDetails() {
  const [changes, setChanges] = useState(0);
  const form = useRef<DetailsForm>(undefined);
  return {
    changes,
    changed: changes > 0,
    setChanges,
    form,
    save: async () => form.current?.save(),
  };
}

/** Returns the number of fields that differ from the saved experience. A number that cannot be parsed counts as a change. */
export function countChanges(form: HTMLFormElement, campaign: OwnCampaign): number {
  const saved: Readonly<Record<string, unknown>> = campaign;
  return [...textsIn(form)].filter(([name, typed]) => name in saved && !isSame(typed, saved[name])).length;
}

export function textsIn(form: HTMLFormElement): Map<string, string> {
  return new Map(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

function isSame(typed: string, saved: unknown): boolean {
  if (typeof saved === "number") return typed.trim() !== "" && Number(typed) === saved;
  return unbroken(typed) === unbroken(String(saved ?? ""));
}

/** Normalizes line breaks, because form data may contain CRLF. */
const unbroken = (text: string) => text.replaceAll("\r\n", "\n");
