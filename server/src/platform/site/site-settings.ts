import { defaultLanguage, languages } from "@wrapsody/shared/api/language.ts";
import { type SiteSettings, siteSettings } from "@wrapsody/shared/operations/site-settings.ts";
import type { Config } from "../config/config.ts";
import type { Database, Executor } from "../database/database.ts";
import { readStoredSettings, type StoredSettings } from "./site-settings.data.ts";
import { defaultTexts } from "./site-texts.ts";

export type SiteSettingsReader = {
  /** Returns settings that are at most half a second old, or the last known ones while the database is unavailable. */
  read(): Promise<SiteSettings>;
  /** Returns the settings as a transaction sees them. */
  readIn(tx: Executor): Promise<SiteSettings>;
  /** Returns the last known settings without waiting; the defaults before the first read. */
  latest(): SiteSettings;
  /** Adds defaults and variables to stored settings. */
  complete(stored: StoredSettings): SiteSettings;
  /** Reads the settings again, after a change. */
  invalidate(): void;
};

/** A node that missed a notification sees a change after this time. */
const MAX_AGE_MS = 500;

type Parts = { config: Config; publicUrl: string; db: Database };

export function createSiteSettings({ config, publicUrl, db }: Parts): SiteSettingsReader {
  let current: SiteSettings | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<SiteSettings> | undefined;

  const complete = (values: StoredSettings) => completeSettings(values, { config, publicUrl });
  const initial = complete(new Map());
  const latest = () => current ?? initial;

  const startReading = (): Promise<SiteSettings> => {
    const startedAt = performance.now();
    const started = readStoredSettings(db).then(
      (values) => {
        const settings = complete(values);
        // An invalidated read may have seen the values before the change.
        if (reading === started) {
          current = settings;
          readAt = startedAt;
          reading = undefined;
        }
        return settings;
      },
      (error: unknown) => {
        if (reading === started) reading = undefined;
        if (current === undefined) throw error;
        return current;
      },
    );
    reading = started;
    return started;
  };

  const read = async () => (performance.now() - readAt < MAX_AGE_MS ? latest() : (reading ?? startReading()));

  return {
    read,
    readIn: async (tx) => complete(await readStoredSettings(tx)),
    latest,
    complete,
    invalidate() {
      readAt = Number.NEGATIVE_INFINITY;
      reading = undefined;
      read().catch(() => undefined);
    },
  };
}

function defaultSettings({ config, publicUrl }: Pick<Parts, "config" | "publicUrl">): SiteSettings {
  return {
    name: "Wrapsody",
    operator: "",
    contact: "",
    mail_sender: `no-reply@${new URL(publicUrl).hostname}`,
    sign_up: "open",
    listing_review: config.listingReview,
    default_language: defaultLanguage,
    announcement: { en: "", es: "" },
    withdrawal: { en: "", es: "" },
    ...defaultTexts,
  };
}

/** Whether the site has an imprint: an operator, a contact or a text of its own. */
export function hasImprint({ operator, contact, imprint }: SiteSettings): boolean {
  const isWritten = languages.some((language) => imprint[language] !== defaultTexts.imprint[language]);
  return operator !== "" || contact !== "" || isWritten;
}

/** Values that this version does not know, such as those of a newer node, are ignored. */
function completeSettings(stored: StoredSettings, parts: Pick<Parts, "config" | "publicUrl">): SiteSettings {
  const settings: Record<string, unknown> = { ...defaultSettings(parts) };
  for (const [key, { value }] of stored) {
    if (value === null) continue;
    const [name = "", language] = key.split(".");
    if (language === undefined) settings[name] = value;
    else settings[name] = { ...(settings[name] as object | undefined), [language]: value };
  }
  return siteSettings.parse({ ...settings, ...parts.config.lockedSettings });
}
