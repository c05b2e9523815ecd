import { useEffect } from "react";
import { readStored } from "../../../lib/storage/storage.ts";

/** Prefills the email field with the address of the signed-in user. */
export function usePrefilledEmail(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>("input[type=email]");
    const email = storedEmail();
    if (field && field.value === "" && email !== undefined) field.value = email;
  }, [form]);
}

function storedEmail(): string | undefined {
  try {
    const user: unknown = JSON.parse(readStored("user") ?? "null");
    if (typeof user !== "object" || user === null || !("email" in user)) return undefined;
    return typeof user.email === "string" ? user.email : undefined;
  } catch {
    return undefined;
  }
}
