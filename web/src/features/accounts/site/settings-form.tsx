import { useQueryClient } from "@tanstack/react-query";
import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import { languages } from "@wrapsody/shared/api/language.ts";
import {
  changedMessage,
  getSiteSettings,
  patchSiteSettings,
  type SiteSettings,
  type SiteSettingsState,
} from "@wrapsody/shared/operations/site-settings.ts";
import { type FormEvent, Fragment, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRevalidator } from "react-router";
import { readFormValues } from "../../../lib/drafts/form-values.ts";
import { hasDraft } from "../../../lib/drafts/stored-drafts.ts";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { SaveBar } from "../../../ui/forms/save-bar.tsx";
import { DisclosureButton } from "../../../ui/layout/disclosure.tsx";
import { useApiForm } from "../forms/checked-form.ts";
import { FormAlert, FormFailure } from "../forms/form-failure.tsx";

/** Props of the fields of a section: the settings that the form started with, and its errors. */
export type SettingsFields = {
  state: SiteSettingsState;
  problems: Readonly<Record<string, string>>;
  clearError(name: string): void;
  /** Returns the initial text of a field by its key, such as `name` or `terms.en`. */
  textOf(key: string): string;
};

type SettingsFormProps = {
  /** Identifies the section. */
  name: string;
  state: SiteSettingsState;
  reload(): Promise<SiteSettingsState | undefined>;
  children(form: SettingsFields): ReactNode;
};

/** A section of long texts, which its button unfolds, and the address of the section. A draft of it is in view. */
export function FoldedSettings(props: SettingsFormProps) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const id = useId();
  const isLinked = hash === `#${props.name}`;
  const [isOpen, setOpen] = useState(() => hasDraft(draftOf(props.name)));
  // Each visit of the address unfolds the section, which may be folded again.
  const [seenHash, setSeenHash] = useState("");
  if (seenHash !== hash) {
    setSeenHash(hash);
    if (isLinked) setOpen(true);
  }
  return (
    <>
      <DisclosureButton id={id} open={isOpen} label={t("admin.site.edit")} onToggle={setOpen} />
      <div id={id} className="site-fold" hidden={!isOpen}>
        <SettingsForm {...props} />
      </div>
    </>
  );
}

const draftOf = (section: string) => `site-${section}`;

/**
 * A section of settings with its own button. It saves the values that the reader changed, and starts again with the
 * saved ones. If another administrator changed the same setting since, nothing is saved until the reader has seen it.
 */
export function SettingsForm({ name, state, reload, children }: SettingsFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Not the newest state: the fields show the one that the form started with.
  const [base, setBase] = useState(state);
  const [message, announce] = useStatusMessage();
  const [round, setRound] = useState(0);
  const { revalidate } = useRevalidator();
  const restart = (next: SiteSettingsState, text: string) => {
    setBase(next);
    setRound((count) => count + 1);
    announce(text);
  };
  return (
    <div className="setting site-setting">
      <Fields
        key={round}
        name={name}
        base={base}
        onSaved={(next) => {
          client.setQueryData(queryOf(getSiteSettings).queryKey, next);
          // The header and the notices of this page show the settings, too.
          void revalidate();
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
  name: string;
  base: SiteSettingsState;
  onSaved(next: SiteSettingsState): void;
  onReload(): Promise<void>;
  children: SettingsFormProps["children"];
};

function Fields({ name, base, onSaved, onReload, children }: FieldsProps) {
  const { t } = useTranslation();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: patchSiteSettings,
    body: (fields) => ({ revision: base.revision, ...toPatch(fields, base.settings) }),
    onSuccess(next) {
      draft.finish();
      onSaved(next);
    },
  });
  const draft = useFormDraft(draftOf(name), form);
  const [changes, setChanges] = useState(() => countChanges(Object.entries(draft.values), base.settings));
  const noteChange = (event: FormEvent<HTMLFormElement>) =>
    setChanges(countChanges(readFormValues(event.currentTarget), base.settings));
  const isOutdated = Object.values(problems).includes(changedMessage);
  return (
    <form ref={form} className="site-form" method="post" noValidate onSubmit={submit} onInput={noteChange}>
      <DraftNotice draft={draft} />
      <Fragment key={draft.round}>
        {children({
          state: base,
          problems,
          clearError,
          textOf: (key) => draft.values[key] ?? readSetting(base.settings, key),
        })}
      </Fragment>
      <SaveBar
        changes={changes}
        busy={busy}
        label={t(busy ? "admin.site.saving" : "admin.site.save")}
        onDiscard={() => {
          draft.discard();
          setChanges(0);
        }}
      >
        <FormFailure failure={failure} otherwise="errors.unknown" />
        {isOutdated ? (
          <div className="row">
            <FormAlert text={t("admin.site.outdated")} />
            <button
              type="button"
              className="btn s"
              onClick={() => {
                draft.finish();
                void onReload();
              }}
            >
              {t("admin.site.reload")}
            </button>
          </div>
        ) : null}
      </SaveBar>
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

/** Counts the fields that differ from the settings. */
function countChanges(fields: Iterable<[key: string, value: string]>, settings: SiteSettings): number {
  return [...fields].filter(([key, value]) => value !== readSetting(settings, key)).length;
}

/** Returns a setting by its key, such as `name` or `terms.en`. */
function readSetting(settings: SiteSettings, key: string): string {
  const [name, language] = key.split(".");
  const value = settings[name as keyof SiteSettings];
  if (typeof value === "string") return value;
  const known = languages.find((item) => item === language);
  return known === undefined ? "" : value[known];
}
