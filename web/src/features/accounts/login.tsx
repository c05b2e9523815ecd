import { useQueryClient } from "@tanstack/react-query";
import { getMe, postAuth, type User } from "@wrapsody/shared/accounts.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useRouteLoaderData, useSearchParams } from "react-router";
import { textIn } from "../../lib/language.ts";
import { siteOf, titleOnly } from "../../lib/meta.ts";
import { queryOf } from "../../lib/page-data.ts";
import { beginSession, isSignedIn } from "../../lib/session.ts";
import { paths } from "../../paths.ts";
import { sessionInvalid } from "../../shell/session-end.ts";
import type { Site } from "../../shell/site.ts";
import type { Route } from "./+types/login";
import { useCheckedForm } from "./checked-form.ts";
import { Field } from "./field.tsx";
import { sentAway } from "./guard.ts";
import { failureKey, problemText } from "./problems.ts";
import { destinationOf, rememberSource, takeSource } from "./source.ts";
import "./accounts.css";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.login.title"), language);
}

export default function LoginPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const source = query.get("sr");
  const navigate = useNavigate();
  useEffect(() => rememberSource(source), [source]);
  // Who has a session already has nothing to do here.
  useEffect(() => {
    if (isSignedIn()) void navigate(paths.you, { replace: true });
  }, [navigate]);
  return (
    <div className="entry">
      <header>
        <h1 className="display">{t("accounts.login.heading")}</h1>
        <p className="lead">{t("accounts.login.lead")}</p>
      </header>
      <div className="entry-in">
        <LoginForm reason={query.get("err")} />
      </div>
    </div>
  );
}

const reasons: Readonly<Record<string, string>> = {
  [sentAway]: "accounts.login.noSession",
  [sessionInvalid]: "accounts.login.sessionInvalid",
};

/** Why the reader was sent here, where they did not come by themselves. */
function Arrival({ reason }: { reason: string | null }) {
  const { t } = useTranslation();
  const key = reasons[reason ?? ""];
  return <div role="status">{key === undefined ? null : <p className="entry-note small">{t(key)}</p>}</div>;
}

function LoginForm({ reason }: { reason: string | null }) {
  const { t } = useTranslation();
  const enter = useEnter();
  const { form, problems, failure, busy, submit, forgive, usable } = useCheckedForm({
    endpoint: postAuth,
    body: ({ username = "", password = "" }) => ({ username, password }),
    done: enter,
  });
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <Arrival reason={failure === undefined ? reason : null} />
      {failure === undefined ? null : (
        <p className="msg entry-failure" role="alert" tabIndex={-1}>
          {t(failureKey(failure, "accounts.login.failed"))}
        </p>
      )}
      <Field
        label={t("accounts.login.username")}
        hint={t("accounts.login.usernameHint")}
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        problem={problemText(t, problems.username)}
        onChange={() => forgive("username")}
      />
      <Field
        label={t("accounts.login.password")}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        problem={problemText(t, problems.password)}
        onChange={() => forgive("password")}
      />
      <button type="submit" className="btn go" disabled={!usable} aria-disabled={busy || undefined}>
        {t(busy ? "accounts.login.busy" : "accounts.login.submit")}
        <ArrowRight className="i" aria-hidden="true" />
      </button>
    </form>
  );
}

/** Keeps the session that a log-in answered, and goes to where the reader was going. */
function useEnter() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const companionUrl = useRouteLoaderData<Site>("root")?.companionUrl;
  return ({ token, user }: { token: string; user: User }) => {
    beginSession({ token, user, userId: user.id });
    client.setQueryData(queryOf(getMe).queryKey, user);
    const destination = destinationOf(takeSource(), companionUrl);
    if ("elsewhere" in destination) window.location.assign(destination.elsewhere);
    else void navigate(destination.path, { replace: true });
  };
}
