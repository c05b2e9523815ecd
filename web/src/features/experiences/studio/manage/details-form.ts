import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import { useRef, useState } from "react";

/** The form of an experience's details, for what stands elsewhere on its page. */
export type DetailsForm = {
  /** What is in its fields, by their names. */
  typed(): ReadonlyMap<string, string>;
  /** Answers the experience as it is then; undefined where it was refused, which the form says. */
  save(): Promise<OwnCampaign | undefined>;
};

export type Details = ReturnType<typeof useDetails>;

/** Whether the form holds what is not saved, and the form itself. */
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

/** Whether a form differs from the experience as it is saved. Where a number cannot be read, it does. */
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

/** Forms break lines in their own way. */
const unbroken = (text: string) => text.replaceAll("\r\n", "\n");
