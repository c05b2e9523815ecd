import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../../lib/api/api-fetch.ts";
import { failureKey } from "./error-messages.ts";

/** Shows a failure that belongs to no field. `otherwise` is the text key of the call. */
export function FormFailure({ failure, otherwise }: { failure: ApiError | undefined; otherwise: string }) {
  const { t } = useTranslation();
  if (failure === undefined) return null;
  return <FormAlert text={t(failure.status === 0 ? "accounts.notSent" : failureKey(failure, otherwise))} />;
}

/** An error above a form. `focus` moves the focus to it. */
export function FormAlert({ text, focus = false }: { text: string; focus?: boolean }) {
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (focus) alert.current?.focus();
  }, [focus]);
  return (
    <p ref={alert} className="msg entry-failure" role="alert" tabIndex={-1}>
      <TriangleAlert className="i" aria-hidden="true" /> <span>{text}</span>
    </p>
  );
}
