import { useMutation, useQuery } from "@tanstack/react-query";
import { getClaim, postClaimSession } from "@wrapsody/shared/accounts.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { EntryPage, OutboxLink } from "../forms/entry-page.tsx";
import { failureKey } from "../forms/error-messages.ts";
import { FormAlert } from "../forms/form-failure.tsx";
import { noReferrer } from "../layouts/session-guard.ts";
import { adoptReturnPath } from "../login/return-to.ts";
import { useLogin } from "../login/use-login.ts";
import type { Route } from "./+types/claim";
import { useBenefits } from "./benefits.ts";
import { forgetSignUp, readSignUpSecret, useIsOwnSignUp } from "./own-sign-up.ts";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.claim.title"), language);
}

export function headers() {
  return noReferrer;
}

/**
 * Claims the account: on load in the browser that signed up, after a press in any other, because mail filters open links. Repeats have no
 * effect.
 */
export default function ClaimPage() {
  const { t } = useTranslation();
  const { uid = "", code = "" } = useParams();
  const [isPressed, setPressed] = useState(false);
  const isOwn = useIsOwnSignUp(uid);
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(getClaim, { params: { uid, code } }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOwn || isPressed,
  });
  if (data !== undefined) return <Claimed {...data} uid={uid} code={code} />;
  return (
    <EntryPage heading={t("accounts.claim.heading")} lead={t("accounts.claim.lead")}>
      {isOwn || isPressed ? (
        <Progress error={isFetching ? null : error} retry={() => void refetch()} />
      ) : (
        <button type="button" className="btn go entry-only" onClick={() => setPressed(true)}>
          {t("accounts.claim.submit")} <ArrowRight className="i" aria-hidden="true" />
        </button>
      )}
    </EntryPage>
  );
}

function Progress({ error, retry }: { error: Error | null; retry: () => void }) {
  const { t } = useTranslation();
  if (error === null) return <p role="status">{t("accounts.claim.busy")}</p>;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 429;
  if (refused) return <ClaimRejected />;
  return (
    <div className="entry-form">
      <FormAlert text={t(claimErrorKey(error))} focus />
      <button type="button" className="btn go" onClick={retry}>
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

type ClaimedProps = AnswerOf<typeof getClaim> & { uid: string; code: string };

/** The browser that signed up logs in with its secret; others get to the login with the address filled in. */
function Claimed({ email, has_password: hasPassword, uid, code }: ClaimedProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const enter = useLogin();
  const [query] = useSearchParams();
  const returnTo = query.get("to");
  const secret = readSignUpSecret(uid);
  const login = paths.login({ done: "claimed" });
  const facts = useBenefits();
  const openLogin = () => void navigate(login, { state: { username: email } });
  useEffect(() => adoptReturnPath(returnTo), [returnTo]);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { secret: string }) => apiFetch(postClaimSession, { params: { uid, code }, body }),
    onSuccess: (answer) => ("token" in answer ? enter(answer) : openLogin()),
    // It may have logged in with the link before.
    onError: openLogin,
    onSettled: forgetSignUp,
    gcTime: 0,
  });
  return (
    <EntryPage
      heading={t("accounts.claim.done")}
      lead={t(hasPassword ? "accounts.claim.next" : "accounts.claim.noPassword")}
      facts={facts}
      isOutcome
    >
      {hasPassword ? null : <OutboxLink />}
      <Link
        className="btn go entry-only"
        to={login}
        state={{ username: email }}
        aria-disabled={isPending || undefined}
        onClick={(event) => {
          if (secret === undefined) return;
          event.preventDefault();
          if (!isPending) mutate({ secret });
        }}
      >
        {t(isPending ? "accounts.login.busy" : "accounts.login.submit")}{" "}
        <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </EntryPage>
  );
}
