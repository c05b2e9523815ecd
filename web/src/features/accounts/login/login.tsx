import { HydrationBoundary } from "@tanstack/react-query";
import { getSocialNetworks } from "@wrapsody/shared/social-login.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { optional, pageData } from "../../../lib/pages/page-data.ts";
import { isSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { EntryPage } from "../forms/entry-page.tsx";
import type { Route } from "./+types/login";
import { CodeStep } from "./login-code.tsx";
import { PasswordStep } from "./login-password.tsx";
import {
  codeExpired,
  type LoginReason,
  leadText,
  parseLoginReason,
  useLocationState,
  useLoginPurpose,
} from "./login-reason.ts";
import { rememberReturnTo } from "./return-to.ts";
import { useLogin } from "./use-login.ts";

const page = pageData(() => [optional(getSocialNetworks)]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.login.title"), language);
}

/** Current step: the password or, with MFA, the code. */
type Step =
  | { at: "password"; username?: string; arrival?: LoginReason }
  | { at: "code"; username: string; sessionToken: string };

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [step, setStep] = useState<Step>({ at: "password" });
  const enter = useLogin();
  const purpose = useLoginPurpose();
  const known = useLocationState("username");
  const source = query.get("sr");
  const arrival = (step.at === "password" ? step.arrival : undefined) ?? parseLoginReason(query);
  useEffect(() => rememberReturnTo(source), [source]);
  useLeaveWhenSignedIn(arrival?.stays !== true);
  if (step.at === "code") {
    const { username, sessionToken } = step;
    return (
      <CodeStep
        address={username}
        sessionToken={sessionToken}
        onSuccess={enter}
        begin={({ expired }) =>
          setStep({ at: "password", username, ...(expired ? { arrival: codeExpired } : {}) })
        }
      />
    );
  }
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <EntryPage heading={t("accounts.login.heading")} lead={leadText(t, purpose, "accounts.login.lead")}>
        <PasswordStep
          arrival={arrival}
          username={step.username ?? known}
          codeSent={(username, sessionToken) => setStep({ at: "code", username, sessionToken })}
        />
      </EntryPage>
    </HydrationBoundary>
  );
}

/** Redirects signed-in readers, unless a fresh login is required. */
function useLeaveWhenSignedIn(leaves: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (leaves && isSignedIn()) void navigate(paths.you, { replace: true });
  }, [navigate, leaves]);
}
