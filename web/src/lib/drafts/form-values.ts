/** Controls whose value is no draft: secrets, files, buttons. */
const excludedTypes: ReadonlySet<string> = new Set([
  "password",
  "file",
  "submit",
  "button",
  "reset",
  "image",
]);

/** Reads the fields of a form as typed, by name. Leaves out passwords, one-time codes and files. */
export function readFormValues(form: HTMLFormElement): Map<string, string> {
  const values = new Map<string, string>();
  for (const field of form.elements) {
    if (!isField(field) || field.name === "" || field.disabled || isSecret(field)) continue;
    if (field instanceof HTMLInputElement && isCheckable(field) && !field.checked) continue;
    values.set(field.name, field.value);
  }
  return values;
}

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isField(element: Element): element is FormField {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

const isCheckable = ({ type }: HTMLInputElement) => type === "radio" || type === "checkbox";

function isSecret({ type, autocomplete }: FormField): boolean {
  return excludedTypes.has(type) || /password|one-time-code|^cc-/.test(autocomplete);
}

/** Returns the fields that differ from what the form showed first, and fields that were changed before. */
export function changedValues(
  current: ReadonlyMap<string, string>,
  first: ReadonlyMap<string, string>,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  const changed = [...current].filter(([name, value]) => name in before || value !== (first.get(name) ?? ""));
  return Object.fromEntries(changed);
}
