import { useMutation } from "@tanstack/react-query";
import { type EarnedOrder, getEarnedOrders, type StatementLine } from "@wrapsody/shared/earnings.ts";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { ask } from "../../../../lib/ask.ts";
import { csvOf } from "../../../../lib/csv.ts";
import { saveCsv } from "../../../../lib/save-file.ts";
import { reasonKey } from "../../../accounts/index.ts";
import type { Span } from "./span.tsx";

type Row = (string | number)[];
/** A number, so that spreadsheets add it up. */
const dollars = (cents: number) => cents / 100;

/** The statement, a row for each share, and the orders behind it, for spreadsheets. */
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
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t("earnings.ordersCsv")} <Download className="i" aria-hidden="true" />
      </button>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(reasonKey(error))}
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
      sortGiven: true,
    } as const;
    const { data } = await ask(getEarnedOrders, { list: { ...list, filters: [] } });
    orders.push(...data);
    if (data.length < pageSize) return orders;
  }
}

const amountColumns = ["gross", "provider_fee", "platform_fee", "net"] as const;

/** Columns are named in English, as the calls name them: what reads them is a program. */
function statementTable(lines: readonly StatementLine[]): Row[] {
  const head = [
    "month",
    "experience",
    "wrap",
    "artist",
    "orders",
    "refunds",
    ...amountColumns,
    "owner",
    "share",
  ];
  return [head, ...lines.flatMap((line) => sharesOf(line).map((share) => [...lineColumns(line), ...share]))];
}

function lineColumns(line: StatementLine): Row {
  const { month, campaign, orders, refunds } = line;
  const { name, song } = campaign;
  return [
    month,
    name,
    song.name,
    song.artist,
    orders,
    refunds,
    ...amountColumns.map((each) => dollars(line[each])),
  ];
}

function ordersTable(orders: readonly EarnedOrder[]): Row[] {
  const head = ["order", "kind", "at", "experience", "wrap", "artist", ...amountColumns, "owner", "share"];
  return [
    head,
    ...orders.flatMap((order) => sharesOf(order).map((share) => [...orderColumns(order), ...share])),
  ];
}

function orderColumns(order: EarnedOrder): Row {
  const { kind, at, campaign } = order;
  const { name, song } = campaign;
  return [
    order.order,
    kind,
    at,
    name,
    song.name,
    song.artist,
    ...amountColumns.map((each) => dollars(order[each])),
  ];
}

/** The rest stands under nobody's name. */
function sharesOf({ shares, rest }: Pick<StatementLine, "shares" | "rest">): Row[] {
  const own = shares.map(({ name, share }) => [name, dollars(share)]);
  return rest !== 0 || own.length === 0 ? [...own, ["", dollars(rest)]] : own;
}
