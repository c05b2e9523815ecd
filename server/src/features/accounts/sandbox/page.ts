import type { Language } from "@wrapsody/shared/api/language.ts";
import { createElement as h, type ReactNode } from "react";
import { renderPlainPage } from "../../../platform/pages/plain-page.ts";
import type { Encryption } from "../../../platform/security/encryption.ts";
import { demoListeners, type Listener, listenerFor, typedListener } from "./listeners.ts";
import { type Texts, texts } from "./texts.ts";

/** Typed values and, per field, the text key of its error. */
export type FormState = {
  name: string;
  email: string;
  errors: Readonly<Partial<Record<"name" | "email", keyof Texts>>>;
};

/** Renders the login page. `action` is the target of its forms. */
export function loginPage(language: Language, action: string, typed: FormState | undefined): string {
  const words = texts[language];
  return page(
    language,
    words.title,
    h("h1", null, words.heading),
    h("p", { className: "lead" }, words.lead),
    h(DemoListeners, { words, action }),
    h(OtherListenerForm, { words, action, typed }),
    form(action, h(Choice, { variant: "back", value: "cancel" }, words.cancel)),
  );
}

/** Renders the error page for a request of an unknown client. */
export function unknownClientPage(language: Language): string {
  const words = texts[language];
  const heading = h("h1", null, words.strangerTitle);
  return page(language, words.strangerTitle, heading, h("p", { className: "lead" }, words.stranger));
}

function page(language: Language, title: string, ...content: ReactNode[]): string {
  const { notice } = texts[language];
  return renderPlainPage({ language, service: "Sandbox Streaming", title, notice }, ...content);
}

function form(action: string, ...content: ReactNode[]): ReactNode {
  return h("form", { method: "post", action }, ...content);
}

type ChoiceProps = { variant: "row" | "go" | "back"; value: string; children?: ReactNode };

function Choice({ variant, value, children }: ChoiceProps) {
  return h("button", { type: "submit", className: variant, name: "choice", value }, children);
}

type FormProps = { words: Texts; action: string };

function DemoListeners({ words, action }: FormProps) {
  const rows = demoListeners.map(({ sub, name, email }) =>
    h("li", { key: sub }, h(Choice, { variant: "row", value: sub }, name, " ", h("span", null, email))),
  );
  return form(action, h("h2", { id: "pick" }, words.pick), h("ul", { "aria-labelledby": "pick" }, rows));
}

function OtherListenerForm({ words, action, typed }: FormProps & { typed: FormState | undefined }) {
  return form(
    action,
    h("h2", null, words.type),
    h(Field, { words, typed, name: "name", label: words.name, autoComplete: "name" }),
    h(Field, {
      words,
      typed,
      name: "email",
      label: words.email,
      autoComplete: "email",
      inputMode: "email",
      note: words.emailNote,
    }),
    h(Choice, { variant: "go", value: "typed" }, words.send),
  );
}

function firstInvalidField(typed: FormState | undefined): "name" | "email" {
  return typed?.errors.name === undefined ? "email" : "name";
}

type FieldProps = {
  words: Texts;
  typed: FormState | undefined;
  name: "name" | "email";
  label: string;
  note?: string;
  autoComplete: string;
  inputMode?: "email";
};

function Field({ words, typed, name, label, note, ...input }: FieldProps) {
  const key = typed?.errors[name];
  const problem = key === undefined ? undefined : words[key];
  const described = [
    note === undefined ? [] : [`${name}-note`],
    problem === undefined ? [] : [`${name}-bad`],
  ];
  return h(
    "div",
    { className: "field" },
    h("label", { htmlFor: name }, label),
    h("input", {
      ...input,
      id: name,
      name,
      defaultValue: typed?.[name],
      "aria-required": true,
      "aria-invalid": problem === undefined ? undefined : true,
      // The page reloads, and the invalid field is far down.
      autoFocus: key !== undefined && name === firstInvalidField(typed),
      "aria-describedby": described.flat().join(" ") || undefined,
    }),
    note === undefined ? null : h("p", { className: "note", id: `${name}-note` }, note),
    problem === undefined ? null : h("p", { className: "bad", id: `${name}-bad` }, problem),
  );
}

type LoginChoice =
  | { kind: "cancelled" }
  | { kind: "chosen"; listener: Listener }
  /** The form has errors. */
  | { kind: "unclear"; typed: FormState };

/** Parses the submitted login form. */
export function parseChoice(encryption: Encryption, form: URLSearchParams): LoginChoice {
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
