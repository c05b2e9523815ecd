import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getAddress, postMailboxConfirm } from "@wrapsody/shared/accounts/profile.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { EntryPage, Outcome } from "../forms/entry-page.tsx";
import { failureKey } from "../forms/error-messages.ts";
import { FormAlert } from "../forms/form-failure.tsx";

/** No other try can succeed. */
const dead = ["E0007", "E0020"];

/** Confirms that emails arrive at an address. Mails link here; mail scanners that open the link change nothing. */
export function MailboxLink({ code }: { code: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => apiFetch(postMailboxConfirm, { body: { code } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: queryOf(getAddress).queryKey }),
    gcTime: 0,
  });
  const isDead = error instanceof ApiError && dead.includes(error.code);
  return (
    <EntryPage heading={t("profile.mailbox.heading")} lead={t("profile.mailbox.lead")}>
      {data === undefined ? (
        <div className="entry-form">
          {isDead ? (
            <FormAlert text={t("profile.link.dead")} focus />
          ) : (
            <>
              {error === null ? null : (
                <FormAlert
                  text={t(error instanceof ApiError ? failureKey(error, "errors.unknown") : "errors.unknown")}
                  focus
                />
              )}
              <button
                type="button"
                className="btn go"
                aria-disabled={isPending || undefined}
                onClick={() => {
                  if (!isPending) mutate();
                }}
              >
                {t("profile.mailbox.submit")} <ArrowRight className="i" aria-hidden="true" />
              </button>
            </>
          )}
        </div>
      ) : (
        <Outcome title={t("profile.mailbox.done")}>
          <p>{t("profile.mailbox.next", { address: data.email })}</p>
          <Link className="btn go" to={paths.home}>
            {t("profile.mailbox.home")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        </Outcome>
      )}
    </EntryPage>
  );
}
