import type { SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import { networkOfSlug, postSocialExchange } from "@wrapsody/shared/accounts/social-login.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageContext } from "../../../lib/pages/page-context.ts";
import { isSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { EntryPage } from "../forms/entry-page.tsx";
import { useQueryRemoval } from "../layouts/session-guard.ts";
import type { Route } from "./+types/oauth";
import { AppleMusicOffer } from "./apple-music-offer.tsx";
import { CodeStep } from "./login-code.tsx";
import { invalidNetwork, oauthFailed } from "./login-reason.ts";
import { useBeginSession, useRedirectAfterLogin } from "./use-login.ts";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.login.title"), language);
}

export function loader({ context }: Route.LoaderArgs) {
  const { appleMusicToken } = context.get(pageContext);
  return { appleMusicToken };
}

/** The URL holds a secret, so it is never sent as referrer. Apple requires the origin. */
export function headers() {
  return { "referrer-policy": "strict-origin" };
}

/** Current step after the redirect from the service. */
type Step = { at: "exchange" } | { at: "code"; sessionToken: string } | { at: "apple music" };

/** Exchanges the token from a streaming service for a session. */
export default function OAuthPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { step, enter } = useExchange();
  useQueryRemoval();
  if (step.at === "apple music") return <AppleMusicOffer developerToken={loaderData.appleMusicToken} />;
  if (step.at === "code") {
    const begin = ({ expired }: { expired: boolean }) =>
      void navigate(paths.login(expired ? { err: "E0015" } : {}), { replace: true });
    return <CodeStep address={undefined} sessionToken={step.sessionToken} onSuccess={enter} begin={begin} />;
  }
  return (
    <EntryPage heading={t("accounts.login.heading")} lead={t("accounts.oauth.lead")}>
      <p role="status">{t("accounts.oauth.busy")}</p>
    </EntryPage>
  );
}

/** Exchanges the token once and continues with the next step. */
function useExchange() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const begin = useBeginSession();
  const redirect = useRedirectAfterLogin();
  const [step, setStep] = useState<Step>({ at: "exchange" });
  const network = query.get("network") ?? "";
  const enter = (answer: SignedIn) => {
    begin(answer);
    if (networkOfSlug(network) === "APPLE") setStep({ at: "apple music" });
    else void redirect(answer);
  };
  const run = useEffectEvent(async () => {
    const answer = await exchangeToken(query.get("token") ?? "", network);
    if (typeof answer === "string") await navigate(paths.login({ error: answer }), { replace: true });
    else if ("token" in answer) enter(answer);
    else setStep({ at: "code", sessionToken: answer.session_token });
  });
  const started = useRef(false);
  useEffect(() => {
    // The token is valid for one exchange, but React may run this effect twice.
    if (started.current) return;
    started.current = true;
    void run();
  }, []);
  return { step, enter };
}

/** Codes that the login page explains. */
const shownCodes: ReadonlySet<string> = new Set(["E0060", "E0061", "E0082"]);

/** Returns the response, or the error text for the login page. */
async function exchangeToken(providerToken: string, network: string) {
  if (providerToken === "" || network === "") return oauthFailed;
  // The new session replaces an existing one.
  const body = { providerToken, response: "jwt", isRefresh: isSignedIn() } as const;
  try {
    return await apiFetch(postSocialExchange, { params: { network: network.toLowerCase() }, body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (shownCodes.has(error.code)) return error.code;
    return error.code === "E0016" ? invalidNetwork : oauthFailed;
  }
}
