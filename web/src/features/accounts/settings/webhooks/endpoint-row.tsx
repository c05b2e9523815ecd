import { useMutation } from "@tanstack/react-query";
import {
  deleteWebhook,
  patchWebhook,
  postWebhookSecret,
  postWebhookTest,
  type WebhookEndpoint,
} from "@wrapsody/shared/operations/webhooks.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { DisclosureButton } from "../../../../ui/layout/disclosure.tsx";
import { errorKey } from "../../authed-query.tsx";
import { ConfirmButton } from "../../forms/confirm-button.tsx";
import { Deliveries } from "./deliveries.tsx";

type EndpointRowProps = {
  endpoint: WebhookEndpoint;
  reload(): Promise<void>;
  reveal(endpoint: WebhookEndpoint & { secret: string }): void;
};

/** An endpoint with its events, actions and latest deliveries. */
export function EndpointRow({ endpoint, reload, reveal }: EndpointRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [tests, setTests] = useState(0);
  const { id: endpointId, url, events, disabled_at } = endpoint;
  const params = { id: endpointId };
  const isDisabled = disabled_at !== null;
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      if (isDisabled) {
        await apiFetch(patchWebhook, { params, body: { enabled: true } });
        return reload();
      }
      await apiFetch(postWebhookTest, { params });
      setTests((count) => count + 1);
      setOpen(true);
    },
  });
  return (
    <li className="webhook">
      <p className="b webhook-url">{url}</p>
      <p className="small dim">{events.join(" · ")}</p>
      <p className={`state small ${isDisabled ? "bad" : "on"}`}>
        {t(isDisabled ? "webhooks.disabled" : "webhooks.enabled")}
      </p>
      {isDisabled ? <p className="small">{t("webhooks.disabledText")}</p> : null}
      <div className="webhook-do">
        <button
          type="button"
          className="btn s"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {t(isDisabled ? "webhooks.enable" : "webhooks.test")}
        </button>
        <ConfirmButton
          className="btn s"
          label={t("webhooks.rotate")}
          title={t("webhooks.rotateTitle")}
          text={t("webhooks.rotateText")}
          confirm={t("webhooks.rotate")}
          run={async () => reveal(await apiFetch(postWebhookSecret, { params }))}
        />
        <ConfirmButton
          className="btn s"
          label={t("webhooks.delete")}
          title={t("webhooks.deleteTitle")}
          text={t("webhooks.deleteText", { url })}
          confirm={t("webhooks.delete")}
          run={async () => {
            await apiFetch(deleteWebhook, { params });
            await reload();
          }}
        />
        <DisclosureButton id={id} open={open} label={t("webhooks.deliveries")} onToggle={setOpen} />
      </div>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
      <div id={id} hidden={!open}>
        {open ? <Deliveries key={tests} endpointId={endpointId} canRepeat={!isDisabled} /> : null}
      </div>
    </li>
  );
}
