import { useQueryClient } from "@tanstack/react-query";
import { getWebhooks, type WebhookEndpoint, webhookLimits } from "@wrapsody/shared/operations/webhooks.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { QueryState, useAuthedQuery } from "../../authed-query.tsx";
import { CopyButton } from "../copy-button.tsx";
import { EndpointRow } from "./endpoint-row.tsx";
import { NewEndpoint } from "./new-endpoint.tsx";
import "./webhooks.css";

/** Lists the endpoints of the account, adds further ones, and shows a new secret once. */
export default function OwnWebhooks() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useAuthedQuery(getWebhooks);
  const [revealed, setRevealed] = useState<{ url: string; secret: string }>();
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  const reload = () => client.invalidateQueries({ queryKey: queryOf(getWebhooks).queryKey });
  const reveal = (endpoint: WebhookEndpoint & { secret: string }) => {
    setRevealed(endpoint);
    void reload();
  };
  return (
    <div className="webhooks">
      <p>{t("webhooks.text")}</p>
      {revealed === undefined ? null : (
        <div className="webhook-secret" role="status">
          <p className="b">{t("webhooks.secret.title", { url: revealed.url })}</p>
          <p className="webhook-secret-value">
            <code className="code-l">{revealed.secret}</code>
            <CopyButton text={revealed.secret} name={t("webhooks.secret.name")} />
          </p>
          <p className="small dim">{t("webhooks.secret.text")}</p>
        </div>
      )}
      <ul>
        {data.data.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} reload={reload} reveal={reveal} />
        ))}
      </ul>
      {data.total < webhookLimits.endpoints ? (
        <NewEndpoint added={reveal} />
      ) : (
        <p className="small dim">{t("webhooks.full", { count: webhookLimits.endpoints })}</p>
      )}
    </div>
  );
}
