import { type PagedRows, pagedRows } from "../../../platform/api/streamed-json.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Encryption } from "../../../platform/security/encryption.ts";

/**
 * Data that a feature exports of an account: a query for each section, by the section's name in the export. Queries select
 * exactly the exported columns.
 */
export type ExportTable = Readonly<Record<string, ExportQuery>>;

type ExportQuery = (
  db: Executor,
  accountId: string,
  now: Date,
  encryption: Encryption,
) => Promise<unknown> | PagedRows;

/** Exports a query page by page, so that any number of rows fits into memory. `after` is the last row of the page before. */
export function paged<Row>(
  query: (db: Executor, accountId: string, page: { limit: number; after: Row | undefined }) => Promise<Row[]>,
  pageSize?: number,
): (db: Executor, accountId: string) => PagedRows<Row> {
  return (db, accountId) => pagedRows((limit, after) => query(db, accountId, { limit, after }), pageSize);
}
