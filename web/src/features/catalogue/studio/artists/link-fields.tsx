import type { ArtistLink } from "@wrapsody/shared/catalogue/catalogue.ts";
import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Field } from "../../../../ui/forms/field.tsx";
import { StoredValue } from "../../../../ui/forms/stored-value.tsx";
import { dspName } from "../../wrap/dsp-names.ts";
import { studioErrorText } from "../error-messages.ts";
import { serviceOf } from "../wrap-form/streaming.ts";

/** A link as typed. `key` identifies its row. */
export type DraftLink = { key: number; link: string; name: string };

export function toDraftLinks(links: readonly ArtistLink[]): DraftLink[] {
  return links.map(({ link, name }, key) => ({ key, link, name }));
}

/** Builds the links of a body. The address decides whether a link leads to a streaming service; empty rows are left out. */
export function toLinks(links: readonly DraftLink[]) {
  return filledLinks(links).map(({ link, name }) => {
    const address = /^[a-z]+:/i.test(link.trim()) ? link.trim() : `https://${link.trim()}`;
    const dsp = serviceOf(address) ?? null;
    return { dsp, name: dsp === null ? name : "", link: address };
  });
}

const filledLinks = (links: readonly DraftLink[]) =>
  links.filter(({ link, name }) => `${link}${name}`.trim() !== "");

/** Parses the links of a stored draft. Returns undefined for anything else. */
export function parseLinks(text: string | undefined): DraftLink[] | undefined {
  if (text === undefined) return undefined;
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) && stored.every(isDraftLink) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isDraftLink(value: unknown): value is DraftLink {
  if (typeof value !== "object" || value === null) return false;
  const { key, link, name }: { key?: unknown; link?: unknown; name?: unknown } = value;
  return typeof key === "number" && typeof link === "string" && typeof name === "string";
}

type LinkFieldsProps = {
  links: readonly DraftLink[];
  /** Error messages by field of the body. */
  problems: Readonly<Record<string, string>>;
  /** Errors name links by their place, so that a change ends those of all links. */
  onChange(links: readonly DraftLink[]): void;
};

/** The links of an artist: an address each, with a name unless a streaming service is recognised. */
export function LinkFields({ links, problems, onChange }: LinkFieldsProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLFieldSetElement>(null);
  const sent = filledLinks(links);
  const add = () => {
    const key = Math.max(-1, ...links.map((link) => link.key)) + 1;
    flushSync(() => onChange([...links, { key, link: "", name: "" }]));
    field.current?.querySelector<HTMLElement>(`[data-key="${key}"] input`)?.focus();
  };
  const remove = (removed: DraftLink) => {
    onChange(links.filter((link) => link !== removed));
    field.current?.querySelector<HTMLElement>(".link-add")?.focus();
  };
  return (
    <fieldset ref={field} className="link-fields">
      <legend className="meta dim">{t("artistForm.links.title")}</legend>
      <StoredValue name="links" value={JSON.stringify(links)} />
      <ul>
        {links.map((link, at) => {
          const problem = (part: string) =>
            studioErrorText(t, problems[`links.${sent.indexOf(link)}.${part}`]);
          const service = serviceOf(link.link);
          const change = (changed: Partial<DraftLink>) => onChange(links.with(at, { ...link, ...changed }));
          return (
            <li key={link.key} data-key={link.key}>
              <Field
                label={t("artistForm.links.address", { number: at + 1 })}
                name={`link.${link.key}.address`}
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder="https://"
                value={link.link}
                problem={problem("link") ?? problem("dsp")}
                onChange={({ currentTarget }) => change({ link: currentTarget.value })}
              />
              {service === undefined ? (
                <Field
                  label={t("artistForm.links.name", { number: at + 1 })}
                  name={`link.${link.key}.name`}
                  autoComplete="off"
                  maxLength={studioLimits.word}
                  value={link.name}
                  problem={problem("name")}
                  onChange={({ currentTarget }) => change({ name: currentTarget.value })}
                />
              ) : (
                <p className="small link-service">{dspName(service)}</p>
              )}
              <button
                type="button"
                className="sq"
                aria-label={t("artistForm.links.remove", { number: at + 1 })}
                onClick={() => remove(link)}
              >
                <X className="i" aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
      {problems.links === undefined ? null : <p className="msg">{studioErrorText(t, problems.links)}</p>}
      {links.length < studioLimits.links && (
        <button type="button" className="btn s link-add" onClick={add}>
          {t("artistForm.links.add")} <Plus className="i" aria-hidden="true" />
        </button>
      )}
    </fieldset>
  );
}
