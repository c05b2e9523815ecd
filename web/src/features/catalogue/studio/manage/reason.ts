import type { ErrorCode } from "@wrapsody/shared/errors.ts";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { errorKey } from "../../../accounts/index.ts";

/** Errors that have a text for wraps. */
const TRANSLATED_REASONS: Partial<Record<ErrorCode, string>> = {
  E0001: "manage.refused.gone",
  E0005: "manage.refused.changed",
  E0026: "manage.refused.activeExperience",
  E0027: "manage.refused.notReady",
};

/** Returns a function that explains why a call about a wrap failed. */
export function useRejectionText(): (error: Error) => string {
  const { t } = useTranslation();
  return (error) =>
    t((error instanceof ApiError ? TRANSLATED_REASONS[error.code] : undefined) ?? errorKey(error));
}
