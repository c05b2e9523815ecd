import { HydrationBoundary } from "@tanstack/react-query";
import { getSocialNetworks } from "@wrapsody/shared/accounts/social-login.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { lazyModule, useLazyModule } from "../../../lib/lazy-module.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { optional, pageData, queryClient } from "../../../lib/pages/page-data.ts";
import { isSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { SleeveMosaic } from "../../../shell/sleeve-mosaic.tsx";
import { EntryPage } from "../forms/entry-page.tsx";
import type { Route } from "./+types/login";
import { CodeStep } from "./login-code.tsx";
import { PasswordStep } from "./login-password.tsx";
import {
  codeExpired,
  type LoginReason,
  leadText,
  type Purpose,
  parseLoginReason,
  useLocationState,
  useLoginPurpose,
} from "./login-reason.ts";
import { awaitedExperience, rememberReturnTo } from "./return-to.ts";
import { useLogin } from "./use-login.ts";

const page = pageData(() => [optional(getSocialNetworks)]);
export const loader = page.loader;

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const reference = awaitedExperience();
  const [loaded] = await Promise.all([page.clientLoader(args), reference && loadAwaited(reference)]);
  return loaded;
}

const awaited = lazyModule("awaited-experience", () => import("./awaited-experience.tsx"));

/** Loads the experience that the reader joins after the login, so that it is shown at once. The login works without it. */
async function loadAwaited(reference: string): Promise<void> {
  const client = queryClient();
  await client
    .ensureQueryData(awaited)
    .then((part) => client.ensureQueryData(part.awaitedQuery(reference)))
    .catch(() => undefined);
}

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
  const reference = useAwaited(purpose);
  const { part } = useLazyModule("awaited-experience", awaited.queryFn, reference !== undefined);
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
  const lead = leadText(t, purpose, "accounts.login.lead");
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <EntryPage
        heading={t("accounts.login.heading")}
        lead={part && reference ? <part.AwaitedLead reference={reference}>{lead}</part.AwaitedLead> : lead}
        picture={
          part && reference ? (
            <part.AwaitedExperience reference={reference}>
              <SleeveMosaic />
            </part.AwaitedExperience>
          ) : (
            <SleeveMosaic />
          )
        }
      >
        <PasswordStep
          arrival={arrival}
          username={step.username ?? known}
          codeSent={(username, sessionToken) => setStep({ at: "code", username, sessionToken })}
        />
      </EntryPage>
    </HydrationBoundary>
  );
}

/** Returns the experience that the reader was about to join. Undefined in the first render, like on the server. */
function useAwaited(purpose: Purpose | undefined): string | undefined {
  const reference = useSyncExternalStore(
    () => () => undefined,
    awaitedExperience,
    () => undefined,
  );
  return purpose?.purpose === "page" || purpose?.purpose === "participate" ? reference : undefined;
}

/** Redirects signed-in readers, unless a fresh login is required. */
function useLeaveWhenSignedIn(leaves: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (leaves && isSignedIn()) void navigate(paths.you, { replace: true });
  }, [navigate, leaves]);
}
