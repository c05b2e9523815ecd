import { languages } from "@wrapsody/shared/api/language.ts";
import {
  changedMessage,
  listingReviews,
  type SiteText,
  signUpModes,
  siteLimits,
} from "@wrapsody/shared/operations/site-settings.ts";
import { useTranslation } from "react-i18next";
import { Field, SelectField, TextArea } from "../../../ui/forms/field.tsx";
import { RadioGroup } from "../../../ui/forms/radio-group.tsx";
import { fieldErrorText } from "../forms/error-messages.ts";
import type { SettingsFields } from "./settings-form.tsx";
import "../../../ui/forms/radios.css";

/** Translates the errors of a setting, and says which variable locks it. */
function useSetting({ state, problems }: SettingsFields) {
  const { t } = useTranslation();
  return {
    problemOf: (key: string) =>
      problems[key] === changedMessage ? t("admin.site.changed") : fieldErrorText(t, problems[key]),
    lockOf: (key: string) => {
      const variable = state.locked[key];
      return variable === undefined ? undefined : t("admin.site.locked", { variable });
    },
  };
}

type LineSettingProps = {
  form: SettingsFields;
  name: "name" | "operator" | "contact" | "mail_sender";
  hint: string;
  type?: "text" | "email";
};

export function LineSetting({ form, name, hint, type = "text" }: LineSettingProps) {
  const { t } = useTranslation();
  const { problemOf, lockOf } = useSetting(form);
  const lock = lockOf(name);
  return (
    <Field
      label={t(`admin.site.field.${name}`)}
      name={name}
      type={type}
      autoComplete="off"
      defaultValue={form.textOf(name)}
      disabled={lock !== undefined}
      hint={lock ?? hint}
      problem={problemOf(name)}
      onChange={() => form.clearError(name)}
    />
  );
}

const choices = { sign_up: signUpModes, listing_review: listingReviews } as const;

type ChoiceSettingProps = { form: SettingsFields; name: keyof typeof choices };

export function ChoiceSetting({ form, name }: ChoiceSettingProps) {
  const { t } = useTranslation();
  const { problemOf, lockOf } = useSetting(form);
  const lock = lockOf(name);
  return (
    <>
      <RadioGroup
        label={t(`admin.site.${name}.question`)}
        name={name}
        options={choices[name].map((value: string) => ({
          value,
          name: t(`admin.site.${name}.${value}`),
          text: t(`admin.site.${name}.${value}Text`),
          off: lock !== undefined,
        }))}
        initial={form.textOf(name)}
        problem={problemOf(name)}
        onChange={() => form.clearError(name)}
      />
      {lock === undefined ? null : <p className="small dim">{lock}</p>}
    </>
  );
}

export function DefaultLanguage({ form }: { form: SettingsFields }) {
  const { t } = useTranslation();
  const { problemOf, lockOf } = useSetting(form);
  const name = "default_language";
  const lock = lockOf(name);
  return (
    <SelectField
      label={t(`admin.site.field.${name}`)}
      name={name}
      defaultValue={form.textOf(name)}
      disabled={lock !== undefined}
      hint={lock ?? t("admin.site.default_languageHint")}
      problem={problemOf(name)}
      onChange={() => form.clearError(name)}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {t(`admin.language.${language}`)}
        </option>
      ))}
    </SelectField>
  );
}

/** The announcement in every language. */
export function Announcement({ form }: { form: SettingsFields }) {
  const { t } = useTranslation();
  const { problemOf } = useSetting(form);
  return (
    <>
      <p className="small dim">{t("admin.site.announcementHint")}</p>
      <div className="site-languages">
        {languages.map((language) => {
          const key = `announcement.${language}`;
          return (
            <Field
              key={language}
              label={t(`admin.language.${language}`)}
              name={key}
              lang={language}
              autoComplete="off"
              maxLength={siteLimits.announcement}
              defaultValue={form.textOf(key)}
              problem={problemOf(key)}
              onChange={() => form.clearError(key)}
            />
          );
        })}
      </div>
    </>
  );
}

type LanguageTextsProps = { form: SettingsFields; name: SiteText };

/** A text with a page of its own, in every language. */
export function LanguageTexts({ form, name }: LanguageTextsProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="small dim">{withBraces(t("admin.site.textHint"))}</p>
      <TextAreas
        form={form}
        name={name}
        maxLength={siteLimits.text}
        hintOf={(key) => (form.state.customized.includes(key) ? undefined : t("admin.site.defaultText"))}
      />
      <a className="u small" href={`/${name}`} target="_blank" rel="noreferrer">
        {t("admin.site.openPage")}
      </a>
    </>
  );
}

/** The withdrawal terms on receipts, in every language. */
export function WithdrawalTerms({ form }: { form: SettingsFields }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="small dim">{withBraces(t("admin.site.withdrawalHint"))}</p>
      <TextAreas form={form} name="withdrawal" maxLength={siteLimits.withdrawal} />
    </>
  );
}

/** In braces, a text would be filled in. */
const withBraces = (text: string) => text.replaceAll("[[", "{{").replaceAll("]]", "}}");

type TextAreasProps = {
  form: SettingsFields;
  name: SiteText | "withdrawal";
  maxLength: number;
  hintOf?(key: string): string | undefined;
};

function TextAreas({ form, name, maxLength, hintOf }: TextAreasProps) {
  const { t } = useTranslation();
  const { problemOf } = useSetting(form);
  return (
    <div className="site-languages">
      {languages.map((language) => {
        const key = `${name}.${language}`;
        return (
          <TextArea
            key={language}
            label={t(`admin.language.${language}`)}
            name={key}
            rows={8}
            lang={language}
            maxLength={maxLength}
            defaultValue={form.textOf(key)}
            hint={hintOf?.(key)}
            problem={problemOf(key)}
            onChange={() => form.clearError(key)}
          />
        );
      })}
    </div>
  );
}
