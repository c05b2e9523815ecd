import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Endpoint } from "@wrapsody/shared/endpoint.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isNotFound, type RequestOptions } from "../../lib/api/api-fetch.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { useSignedIn } from "../../lib/storage/session.ts";
import { FailurePage, type Missing } from "../../shell/failure-page.tsx";
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

/** Shows loading rows, or the error of a query with a retry button. */
export function QueryState({
  error,
  refetch,
  rows = 3,
  height = "3.5rem",
}: {
  error: Error | null;
  refetch: () => unknown;
  rows?: number;
  height?: string;
}) {
  const { t } = useTranslation();
  if (error === null) return <LoadingRows rows={rows} height={height} />;
  return <ErrorState message={t(errorKey(error))} retry={() => void refetch()} />;
}

type QueryPageProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  title: string;
  missing: Missing;
  rows?: number;
  height: string;
  children(data: Data): ReactNode;
};

/** A page about one resource: loading, missing, failed, or its content. */
export function QueryPage<Data>({ query, title, missing, rows = 5, height, children }: QueryPageProps<Data>) {
  const { data, error, refetch } = query;
  if (isNotFound(error)) return <FailurePage error={error} missing={missing} />;
  if (data !== undefined) return children(data);
  return (
    <section className="sec">
      <h1 className="vh">{title}</h1>
      <QueryState error={error} refetch={refetch} rows={rows} height={height} />
    </section>
  );
}

/** Returns the text key of a failed call that has no text of its own. */
export function errorKey(error: Error): string {
  return error instanceof ApiError ? failureKey(error, "errors.unknown") : "errors.unknown";
}
