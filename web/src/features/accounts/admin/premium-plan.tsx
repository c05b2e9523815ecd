import { type ListedUser, patchUser } from "@wrapsody/shared/accounts/account-admin.ts";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { formatDate } from "../../../ui/format/format.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { fieldErrorText } from "../forms/error-messages.ts";
import { FormFailure } from "../forms/form-failure.tsx";
import { useChangeUser, useUpdateUserCache } from "./change-user.ts";

/** Shows the plan of a user, and grants or revokes premium. */
export function PremiumPlan({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const [message, setMessage] = useState("");
  const words = useFormatPlan();
  return (
    <Section title={t("admin.premium.title")}>
      <div className="setting">
        <p className={`state b ${user.plan === "FREE" ? "" : "on"}`}>{words(user)}</p>
        <p className="small" role="status">
          {message}
        </p>
        <GrantForm
          user={user}
          onGranted={(changed) => setMessage(t("admin.premium.granted", { plan: words(changed) }))}
        />
        {user.plan === "FREE" ? null : (
          <RevokePlan
            user={user}
            onRevoked={(revoked) => setMessage(t(`admin.premium.${revoked ? "revoked" : "paid"}`))}
          />
        )}
      </div>
    </Section>
  );
}

function GrantForm({ user, onGranted }: { user: ListedUser; onGranted: (changed: ListedUser) => void }) {
  const { t } = useTranslation();
  const updateCache = useUpdateUserCache();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: patchUser,
    request: { params: { id: user.id } },
    body: ({ premium_until = "" }) => ({ premium_until }),
    onSuccess(changed) {
      draft.discard();
      updateCache(changed);
      onGranted(changed);
    },
  });
  const draft = useFormDraft(`premium-${user.id}`, form);
  return (
    <form ref={form} className="give-premium" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Field
        key={draft.round}
        label={t("admin.premium.until")}
        name="premium_until"
        type="date"
        defaultValue={draft.values.premium_until}
        min={new Date().toISOString().slice(0, 10)}
        required
        hint={t("admin.premium.untilHint")}
        problem={adminErrorText(t, problems.premium_until)}
        onChange={() => clearError("premium_until")}
      />
      <button type="submit" className="btn" aria-disabled={busy || undefined}>
        {t("admin.premium.grant")}
      </button>
    </form>
  );
}

function RevokePlan({ user, onRevoked }: { user: ListedUser; onRevoked: (revoked: boolean) => void }) {
  const { t } = useTranslation();
  const { change, busy, failure } = useChangeUser(user, (changed) =>
    onRevoked(changed.plan_expires_at !== user.plan_expires_at),
  );
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-disabled={busy || undefined}
        onClick={() => change({ premium_until: null })}
      >
        {t("admin.premium.revoke")}
      </button>
      {failure === undefined ? null : (
        <p className="msg" role="alert">
          {t(failure)}
        </p>
      )}
    </>
  );
}

/** Returns a function that formats a plan with its last day. */
function useFormatPlan(): (user: ListedUser) => string {
  const { t, i18n } = useTranslation();
  return ({ plan, plan_expires_at: ends }) => {
    const name = t(`admin.plan.${plan}`);
    if (ends === null) return name;
    // The plan ends at the first instant after its last day.
    const lastDay = new Date(Date.parse(ends) - 1).toISOString();
    return t("admin.premium.lasts", { plan: name, day: formatDate(lastDay, i18n.language) });
  };
}

/** Server messages about administration fields and their text keys. */
const keys: Readonly<Record<string, string>> = {
  "Artist not found.": "admin.problem.noArtist",
  "This day is in the past.": "admin.problem.over",
  "Please enter a date as YYYY-MM-DD.": "admin.problem.date",
};

export function adminErrorText(t: TFunction, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const key = keys[problem];
  if (key !== undefined) return t(key);
  // The schemas report a non-number in zod's own words.
  return /number/i.test(problem) ? t("admin.problem.number") : fieldErrorText(t, problem);
}
