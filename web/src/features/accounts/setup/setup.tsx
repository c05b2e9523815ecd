import { useQuery } from "@tanstack/react-query";
import { postSetup, postSetupSettings, takenAddressMessage } from "@wrapsody/shared/accounts/setup.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { QueryState } from "../authed-query.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { EntryPage, SubmitButton } from "../forms/entry-page.tsx";
import { fieldErrorText, passwordRule } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { noReferrer, useQueryRemoval } from "../layouts/session-guard.ts";
import { useBeginSession } from "../login/use-login.ts";
import type { Route } from "./+types/setup";

export async function clientLoader() {
  await loadNamespaces("studio");
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("admin.setup.title"), language);
}

export function headers() {
  return noReferrer;
}

const steps = ["account", "site", "next"] as const;

/** Creates the first administrator, with the code of the link that the program prints. */
export default function SetupPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [code] = useState(query.get("code") ?? "");
  const [isDead, setIsDead] = useState(code === "");
  const facts = steps.map((step) => ({
    name: t(`admin.setup.steps.${step}.name`),
    text: t(`admin.setup.steps.${step}.text`),
  }));
  useQueryRemoval();
  if (isDead)
    return (
      <EntryPage heading={t("admin.setup.deadTitle")} lead={t("admin.setup.dead")} isOutcome>
        <Link className="btn entry-only" to={paths.login()}>
          {t("admin.setup.login")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </EntryPage>
    );
  return (
    <EntryPage heading={t("admin.setup.title")} lead={t("admin.setup.lead")} facts={facts}>
      <ProposedSetup code={code} onDead={() => setIsDead(true)} />
    </EntryPage>
  );
}

type SetupProps = { code: string; onDead(): void };

/** The form, once the settings that a new site starts with are known. */
function ProposedSetup(props: SetupProps) {
  const { code, onDead } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ["setup", code],
    queryFn: () => apiFetch(postSetupSettings, { body: { code } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isRejected = error instanceof ApiError && error.code === "E0020";
  useEffect(() => {
    if (isRejected) onDead();
  }, [isRejected, onDead]);
  if (data === undefined) return <QueryState error={isRejected ? null : error} refetch={refetch} rows={4} />;
  return <SetupForm {...props} proposed={data} />;
}

function SetupForm({
  code,
  onDead,
  proposed,
}: SetupProps & { proposed: AnswerOf<typeof postSetupSettings> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const beginSession = useBeginSession();
  const { form, problems, failure, busy, submit, clearError, usable } = useApiForm({
    endpoint: postSetup,
    body: ({ email = "", name = "", password = "", confirmPassword = "", ...site }) => ({
      code,
      email,
      name,
      password,
      confirmPassword,
      // A default stays one, so that it may change with the address of the site.
      ...Object.fromEntries(
        Object.entries(site).filter(([key, value]) => value !== Reflect.get(proposed, key)),
      ),
    }),
    failed(error) {
      if (error.code !== "E0020") return false;
      onDead();
      return true;
    },
    onSuccess(answer) {
      beginSession(answer);
      void navigate(paths.reviews(), { replace: true });
    },
  });
  const siteField = (name: keyof typeof hints) => {
    const variable = proposed.locked[name];
    return {
      name,
      autoComplete: "off",
      defaultValue: proposed[name],
      disabled: variable !== undefined,
      hint: variable === undefined ? t(`admin.setup.${hints[name]}`) : t("admin.setup.locked", { variable }),
      problem: fieldErrorText(t, problems[name]),
      onChange: () => clearError(name),
    };
  };
  const password = { autoComplete: "new-password", required: true } as const;
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <h2 className="head">{t("admin.setup.account")}</h2>
      <Field
        label={t("admin.setup.email")}
        hint={t("admin.setup.emailHint")}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        problem={
          problems.email === takenAddressMessage ? t("admin.setup.taken") : fieldErrorText(t, problems.email)
        }
        onChange={() => clearError("email")}
      />
      <Field
        label={t("admin.setup.name")}
        name="name"
        autoComplete="name"
        required
        problem={fieldErrorText(t, problems.name)}
        onChange={() => clearError("name")}
      />
      <PasswordField
        {...password}
        label={t("admin.setup.password")}
        hint={passwordRule(t)}
        name="password"
        problem={fieldErrorText(t, problems.password)}
        onChange={() => clearError("password")}
      />
      <PasswordField
        {...password}
        label={t("accounts.repeat")}
        name="confirmPassword"
        problem={fieldErrorText(t, problems.confirmPassword)}
        onChange={() => clearError("confirmPassword")}
      />
      <h2 className="head">{t("admin.setup.site")}</h2>
      <p className="small dim">{t("admin.setup.later")}</p>
      <Field {...siteField("site_name")} label={t("admin.setup.siteName")} required />
      <Field {...siteField("contact")} label={t("admin.setup.contact")} type="email" />
      <Field {...siteField("mail_sender")} label={t("admin.setup.sender")} type="email" />
      <SubmitButton usable={usable} busy={busy}>
        {t(busy ? "admin.setup.busy" : "admin.setup.submit")}
      </SubmitButton>
    </form>
  );
}

/** Text keys of the hints of the site's fields. */
const hints = { site_name: "siteNameHint", contact: "contactHint", mail_sender: "senderHint" } as const;
