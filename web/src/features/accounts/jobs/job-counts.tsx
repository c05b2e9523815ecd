import { getJobCounts, postJobRetries } from "@wrapsody/shared/operations/jobs.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { useAuthedQuery } from "../authed-query.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";
import { useReloadJobs } from "./job-rows.tsx";

/** The kinds of jobs that have failed, each with a button that runs all of them again. */
export function JobCounts({
  pathOf,
  announce,
}: {
  pathOf: (name: string) => string;
  announce: (text: string) => void;
}) {
  const { t, i18n } = useTranslation();
  const { data } = useAuthedQuery(getJobCounts);
  const reload = useReloadJobs();
  const failed = data?.jobs.filter((job) => job.failed > 0) ?? [];
  if (failed.length === 0) return null;
  const retryAll = async (name: string) => {
    try {
      const { retried } = await apiFetch(postJobRetries, { body: { name } });
      announce(t("jobs.retriedAll", { name, count: retried, total: formatCount(retried, i18n.language) }));
    } finally {
      await reload();
    }
  };
  return (
    <ul className="job-counts" aria-label={t("jobs.failedKinds")}>
      {failed.map(({ name, failed: count }) => (
        <li key={name}>
          <Link className="u code" to={pathOf(name)}>
            {name}
          </Link>
          <p className="small num">
            {t("jobs.failedCount", { count, total: formatCount(count, i18n.language) })}
          </p>
          <ConfirmButton
            className="btn s"
            label={
              <>
                {t("jobs.retryAll")} <span className="vh">{name}</span>
              </>
            }
            title={t("jobs.questionAll", { name })}
            text={t("jobs.warning")}
            confirm={t("jobs.retryAll")}
            run={() => retryAll(name)}
          />
        </li>
      ))}
    </ul>
  );
}
