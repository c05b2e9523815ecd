import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isNotFound, type RequestOptions } from "../../lib/api/api-fetch.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { useSignedIn } from "../../lib/storage/session.ts";
import { FailurePage, type Missing } from "../../shell/failure-page.tsx";
import { Skeleton, SkeletonHead, type SkeletonShape } from "../../ui/feedback/skeleton.tsx";
import { ErrorState, LoadingRows } from "../../ui/feedback/states.tsx";
import { failureKey } from "./forms/error-messages.ts";

/**
 * Queries data of the signed-in reader as soon as the session is known. Shows cached data and always refetches it,
 * because another tab or a listen may have changed it. A page of a list stays visible until the next one arrives.
 */
export function useAuthedQuery<E extends Endpoint>(endpoint: E, options: RequestOptions<E> = {}) {
  const enabled = useSignedIn();
  return useQuery({
    ...queryOf(endpoint, options),
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Placeholder rows while something loads, and their height in CSS, or fields and the like by their shape. */
export type Loading = {
  rows?: number;
  height?: string | undefined;
  shape?: SkeletonShape | undefined;
};

/** Rows, or the shape of what follows. */
export function Placeholder({ rows = 3, height = "3.5rem", shape }: Loading) {
  return shape === undefined ? <LoadingRows rows={rows} height={height} /> : <Skeleton shape={shape} />;
}

/** Shows a placeholder, or the error of a query with a retry button. */
export function QueryState({
  error,
  refetch,
  ...loading
}: { error: Error | null; refetch: () => unknown } & Loading) {
  const { t } = useTranslation();
  if (error !== null) return <ErrorState message={t(errorKey(error))} retry={() => void refetch()} />;
  return <Placeholder {...loading} />;
}

type QueryPageProps<Data> = Loading & {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  title: string;
  missing: Missing;
  children(data: Data): ReactNode;
};

/** A page about one resource: loading, missing, failed, or its content. */
export function QueryPage<Data>({
  query,
  title,
  missing,
  rows = 5,
  height,
  shape,
  children,
}: QueryPageProps<Data>) {
  const { data, error, refetch } = query;
  if (isNotFound(error)) return <FailurePage error={error} missing={missing} />;
  if (data !== undefined) return children(data);
  // With the key, no element of the placeholder becomes one of the content and moves.
  return (
    <Fragment key="placeholder">
      {error === null ? <SkeletonHead /> : null}
      <section className={error === null ? "sec list-sec" : "sec"}>
        <h1 className="vh">{title}</h1>
        <QueryState error={error} refetch={refetch} rows={rows} height={height} shape={shape} />
      </section>
    </Fragment>
  );
}

/** Returns the text key of a failed call that has no text of its own. */
export function errorKey(error: Error): string {
  return error instanceof ApiError ? failureKey(error, "errors.unknown") : "errors.unknown";
}
