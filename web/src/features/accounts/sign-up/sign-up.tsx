import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { postUser, type UserType } from "@wrapsody/shared/accounts/accounts.ts";
import { getSocialNetworks } from "@wrapsody/shared/accounts/social-login.ts";
import { getInvitation } from "@wrapsody/shared/operations/site-settings.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useRouteLoaderData, useSearchParams } from "react-router";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { optional, pageData, queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import type { Site } from "../../../shell/site.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { RadioGroup } from "../../../ui/forms/radio-group.tsx";
import { errorKey } from "../authed-query.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { CheckInbox, EntryPage, SubmitButton, useBenefits } from "../forms/entry-page.tsx";
import { fieldErrorText, passwordRule } from "../forms/error-messages.ts";
import { FormAlert, FormFailure } from "../forms/form-failure.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { noReferrer, useQueryRemoval } from "../layouts/session-guard.ts";
import { SocialLogins } from "../login/login-networks.tsx";
import { leadText, useLoginPurpose } from "../login/login-reason.ts";
import { storedReturnPath } from "../login/return-to.ts";
import type { Route } from "./+types/sign-up";
import { storeSignUp } from "./own-sign-up.ts";

const page = pageData(() => [optional(getSocialNetworks)]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.signUp.title"), language);
}

export function headers() {
  return noReferrer;
}

export default function SignUpPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const purpose = useLoginPurpose();
  const mode = useRouteLoaderData<Site>("root")?.signUp ?? "open";
  const [query] = useSearchParams();
  const [code] = useState(query.get("invitation") ?? "");
  const [address, setAddress] = useState<string>();
  const facts = useBenefits();
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <EntryPage
        heading={t("accounts.signUp.heading")}
        lead={leadText(t, purpose, "accounts.signUp.lead")}
        facts={facts}
      >
        {mode === "closed" || (mode === "invitation" && code === "") ? (
          <NoSignUp text={mode === "closed" ? "closed" : "invitationOnly"} />
        ) : address === undefined ? (
          code === "" ? (
            <>
              <SocialLogins />
              <SignUpForm registered={setAddress} />
            </>
          ) : (
            <InvitedSignUp code={code} registered={setAddress} />
          )
        ) : (
          <CheckInbox
            title={t("accounts.signUp.registered")}
            text={t("accounts.signUp.sent", { address })}
            address={address}
            login={{ to: paths.login({ done: "registered" }), label: t("accounts.login.submit") }}
            restart={() => setAddress(undefined)}
          />
        )}
      </EntryPage>
    </HydrationBoundary>
  );
}

/** Explains why the reader cannot sign up here. */
function NoSignUp({ text }: { text: "closed" | "invitationOnly" }) {
  const { t } = useTranslation();
  return (
    <div className="entry-form">
      <h2 className="head">{t(`accounts.signUp.${text}`)}</h2>
      <p>{t(`accounts.signUp.${text}Text`)}</p>
      <LoginLink />
    </div>
  );
}

/** Signs up with the address of an invitation. */
function InvitedSignUp({ code, registered }: { code: string; registered(address: string): void }) {
  const { t } = useTranslation();
  useQueryRemoval();
  const { data, error, refetch } = useQuery({
    ...queryOf(getInvitation, { params: { code } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined)
    return <SignUpForm registered={registered} invitation={{ code, email: data.email }} />;
  if (error === null) return <p role="status">{t("accounts.signUp.invitationChecking")}</p>;
  const isDead = error instanceof ApiError && error.code === "E0020";
  return (
    <div className="entry-form">
      <FormAlert text={t(isDead ? "accounts.signUp.invitationDead" : errorKey(error))} focus />
      {isDead ? (
        <LoginLink />
      ) : (
        <button type="button" className="btn go" onClick={() => void refetch()}>
          {t("ui.retry")}
        </button>
      )}
    </div>
  );
}

function LoginLink() {
  const { t } = useTranslation();
  const purpose = useLoginPurpose();
  return (
    <p className="entry-else small">
      {t("accounts.signUp.known")}{" "}
      <Link className="u b" to={paths.login({ for: purpose?.purpose })} state={{ about: purpose?.about }}>
        {t("accounts.login.submit")}
      </Link>
    </p>
  );
}

type SignUpFormProps = { registered(address: string): void; invitation?: { code: string; email: string } };

function SignUpForm({ registered, invitation }: SignUpFormProps) {
  const { t } = useTranslation();
  const returnTo = storedReturnPath();
  const { form, problems, failure, busy, submit, clearError, usable } = useApiForm({
    endpoint: postUser,
    body: ({ email = "", name = "", pw = "", pwconfirm = "", user_type }) => ({
      email,
      name,
      pw,
      pwconfirm,
      user_type: user_type === "artist" ? ("artist" as const) : ("provider" as const),
      ...(invitation === undefined ? {} : { invitation: invitation.code }),
      ...(returnTo === undefined ? {} : { return_to: returnTo }),
    }),
    onSuccess(signUp, { email = "" }) {
      storeSignUp(signUp);
      registered(email.trim());
    },
  });
  const password = { autoComplete: "new-password", required: true } as const;
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      {invitation === undefined ? null : <p>{t("accounts.signUp.invited")}</p>}
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Field
        label={t("accounts.signUp.email")}
        hint={t("accounts.signUp.emailHint")}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={invitation?.email}
        readOnly={invitation !== undefined}
        problem={fieldErrorText(t, problems.email)}
        onChange={() => clearError("email")}
      />
      <Field
        label={t("accounts.signUp.name")}
        hint={t("accounts.signUp.nameHint")}
        name="name"
        autoComplete="name"
        required
        problem={fieldErrorText(t, problems.name)}
        onChange={() => clearError("name")}
      />
      <div className="entry-pair">
        <PasswordField
          {...password}
          label={t("accounts.signUp.password")}
          hint={passwordRule(t)}
          name="pw"
          problem={fieldErrorText(t, problems.pw)}
          onChange={() => clearError("pw")}
        />
        <PasswordField
          {...password}
          label={t("accounts.repeat")}
          name="pwconfirm"
          problem={fieldErrorText(t, problems.pwconfirm)}
          onChange={() => clearError("pwconfirm")}
        />
      </div>
      <RadioGroup<UserType>
        label={t("accounts.signUp.purpose")}
        name="user_type"
        options={(["provider", "artist"] as const).map((value) => ({
          value,
          name: t(`accounts.signUp.${value}.name`),
          text: t(`accounts.signUp.${value}.text`),
        }))}
        initial="provider"
        problem={undefined}
      />
      <SubmitButton usable={usable} busy={busy}>
        {t(busy ? "accounts.signUp.busy" : "accounts.signUp.submit")}
      </SubmitButton>
      <LoginLink />
    </form>
  );
}
