import { useMutation } from "@tanstack/react-query";
import { getAddress, postMailboxCheck } from "@wrapsody/shared/accounts/profile.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { formatDate } from "../../../../ui/format/format.ts";
import { errorKey, useAuthedQuery } from "../../authed-query.tsx";

/** Says that emails to the reader's address came back, and sends a link that confirms it again. Renders nothing otherwise. */
export function SuppressedAddress() {
  const { t, i18n } = useTranslation();
  const { data } = useAuthedQuery(getAddress);
  const [status, announce] = useStatusMessage();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(postMailboxCheck, {}),
    onSuccess: ({ email }) => announce(t("notifications.suppressed.sent", { email })),
  });
  const { email = null, suppressed_since: since = null } = data ?? {};
  if (email === null || since === null) return null;
  return (
    <div className="setting">
      <p>
        {t("notifications.suppressed.text", { email, day: formatDate(since, i18n.language) })}{" "}
        {t("notifications.suppressed.next")}
      </p>
      <p>
        <button
          type="button"
          className="btn"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {t("notifications.suppressed.send")}
        </button>
      </p>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
      <StatusMessage {...status} />
    </div>
  );
}
