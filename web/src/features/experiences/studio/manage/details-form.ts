import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import { useRef, useState } from "react";

/** The details form, for other elements of the page. */
export type DetailsForm = {
  /** Current field values by name. */
  typed(): ReadonlyMap<string, string>;
  /** Resolves to the saved experience, or undefined if the server rejected the form, which shows the errors. */
  save(): Promise<OwnCampaign | undefined>;
};

export type Details = ReturnType<typeof useDetails>;

/** Tracks the details form and whether it has unsaved changes. */
export function useDetails() {
  const [changed, setChanged] = useState(false);
  const form = useRef<DetailsForm>(undefined);
  return {
    changed,
    setChanged,
    form,
    save: async () => form.current?.save(),
  };
}

/** Returns true if the form differs from the saved experience. A number that cannot be parsed counts as a change. */
export function isChanged(form: HTMLFormElement, campaign: OwnCampaign): boolean {
  const saved: Readonly<Record<string, unknown>> = campaign;
  return [...textsIn(form)].some(([name, typed]) => name in saved && !isSame(typed, saved[name]));
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
