import { useMutation } from "@tanstack/react-query";
import { type EarnedOrder, getEarnedOrders, type StatementLine } from "@wrapsody/shared/earnings.ts";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { csvOf, saveCsv } from "../../../../lib/files/save-file.ts";
import { errorKey } from "../../../accounts/index.ts";
import { owedTable } from "../../../splits/index.ts";
import type { Span } from "./span.tsx";
import { ordersTable, statementTable } from "./tables.ts";

/** Downloads of the statement and its orders for spreadsheets. */
export function EarningsDownloads({ lines, span }: { lines: StatementLine[]; span: Span }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: allOrders,
    onSuccess: (orders) => saveCsv("wrapsody-orders.csv", csvOf(ordersTable(orders))),
  });
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
      <button
        type="button"
        className="btn s"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t("earnings.ordersCsv")} <Download className="i" aria-hidden="true" />
      </button>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
    </div>
  );
}

const pageSize = 1_000;

async function allOrders(): Promise<EarnedOrder[]> {
  const orders: EarnedOrder[] = [];
  for (;;) {
    const list = {
      limit: pageSize,
      offset: orders.length,
      sortKey: "created_at",
      sortDir: "ASC",
      sortRequested: true,
    } as const;
    const { data } = await apiFetch(getEarnedOrders, { list: { ...list, filters: [] } });
    orders.push(...data);
    if (data.length < pageSize) return orders;
  }
}
