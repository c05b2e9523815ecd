import { useMutation } from "@tanstack/react-query";
import { postTestMail } from "@wrapsody/shared/operations/site-settings.ts";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { errorKey } from "../authed-query.tsx";
import { OutboxLink } from "../forms/entry-page.tsx";

/** Sends the reader an email, and shows what the mail server answered. */
export function TestMail({ outbox }: { outbox: boolean }) {
  const { t } = useTranslation();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => apiFetch(postTestMail, {}) });
  return (
    <div className="setting site-setting">
      <h3 className="b">{t("admin.site.testMail")}</h3>
      <p className="small dim">{t(outbox ? "admin.site.testMailOutbox" : "admin.site.testMailText")}</p>
      <button
        type="button"
        className="btn"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t(isPending ? "admin.site.testMailBusy" : "admin.site.testMailSend")}
      </button>
      <p className="small b" role="status">
        {data === undefined || isPending ? "" : t("admin.site.testMailSent", { address: data.email })}
      </p>
      {outbox && data !== undefined ? <OutboxLink /> : null}
      {error === null ? null : (
        <p className="msg" role="alert">
          {error instanceof ApiError && error.code === "E0062"
            ? t("admin.site.testMailFailed", { reason: error.message })
            : t(errorKey(error))}
        </p>
      )}
    </div>
  );
}
