import { useQueryClient } from "@tanstack/react-query";
import { getJobCounts, getJobs, postJobRetry, type QueuedJob } from "@wrapsody/shared/operations/jobs.ts";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { formatDay, formatTime } from "../../../ui/format/local-time.ts";
import { errorKey } from "../authed-query.tsx";
import { ConfirmButton } from "../forms/confirm-button.tsx";

/** Returns a function that reloads the list and the counts. */
export function useReloadJobs(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    for (const { method, path } of [getJobs, getJobCounts])
      await client.invalidateQueries({ queryKey: [`${method} ${path}`] }).catch(() => undefined);
  };
}

/** Jobs, one row each with the last error. */
export function JobRows({
  jobs,
  announce,
}: {
  jobs: readonly QueuedJob[];
  announce: (text: string) => void;
}) {
  return (
    <ul className="job-rows">
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} announce={announce} />
      ))}
    </ul>
  );
}

const shapes = { FAILED: "bad", RUNNING: "on", WAITING: "wait" } as const;

function JobRow({ job, announce }: { job: QueuedJob; announce: (text: string) => void }) {
  const { t } = useTranslation();
  const reload = useReloadJobs();
  const { id, name, state, attempts, max_attempts, error } = job;
  const retry = async () => {
    try {
      await apiFetch(postJobRetry, { params: { id } });
      announce(t("jobs.retried", { name }));
    } finally {
      await reload();
    }
  };
  return (
    <li className="job">
      <div className="job-part">
        <h2 className="code">{name}</h2>
        {error === null ? null : <p className="small">{error}</p>}
      </div>
      <div className="job-part">
        <p className={`state ${shapes[state]}`}>{t(`jobs.state.${state}`)}</p>
        <When job={job} />
        {attempts === 0 ? null : (
          <p className="small dim num">{t("jobs.attempts", { attempts, max: max_attempts })}</p>
        )}
      </div>
      {state === "FAILED" ? (
        <ConfirmButton
          className="btn s"
          label={
            <>
              {t("jobs.retry")} <span className="vh">{name}</span>
            </>
          }
          title={t("jobs.question", { name })}
          text={t("jobs.warning")}
          confirm={t("jobs.retry")}
          run={retry}
          reason={(failure) =>
            t(
              failure instanceof ApiError && (failure.code === "E0005" || failure.code === "E0001")
                ? "jobs.changed"
                : errorKey(failure),
            )
          }
        />
      ) : null}
    </li>
  );
}

/** When the job was due or started. */
function When({ job: { state, due_at, started_at, created_at } }: { job: QueuedJob }) {
  const { t, i18n } = useTranslation();
  const at = state === "FAILED" ? created_at : state === "RUNNING" ? (started_at ?? due_at) : due_at;
  return (
    <p className="small dim num">
      {t(`jobs.since.${state}`)}{" "}
      <time dateTime={at}>
        {formatDay(at, i18n.language)}, {formatTime(at)}
      </time>
    </p>
  );
}
