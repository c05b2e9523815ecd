import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

const CONFIRMATION_MS = 4_000;

/** Button that copies a text. `name` tells several buttons apart. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  useEffect(() => {
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    // The clipboard API is missing on pages without TLS.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject())
      .then(() => setOutcome("copied"))
      .catch(() => setOutcome("failed"));
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className="sq"
        aria-label={t("accounts.settings.keys.copy", { name })}
        onClick={() => void copy()}
      >
        <Icon className="i" aria-hidden="true" />
      </button>
      <span className={outcome === "failed" ? "msg key-note" : "vh"} role="status">
        {outcome === undefined ? "" : t(`accounts.settings.keys.${outcome}`, { name })}
      </span>
    </>
  );
}
