import { useQueryClient } from "@tanstack/react-query";
import type { BodyOf } from "@wrapsody/shared/endpoint.ts";
import { languages } from "@wrapsody/shared/language.ts";
import {
  changedMessage,
  getSiteSettings,
  patchSiteSettings,
  type SiteSettings,
  type SiteSettingsState,
} from "@wrapsody/shared/site-settings.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { FormAlert, FormFailure } from "../forms/form-failure.tsx";

/** What the fields of a section need: the settings that the form started with, and its errors. */
export type SettingsFields = {
  state: SiteSettingsState;
  problems: Readonly<Record<string, string>>;
  clearError(name: string): void;
};

type SettingsFormProps = {
  state: SiteSettingsState;
  reload(): Promise<SiteSettingsState | undefined>;
  children(form: SettingsFields): ReactNode;
};

/**
 * A section of settings with its own button. It saves the values that the reader changed, and starts again with the
 * saved ones. If another administrator changed the same setting since, nothing is saved until the reader has seen it.
 */
export function SettingsForm({ state, reload, children }: SettingsFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Not the newest state: the fields show the one that the form started with.
  const [base, setBase] = useState(state);
  const [message, announce] = useStatusMessage();
  const [round, setRound] = useState(0);
  const restart = (next: SiteSettingsState, text: string) => {
    setBase(next);
    setRound((count) => count + 1);
    announce(text);
  };
  return (
    <div className="setting site-setting">
      <Fields
        key={round}
        base={base}
        onSaved={(next) => {
          client.setQueryData(queryOf(getSiteSettings).queryKey, next);
          restart(next, t("admin.site.saved"));
        }}
        onReload={async () => {
          const next = await reload();
          if (next !== undefined) restart(next, t("admin.site.reloaded"));
        }}
      >
        {children}
      </Fields>
      <StatusMessage {...message} />
    </div>
  );
}

type FieldsProps = {
  base: SiteSettingsState;
  onSaved(next: SiteSettingsState): void;
  onReload(): Promise<void>;
  children: SettingsFormProps["children"];
};

function Fields({ base, onSaved, onReload, children }: FieldsProps) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: patchSiteSettings,
    body: (fields) => ({ revision: base.revision, ...toPatch(fields, base.settings) }),
    onSuccess: onSaved,
  });
  const isOutdated = Object.values(problems).includes(changedMessage);
  return (
    <form ref={form} className="site-form" method="post" noValidate onSubmit={submit}>
      <FormFailure failure={failure} otherwise="errors.unknown" />
      {isOutdated ? <FormAlert text={t("admin.site.outdated")} /> : null}
      {children({ state: base, problems, clearError })}
      <div className="row">
        <button type="submit" className="btn" aria-disabled={busy || undefined}>
          {t(busy ? "admin.site.saving" : "admin.site.save")}
        </button>
        {isOutdated ? (
          <button type="button" className="btn" onClick={() => void onReload()}>
            {t("admin.site.reload")}
          </button>
        ) : null}
      </div>
    </form>
  );
}

type Patch = Omit<BodyOf<typeof patchSiteSettings>, "revision">;

/** Returns the values that differ from the settings. An empty text restores the default, except that of the name. */
function toPatch(fields: Readonly<Record<string, string>>, settings: SiteSettings): Patch {
  const patch: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value === readSetting(settings, key)) continue;
    const sent = value.trim() === "" && key !== "name" ? null : value;
    const [name = "", language] = key.split(".");
    patch[name] =
      language === undefined ? sent : { ...(patch[name] as object | undefined), [language]: sent };
  }
  return patch as Patch;
}

/** Returns a setting by its key, such as `name` or `terms.en`. */
export function readSetting(settings: SiteSettings, key: string): string {
  const [name, language] = key.split(".");
  const value = settings[name as keyof SiteSettings];
  if (typeof value === "string") return value;
  const known = languages.find((item) => item === language);
  return known === undefined ? "" : value[known];
}
