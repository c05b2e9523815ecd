import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { csvOf, saveCsv } from "../../../lib/files/save-file.ts";

type Row = readonly (string | number)[];

/** Downloads a table that is already on the page. */
export function DownloadButton({ file, label, table }: { file: string; label: string; table: () => Row[] }) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<string>();
  return (
    <div className="stat-download">
      <button
        type="button"
        className="btn s"
        onClick={() => {
          saveCsv(file, csvOf(table()));
          setSaved(file);
        }}
      >
        {label} <Download className="i" aria-hidden="true" />
      </button>
      <span className="vh" role="status">
        {saved === file ? t("statistics.saved", { file }) : ""}
      </span>
    </div>
  );
}
