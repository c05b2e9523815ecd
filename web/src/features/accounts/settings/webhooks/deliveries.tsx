import { useMutation, useQuery } from "@tanstack/react-query";
import {
  getWebhookDeliveries,
  postWebhookDelivery,
  type WebhookDelivery,
} from "@wrapsody/shared/operations/webhooks.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { formatDay, formatTime } from "../../../../ui/format/local-time.ts";
import { errorKey, QueryState } from "../../authed-query.tsx";

const SHOWN = 10;
/** Poll interval while a delivery is pending. */
const POLL_INTERVAL_MS = 2_000;
const shapes = { PENDING: "wait", DELIVERED: "on", FAILED: "bad" } as const;

type DeliveriesProps = { endpointId: string; canRepeat: boolean };

/** The latest deliveries to an endpoint, each of which can be sent again. */
export function Deliveries({ endpointId, canRepeat }: DeliveriesProps) {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...queryOf(getWebhookDeliveries, { params: { id: endpointId }, list: { limit: SHOWN } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some((delivery) => delivery.state === "PENDING") ? POLL_INTERVAL_MS : false,
  });
  const repeat = useMutation({
    mutationFn: (delivery: string) => apiFetch(postWebhookDelivery, { params: { id: endpointId, delivery } }),
    onSuccess: () => refetch(),
  });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  if (data.total === 0) return <p className="small dim">{t("webhooks.noDeliveries")}</p>;
  return (
    <>
      <ul className="webhook-deliveries" aria-label={t("webhooks.deliveries")}>
        {data.data.map((delivery) => (
          <li key={delivery.id}>
            <span className={`state small ${shapes[delivery.state]}`}>
              {t(`webhooks.state.${delivery.state}`)}
            </span>
            <code className="code">{delivery.type}</code>
            <span className="small dim">
              {formatDay(delivery.last_attempted_at ?? delivery.created_at, i18n.language)},{" "}
              {formatTime(delivery.last_attempted_at ?? delivery.created_at)} <Outcome delivery={delivery} />
            </span>
            {canRepeat && delivery.state !== "PENDING" ? (
              <button
                type="button"
                className="u small"
                aria-label={t("webhooks.againOf", { type: delivery.type })}
                aria-disabled={repeat.isPending || undefined}
                onClick={() => {
                  if (!repeat.isPending) repeat.mutate(delivery.id);
                }}
              >
                {t("webhooks.again")}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {data.total > SHOWN ? <p className="small dim">{t("webhooks.latest", { count: SHOWN })}</p> : null}
      {repeat.error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(repeat.error))}
        </p>
      )}
    </>
  );
}

function Outcome({ delivery: { status, problem, attempts } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  const result = problem ?? (status === null ? "" : `HTTP ${status}`);
  return (
    <>
      {result} {attempts > 1 ? t("webhooks.attempts", { count: attempts }) : ""}
    </>
  );
}
