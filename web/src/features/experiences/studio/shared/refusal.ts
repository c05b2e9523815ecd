import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { errorKey } from "../../../accounts/index.ts";

/** Errors that have their own text for experiences. */
const TRANSLATED_ERRORS: Partial<Record<ErrorCode, string>> = {
  E0001: "campaigns.refused.gone",
  E0032: "campaigns.refused.state",
  E0033: "campaigns.refused.soldOut",
  E0037: "campaigns.refused.network",
};

/** Returns the text key for a failed call about an experience; `otherwise` for an unknown error. */
export function actionErrorKey(error: Error, otherwise?: string): string {
  const known = error instanceof ApiError ? TRANSLATED_ERRORS[error.code] : undefined;
  if (known !== undefined) return known;
  const key = errorKey(error);
  return key === "errors.unknown" ? (otherwise ?? key) : key;
}
