import { ListPage, type ListPageProps } from "../../ui/lists/paged-list.tsx";
import { type Loading, QueryState } from "./authed-query.tsx";

type PagedListProps<Row> = ListPageProps<Row> & {
  /** Result of `useAuthedQuery`. */
  query: {
    data: { data: readonly Row[]; total: number } | undefined;
    error: Error | null;
    refetch: () => unknown;
  };
  loading?: Loading;
};

/** One page of a list of the signed-in user: loading, failed, empty, or its rows and the links to the other pages. */
export function PagedList<Row>({ query, loading, ...list }: PagedListProps<Row>) {
  const { data, error, refetch } = query;
  if (data === undefined) return <QueryState error={error} refetch={refetch} {...loading} />;
  return <ListPage rows={data.data} total={data.total} {...list} />;
}
