import { useQuery } from "@tanstack/react-query";
import { getImport, type ImportKind } from "@wrapsody/shared/studio/imports.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../lib/pages/page-data.ts";
import { Gauge } from "../../ui/feedback/states.tsx";
import { formatCount, formatPercent } from "../../ui/format/format.ts";
import type { ImportState } from "./use-import.ts";

type Sending = Extract<ImportState, { step: "sending" }>;

/** Poll interval of the progress. */
const POLL_INTERVAL_MS = 1_000;

/** Progress of the import: first bytes, then lines. */
export function ImportRunning({ state, kind }: { state: Sending; kind: ImportKind }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  const progress = useProgress(state);
  const total = progress?.rows_total ?? null;
  const rowsDone = progress?.rows_done ?? 0;
  const isUploading = state.sent < 1;
  const step = isUploading ? "imports.sending" : state.dryRun ? "imports.checking" : `imports.${kind}.saving`;
  return (
    <div className="import-running">
      <p className="b import-name">{state.file.name}</p>
      <p role="status">{t(step)}</p>
      <p className="no import-count" aria-hidden="true">
        {total === null ? formatPercent(Math.floor(state.sent * 100), i18n.language) : count(rowsDone)}
      </p>
      <Gauge share={total === null ? state.sent : rowsDone / total} />
      <p className="small dim">
        {total === null
          ? t(isUploading ? "imports.size" : "imports.reading", {
              size: count(Math.ceil(state.file.size / 1_000)),
            })
          : t("imports.lines", { done: count(rowsDone), total: count(total) })}
      </p>
      {state.dryRun ? null : <p className="small dim">{t("imports.continues")}</p>}
    </div>
  );
}

/** Polls once the server has the file. */
function useProgress({ key, sent }: Sending) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (sent < 1) return;
    const timer = setTimeout(() => setLate(true), POLL_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  const { data } = useQuery({
    ...queryOf(getImport, { params: { id: key } }),
    enabled: late,
    refetchInterval: POLL_INTERVAL_MS,
    retry: false,
    gcTime: 0,
  });
  return data;
}
