import type { WorkerEvents } from "graphile-worker";

/** Notified of the jobs that this process runs. */
export type JobObserver = {
  /** The worker started with these jobs. */
  started(names: readonly string[]): void;
  /** An attempt ended, whatever its outcome. */
  ended(job: string, seconds: number): void;
  /** An attempt failed. */
  failed(job: string): void;
  /** The last attempt failed. */
  gaveUp(job: string): void;
};

export const noObserver: JobObserver = {
  started: () => undefined,
  ended: () => undefined,
  failed: () => undefined,
  gaveUp: () => undefined,
};

/** Forwards the events of a queue worker. */
export function observeJobs(events: WorkerEvents, observer: JobObserver): void {
  const startedAt = new Map<string, number>();
  const end = ({ id, task_identifier: name }: { id: string; task_identifier: string }) => {
    const start = startedAt.get(id);
    if (startedAt.delete(id) && start !== undefined)
      observer.ended(name, (performance.now() - start) / 1_000);
  };
  events.on("job:start", ({ job }) => void startedAt.set(job.id, performance.now()));
  events.on("job:success", ({ job }) => end(job));
  events.on("job:error", ({ job }) => {
    end(job);
    observer.failed(job.task_identifier);
  });
  events.on("job:failed", ({ job }) => observer.gaveUp(job.task_identifier));
}
