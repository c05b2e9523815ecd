import type { Encryption } from "../../../platform/security/encryption.ts";
import { demoListeners, type Listener, listenerFor, typedListener } from "./listeners.ts";
import type { FormState } from "./page.ts";
import { type Texts, texts } from "./texts.ts";

export type Choice =
  | { kind: "cancelled" }
  | { kind: "chosen"; listener: Listener }
  /** The form has errors. */
  | { kind: "unclear"; typed: FormState };

/** Parses the submitted login form. */
export function parseChoice(encryption: Encryption, form: URLSearchParams): Choice {
  const choice = form.get("choice");
  if (choice === "cancel") return { kind: "cancelled" };
  const demo = demoListeners.find(({ sub }) => sub === choice);
  if (demo !== undefined) return { kind: "chosen", listener: demo };
  const typed = { name: form.get("name") ?? "", email: form.get("email") ?? "" };
  const read = typedListener.safeParse(typed);
  if (read.success) return { kind: "chosen", listener: listenerFor(encryption, read.data) };
  const problems = Object.fromEntries(
    read.error.issues.toReversed().map(({ path, message }) => [String(path[0]), toTextKey(message)]),
  );
  return { kind: "unclear", typed: { ...typed, errors: problems } };
}

function toTextKey(name: string): keyof Texts {
  return name in texts.en ? (name as keyof Texts) : "required";
}
