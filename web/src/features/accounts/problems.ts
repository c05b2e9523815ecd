import type { TFunction } from "i18next";
import type { AskError } from "../../lib/ask.ts";

/** The text of what is wrong with a field: the server and the schemas speak English. */
export function problemText(t: TFunction, problem: string | undefined): string | undefined {
  return problem === "Required" ? t("accounts.required") : problem;
}

/** The key of the text for a call that failed; `otherwise` is the one of that call. */
export function failureKey({ status }: AskError, otherwise: string): string {
  if (status === 0) return "errors.offline";
  if (status === 429) return "accounts.tooOften";
  return status >= 500 ? "errors.X001" : otherwise;
}
