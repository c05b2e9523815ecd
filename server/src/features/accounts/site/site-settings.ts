import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import { type Language, languages } from "@wrapsody/shared/api/language.ts";
import {
  changedMessage,
  type getSite,
  type getSiteText,
  lockedMessage,
  type patchSiteSettings,
  type SiteSettings,
  type SiteSettingsState,
  type SiteText,
  settingVariables,
} from "@wrapsody/shared/operations/site-settings.ts";
import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { invalidateSiteSettings } from "../../../platform/pages/page-invalidation.ts";
import {
  lockSettings,
  readStoredSettings,
  type StoredSettings,
  upsertSetting,
} from "../../../platform/site/site-settings.data.ts";
import { hasImprint } from "../../../platform/site/site-settings.ts";
import { fillVariables, renderMarkdown } from "../../../platform/site/site-texts.ts";
import type { Administrator } from "../admin/manage-users.ts";
import { recordEvent } from "../privacy/security-events.ts";

export async function showSite({ site }: Context): Promise<AnswerOf<typeof getSite>> {
  return site.read();
}

/**
 * Renders a text of the site.
 *
 * @throws Failure E0001 for the imprint of a site that names neither operator nor contact
 */
export async function showSiteText(
  { site }: Context,
  { text, language }: { text: SiteText; language: Language | undefined },
): Promise<AnswerOf<typeof getSiteText>> {
  const settings = await site.read();
  if (text === "imprint" && !hasImprint(settings)) throw notFound();
  const shown = language ?? settings.default_language;
  return { html: renderMarkdown(fillVariables(settings[text][shown], settings, shown)) };
}

export async function showSiteSettings(context: Context): Promise<SiteSettingsState> {
  return describeState(context, await readStoredSettings(context.db));
}

function describeState({ config, site }: Context, stored: StoredSettings): SiteSettingsState {
  return {
    revision: revisionOf(stored),
    settings: site.complete(stored),
    customized: [...stored].filter(([, { value }]) => value !== null).map(([key]) => key),
    locked: Object.fromEntries(
      Object.entries(settingVariables).filter(([name]) => name in config.lockedSettings),
    ),
    outbox: config.mail.smtpUrl === undefined,
  };
}

function revisionOf(stored: StoredSettings): number {
  return Math.max(0, ...[...stored.values()].map(({ revision }) => revision));
}

/**
 * Changes the settings that the body names. Two administrators can change different settings at the same time; the
 * second change of the same one is rejected.
 *
 * @throws Failure E0007 on settings that a variable determines, E0005 on settings that were changed after `revision`
 */
export async function updateSiteSettings(
  context: Context,
  { body, ...administrator }: Administrator & { body: BodyOf<typeof patchSiteSettings> },
): Promise<SiteSettingsState> {
  const { revision, ...patch } = body;
  const values = flattenPatch(patch);
  assertUnlocked(context, values);
  const state = await context.db.transaction().execute(async (tx) => {
    await lockSettings(tx);
    const stored = await readStoredSettings(tx);
    assertUnchanged(stored, values, revision);
    const changed = await storeSettings(context, tx, { stored, values });
    if (changed.length === 0) return describeState(context, stored);
    const { session, device } = administrator;
    await recordChange(context, tx, { accountId: session.accountId, device, changed });
    return describeState(context, await readStoredSettings(tx));
  });
  context.site.invalidate();
  return state;
}

function recordChange(
  context: Context,
  tx: Executor,
  { accountId, device, changed }: { accountId: string; device: Device; changed: readonly string[] },
): Promise<void> {
  const detail = { settings: changed.join(","), by: accountId };
  return recordEvent(context, tx, { accountId, kind: "site-settings-changed", device, detail });
}

type Values = ReadonlyMap<string, unknown>;

/**
 * Stores values that differ from the stored ones and notifies all nodes. Returns the changed keys. The caller holds the
 * lock of settings.
 */
async function storeSettings(
  { clock }: Pick<Context, "clock">,
  tx: Executor,
  { stored, values }: { stored: StoredSettings; values: Values },
): Promise<string[]> {
  const revision = revisionOf(stored) + 1;
  const changes = [...values].filter(([key, value]) => (stored.get(key)?.value ?? null) !== value);
  for (const [key, value] of changes) await upsertSetting(tx, { key, value, revision, now: clock.now() });
  if (changes.length > 0) await invalidateSiteSettings(tx);
  return changes.map(([key]) => key);
}

/**
 * Stores the first settings of a new site, except what a variable determines, as a change by its first administrator.
 * Empty values are left out.
 */
export async function storeFirstSettings(
  context: Context,
  tx: Executor,
  { accountId, device }: { accountId: string; device: Device },
  settings: { [Name in "name" | "contact" | "mail_sender"]: SiteSettings[Name] | undefined },
): Promise<void> {
  await lockSettings(tx);
  const values = [...flattenPatch(settings)].filter(
    ([key, value]) => value !== null && !(key in context.config.lockedSettings),
  );
  const stored = await readStoredSettings(tx);
  const changed = await storeSettings(context, tx, { stored, values: new Map(values) });
  if (changed.length > 0) await recordChange(context, tx, { accountId, device, changed });
}

/**
 * Returns the values by their keys in the database: `terms: { en }` becomes `terms.en`. An empty text stands for the
 * default.
 */
function flattenPatch(patch: object): Values {
  const entries = Object.entries(patch).flatMap(([name, value]: [string, unknown]): [string, unknown][] =>
    typeof value === "object" && value !== null
      ? languages.map((language) => [`${name}.${language}`, Reflect.get(value, language)])
      : [[name, value]],
  );
  return new Map(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, typeof value === "string" && value.trim() === "" ? null : value]),
  );
}

function assertUnlocked({ config }: Context, values: Values): void {
  const errors = Object.entries(settingVariables)
    .filter(([name]) => values.has(name) && name in config.lockedSettings)
    .map(([field, variable]) => ({ field, message: lockedMessage(variable) }));
  if (errors.length > 0) throw new Failure("E0007", { errors });
}

function assertUnchanged(stored: StoredSettings, values: Values, revision: number): void {
  const errors = [...values]
    .filter(([key, value]) => {
      const current = stored.get(key);
      return current !== undefined && current.revision > revision && current.value !== value;
    })
    .map(([field]) => ({ field, message: changedMessage }));
  if (errors.length > 0) throw new Failure("E0005", { errors });
}
