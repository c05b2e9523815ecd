import { useMutation, useQuery } from "@tanstack/react-query";
import { getClaim, getClaimState, postClaimSession } from "@wrapsody/shared/accounts/accounts.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams, useRouteLoaderData, useSearchParams } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryClient, queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import type { Site } from "../../../shell/site.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { EntryPage, OutboxLink, useBenefits } from "../forms/entry-page.tsx";
import { failureKey } from "../forms/error-messages.ts";
import { FormAlert } from "../forms/form-failure.tsx";
import { noReferrer } from "../layouts/session-guard.ts";
import { adoptReturnPath } from "../login/return-to.ts";
import { useLogin } from "../login/use-login.ts";
import type { Route } from "./+types/claim";
import { forgetSignUp, readSignUpSecret, useIsOwnSignUp } from "./own-sign-up.ts";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.claim.title"), language);
}

export function headers() {
  return noReferrer;
}

export async function clientLoader({ params: { uid, code } }: Route.ClientLoaderArgs) {
  const state = queryOf(getClaimState, { params: { uid, code } });
  const isOwn = readSignUpSecret(uid) !== undefined;
  await Promise.all([loadNamespaces("profile"), isOwn ? null : queryClient().prefetchQuery(state)]);
  return null;
}
clientLoader.hydrate = true as const;

/** The server renders no content, because the texts are loaded by the browser. */
export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

/**
 * Claims the account: on load in the browser that signed up, after a press in any other, because mail filters open links. A link that
 * was used leads to the login, and a dead one says so before any press.
 */
export default function ClaimPage() {
  const { t } = useTranslation();
  const { uid = "", code = "" } = useParams();
  const [isPressed, setPressed] = useState(false);
  const isOwn = useIsOwnSignUp(uid);
  const params = { uid, code };
  const once = { staleTime: Number.POSITIVE_INFINITY, retryOnMount: false };
  const state = useQuery({ ...queryOf(getClaimState, { params }), ...once, enabled: !isOwn });
  const starts = isOwn || isPressed || state.data?.is_used === true;
  const claim = useQuery({ ...queryOf(getClaim, { params }), ...once, enabled: starts });
  if (claim.data !== undefined) return <Claimed {...claim.data} uid={uid} code={code} />;
  if (isDead(state.error) || (!claim.isFetching && isDead(claim.error))) return <DeadLink />;
  return (
    <EntryPage heading={t("profile.claim.heading")} lead={t("profile.claim.lead")}>
      {starts ? (
        <Progress error={claim.isFetching ? null : claim.error} retry={() => void claim.refetch()} />
      ) : (
        <button type="button" className="btn go entry-only" onClick={() => setPressed(true)}>
          {t("profile.claim.submit")} <ArrowRight className="i" aria-hidden="true" />
        </button>
      )}
    </EntryPage>
  );
}

/** Whether no other try can succeed. */
function isDead(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "E0021";
}

function Progress({ error, retry }: { error: Error | null; retry: () => void }) {
  const { t } = useTranslation();
  if (error === null)
    return (
      <p className="entry-only" role="status">
        {t("profile.claim.busy")}
      </p>
    );
  return (
    <div className="entry-form entry-only">
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
  return error.status === 0 ? "profile.claim.unsent" : failureKey(error, "errors.unknown");
}

/** Signing up with the same address sends a new link, also for an account that a provider created. */
function DeadLink() {
  const { t } = useTranslation();
  const canSignUp = useRouteLoaderData<Site>("root")?.signUp === "open";
  return (
    <EntryPage heading={t("profile.claim.dead")} lead={t("profile.claim.failed")} isOutcome>
      <div className="entry-form entry-only">
        {canSignUp ? <p>{t("profile.claim.againText")}</p> : null}
        <Link className="btn go" to={canSignUp ? paths.signUp() : paths.login()}>
          {t(canSignUp ? "profile.claim.again" : "accounts.login.submit")}{" "}
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
        {canSignUp ? (
          <p className="small">
            {t("profile.claim.confirmed")}{" "}
            <Link className="u b" to={paths.login()}>
              {t("accounts.login.submit")}
            </Link>
          </p>
        ) : null}
      </div>
    </EntryPage>
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
      heading={t("profile.claim.done")}
      lead={t(hasPassword ? "profile.claim.next" : "profile.claim.noPassword")}
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
