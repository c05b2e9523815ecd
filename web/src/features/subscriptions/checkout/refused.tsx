import { useTranslation } from "react-i18next";
import { refusalText } from "../error-messages.ts";

/** Why what was pressed could not be done. */
export function Refused({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  if (error === null) return null;
  return (
    <p className="msg plan-text" role="alert">
      {refusalText(t, error)}
    </p>
  );
}
