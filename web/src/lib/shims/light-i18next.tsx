import { createContext, createElement, type ReactNode, useContext } from "react";

/**
 * Replaces i18next and react-i18next (see `vite.config.ts`). In the browser the two are a tenth of all scripts, on the server a tenth
 * of the processor time of a page. Supports what this site uses: nested keys, `{{values}}`, default variables, plurals,
 * default values and one language at a time. A test compares it with the real libraries for every key.
 */
export type LightI18n = { language: string; t: LightT; init: (options: LightOptions) => void };

type Values = Record<string, unknown>;
type LightT = (key: string, values?: Values) => string;

type LightOptions = {
  lng: string;
  resources: Record<string, { translation: Record<string, unknown> }>;
  interpolation: { defaultVariables: Values };
  parseMissingKeyHandler: (key: string, otherwise?: string) => string;
};

export function createInstance(): LightI18n {
  const instance: LightI18n = {
    language: "",
    t: (key) => key,
    init({ lng, resources, interpolation: { defaultVariables }, parseMissingKeyHandler }) {
      const texts = resources[lng]?.translation ?? {};
      const plurals = new Intl.PluralRules(lng);
      const known = new Map<string, string>();
      // Unknown keys are looked up again, because texts are added later.
      const textOf = (key: string) => {
        const text = known.get(key) ?? textAt(texts, key);
        if (text !== undefined) known.set(key, text);
        return text;
      };
      instance.language = lng;
      instance.t = (key, options = {}) => {
        const values = { ...defaultVariables, ...options };
        const text = pluralOf(textOf, key, values.count, plurals) ?? textOf(key);
        if (text !== undefined) return interpolate(text, values);
        const { defaultValue } = values;
        return parseMissingKeyHandler(
          key,
          typeof defaultValue === "string" ? interpolate(defaultValue, values) : undefined,
        );
      };
    },
  };
  return instance;
}

const Instance = createContext<LightI18n>(createInstance());

export function I18nextProvider({ i18n, children }: { i18n: LightI18n; children: ReactNode }) {
  return createElement(Instance, { value: i18n }, children);
}

export function useTranslation(): { t: LightT; i18n: LightI18n } {
  const i18n = useContext(Instance);
  return { t: i18n.t, i18n };
}

/** Returns the plural form of a count, with a separate form for zero. */
function pluralOf(
  textOf: (key: string) => string | undefined,
  key: string,
  count: unknown,
  plurals: Intl.PluralRules,
): string | undefined {
  if (typeof count !== "number") return undefined;
  return (count === 0 ? textOf(`${key}_zero`) : undefined) ?? textOf(`${key}_${plurals.select(count)}`);
}

function textAt(texts: unknown, key: string): string | undefined {
  let at = texts;
  for (const name of key.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return typeof at === "string" ? at : undefined;
}

function interpolate(text: string, values: Values): string {
  if (!text.includes("{{")) return text;
  return text.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
