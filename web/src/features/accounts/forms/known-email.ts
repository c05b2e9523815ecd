import { useEffect } from "react";
import { readKept } from "../../../lib/storage/storage.ts";

/** Fills the form's field for an e-mail address with the one of who is signed in here, unless something is in it. */
export function useKnownEmail(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>("input[type=email]");
    const email = keptEmail();
    if (field && field.value === "" && email !== undefined) field.value = email;
  }, [form]);
}

function keptEmail(): string | undefined {
  try {
    const user: unknown = JSON.parse(readKept("user") ?? "null");
    if (typeof user !== "object" || user === null || !("email" in user)) return undefined;
    return typeof user.email === "string" ? user.email : undefined;
  } catch {
    return undefined;
  }
}
