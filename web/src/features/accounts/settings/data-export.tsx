import { useMutation } from "@tanstack/react-query";
import { getMyData } from "@wrapsody/shared/accounts/account-settings.ts";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { errorKey } from "../authed-query.tsx";

const fileName = "wrapsody-data.json";

/** Downloads all personal data as a file. */
export function DataExport() {
  const { t, i18n } = useTranslation();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => saveJson(await apiFetch(getMyData, {})),
    gcTime: 0,
  });
  const state = isPending
    ? t("accounts.settings.data.busy")
    : data === undefined
      ? ""
      : t("accounts.settings.data.done", { file: fileName, size: formatCount(data, i18n.language) });
  return (
    <Section title={t("accounts.settings.data.title")}>
      <div className="setting">
        <p>{t("accounts.settings.data.text")}</p>
        <button
          type="button"
          className="btn"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {t("accounts.settings.data.download")} <Download className="i" aria-hidden="true" />
        </button>
        {error === null ? null : (
          <p className="msg" role="alert">
            {t(errorKey(error))}
          </p>
        )}
        <p className="small" role="status">
          {state}
        </p>
      </div>
    </Section>
  );
}

/** Time limit for the browser to start the download. */
const REVOKE_AFTER_MS = 30_000;

/** Saves the data as a file and returns its size in KB. */
function saveJson(data: unknown): number {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
  return Math.ceil(file.size / 1024);
}
