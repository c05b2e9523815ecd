import { useMutation } from "@tanstack/react-query";
import {
  type AccountingLine,
  type EarnedOrder,
  getAccounting,
  getEarnedOrders,
  type StatementLine,
} from "@wrapsody/shared/payments/earnings.ts";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { csvOf, saveCsv } from "../../../../lib/files/save-file.ts";
import { errorKey } from "../../../accounts/index.ts";
import { owedTable } from "../../../splits/index.ts";
import type { Span } from "./span.tsx";
import { accountingTable, ordersTable, statementTable } from "./tables.ts";

/** Downloads of the statement and its orders for spreadsheets. */
export function EarningsDownloads({ lines, span }: { lines: StatementLine[]; span: Span }) {
  const { t } = useTranslation();
  const orders = useMutation({
    mutationFn: allOrders,
    onSuccess: (all) => saveCsv("wrapsody-orders.csv", csvOf(ordersTable(all))),
  });
  const accounting = useMutation({
    mutationFn: () => allAccountingLines(span),
    onSuccess: (all) =>
      saveCsv(`wrapsody-accounting-${span.from}-${span.to}.csv`, csvOf(accountingTable(all))),
  });
  const error = accounting.error ?? orders.error;
  return (
    <div className="earn-downloads">
      <button
        type="button"
        className="btn s"
        onClick={() => saveCsv(`wrapsody-earnings-${span.from}-${span.to}.csv`, csvOf(statementTable(lines)))}
      >
        {t("earnings.statementCsv")} <Download className="i" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn s"
        onClick={() => saveCsv(`wrapsody-owed-${span.from}-${span.to}.csv`, csvOf(owedTable(lines)))}
      >
        {t("earnings.owedCsv")} <Download className="i" aria-hidden="true" />
      </button>
      <LoadedDownload label={t("earnings.ordersCsv")} loading={orders} />
      <LoadedDownload label={t("earnings.accountingCsv")} loading={accounting} />
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
    </div>
  );
}

type Loading = { mutate: () => void; isPending: boolean };

/** Downloads a table that is loaded first. */
function LoadedDownload({ label, loading }: { label: string; loading: Loading }) {
  return (
    <button
      type="button"
      className="btn s"
      aria-disabled={loading.isPending || undefined}
      onClick={() => {
        if (!loading.isPending) loading.mutate();
      }}
    >
      {label} <Download className="i" aria-hidden="true" />
    </button>
  );
}

const pageSize = 1_000;
const oldestFirst = {
  limit: pageSize,
  sortKey: "created_at",
  sortDir: "ASC",
  sortRequested: true,
} as const;

const allOrders = () =>
  readPages<EarnedOrder>((offset) =>
    apiFetch(getEarnedOrders, { list: { ...oldestFirst, filters: [], offset } }),
  );

const allAccountingLines = ({ from, to }: Span) =>
  readPages<AccountingLine>((offset) =>
    apiFetch(getAccounting, { query: { from, to }, list: { ...oldestFirst, filters: [], offset } }),
  );

async function readPages<Row>(read: (offset: number) => Promise<{ data: Row[] }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data } = await read(rows.length);
    rows.push(...data);
    if (data.length < pageSize) return rows;
  }
}
