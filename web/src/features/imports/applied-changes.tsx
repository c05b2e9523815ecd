import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getImport, getImportRefusals, type ImportError } from "@wrapsody/shared/studio/imports.ts";
import { getMySongs } from "@wrapsody/shared/studio/studio.ts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { Gauge } from "../../ui/feedback/states.tsx";
import { formatCount } from "../../ui/format/format.ts";
import { Section } from "../../ui/layout/section.tsx";
import { ErrorList } from "./error-list.tsx";

const POLL_INTERVAL_MS = 1_000;

/** Polls until the job has applied the changes of an import. */
export function useChanges(id: string) {
  const { data } = useQuery({
    ...queryOf(getImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.changes.pending === 0 ? false : POLL_INTERVAL_MS),
    gcTime: 0,
  });
  return data?.changes;
}

/** Progress of the changes that an import makes to existing wraps, and the refused ones. */
export function AppliedChanges({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const changes = useChanges(id);
  const isDone = changes?.pending === 0;
  useEffect(() => {
    if (isDone) invalidateQueries(client, getMySongs);
  }, [isDone, client]);
  if (changes === undefined) return null;
  const { total, pending, refused } = changes;
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <div className="import-applied">
      <p role="status">
        {isDone
          ? t("imports.update.applied", { count: total - refused, total: count(total - refused) })
          : t("imports.update.applying", { done: count(total - pending), total: count(total) })}
      </p>
      {isDone ? null : <Gauge share={(total - pending) / total} />}
      {isDone && refused > 0 ? <Refusals id={id} /> : null}
    </div>
  );
}

function Refusals({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...queryOf(getImportRefusals, { params: { id } }), gcTime: 0 });
  const errors = (data?.data ?? []).flatMap(({ line, name, problems }): ImportError[] =>
    problems.map((problem) => ({ ...problem, line, value: problem.value === "" ? name : problem.value })),
  );
  return (
    <Section title={t("imports.update.refused")}>
      <ErrorList errors={errors} label={t("imports.update.refused")} />
    </Section>
  );
}
