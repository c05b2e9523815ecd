import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { csvOf } from "./csv.ts";

type Row = readonly (string | number)[];

/** Hands a table that is here already to the browser's downloads. */
export function DownloadButton({ file, label, table }: { file: string; label: string; table: () => Row[] }) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState<string>();
  return (
    <div className="stat-download">
      <button
        type="button"
        className="btn s"
        onClick={() => {
          save(file, csvOf(table()));
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

/** How long the browser may take to begin with the download, in milliseconds. */
const patience = 30_000;

function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), patience);
}
