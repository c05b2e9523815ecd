import { useQuery } from "@tanstack/react-query";
import { getClaim } from "@wrapsody/shared/accounts.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { EntryPage, OutboxLink, Outcome } from "../forms/entry-page.tsx";
import { failureKey } from "../forms/error-messages.ts";
import { FormAlert } from "../forms/form-failure.tsx";
import { noReferrer } from "../layouts/session-guard.ts";
import type { Route } from "./+types/claim";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.claim.title"), language);
}

export function headers() {
  return noReferrer;
}

export default function ClaimPage() {
  const { t } = useTranslation();
  return (
    <EntryPage heading={t("accounts.claim.heading")} lead={t("accounts.claim.lead")}>
      <Claim />
    </EntryPage>
  );
}

/** Claims the account on load. Repeats have no effect. */
function Claim() {
  const { t } = useTranslation();
  const { uid = "", code = "" } = useParams();
  const { isSuccess, error, isFetching, refetch } = useQuery({
    ...queryOf(getClaim, { params: { uid, code } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isSuccess) return <Claimed />;
  if (error === null || isFetching) return <p role="status">{t("accounts.claim.busy")}</p>;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 429;
  if (refused) return <ClaimRejected />;
  return (
    <div className="entry-form">
      <FormAlert text={t(claimErrorKey(error))} focus />
      <button type="button" className="btn go" onClick={() => void refetch()}>
        {t("ui.retry")} <RotateCw className="i" aria-hidden="true" />
      </button>
    </div>
  );
}

/** Returns the text key of a retryable failure. */
function claimErrorKey(error: Error): string {
  if (!(error instanceof ApiError)) return "errors.unknown";
  return error.status === 0 ? "accounts.claim.unsent" : failureKey(error, "errors.unknown");
}

function ClaimRejected() {
  const { t } = useTranslation();
  return (
    <div className="entry-form">
      <FormAlert text={t("accounts.claim.failed")} focus />
      <p className="small">
        <Link className="u" to={paths.login()}>
          {t("accounts.backToLogin")}
        </Link>
      </p>
    </div>
  );
}

function Claimed() {
  const { t } = useTranslation();
  return (
    <Outcome title={t("accounts.claim.done")}>
      <p>{t("accounts.claim.next")}</p>
      <p className="small dim">{t("accounts.claim.noPassword")}</p>
      <OutboxLink />
      <Link className="btn go" to={paths.login({ done: "claimed" })}>
        {t("accounts.login.submit")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </Outcome>
  );
}
