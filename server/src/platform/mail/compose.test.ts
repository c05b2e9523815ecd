import { type Language, languages } from "@wrapsody/shared/api/language.ts";
import { claimTexts } from "@wrapsody/shared/rewards/claims.ts";
import { LinkifyIt } from "linkify-it";
import { describe, expect, it } from "vitest";
import en from "../../../../web/src/language/mails/en.json" with { type: "json" };
import es from "../../../../web/src/language/mails/es.json" with { type: "json" };
import { mailKinds, mailSamples } from "../../testing/mail-samples.ts";
import { composeMail } from "./compose.ts";
import { renderHtml } from "./html.ts";
import type { MailData, MailKind } from "./mail-data.ts";
import { renderPlainText } from "./plain-text.ts";

const files: Record<Language, object> = { en: en.mails, es: es.mails };
const [name, site, host] = ["Ottilie Brandt", "Ebb Records", "music.example"];
const each = mailKinds.flatMap((kind) => languages.map((language) => ({ kind, language })));

const compose = <Kind extends MailKind>(kind: Kind, language: Language, data: MailData[Kind]) =>
  composeMail(kind, data, { language, name, site, host }).content;
const composeAll = <Kind extends MailKind>(kind: Kind, language: Language) =>
  mailSamples[kind].map((data) => compose<Kind>(kind, language, data));

/** Lists the texts of a language file by their keys. */
function textsIn(file: object, before = ""): (readonly [key: string, text: string])[] {
  return Object.entries(file).flatMap(([key, value]: [string, object | string]) =>
    typeof value === "string" ? [[`${before}${key}`, value] as const] : textsIn(value, `${before}${key}.`),
  );
}

const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const variablesOf = (text: string) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, variable]) => variable);

/** Lists the variables of each text; plural forms are one text. */
function variablesByKey(language: Language): Record<string, string> {
  const found = new Map<string, Set<string | undefined>>();
  for (const [key, text] of textsIn(files[language])) {
    const variables = found.get(withoutPlural(key)) ?? new Set();
    for (const variable of variablesOf(text)) variables.add(variable);
    found.set(withoutPlural(key), variables);
  }
  return Object.fromEntries([...found].map(([key, variables]) => [key, [...variables].sort().join()]));
}

describe("the language files of mails", () => {
  it.each(languages)("have a section for every kind in %s, and none besides", (language) => {
    expect(Object.keys(files[language]).sort()).toEqual(["frame", "unsubscribe", ...mailKinds].sort());
  });

  it("have the same texts with the same variables in every language", () => {
    for (const language of languages) expect(variablesByKey(language)).toEqual(variablesByKey("en"));
  });

  it.each(languages)("have every plural form of %s", (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const keys = textsIn(files[language]).map(([key]) => key);
    const plurals = new Set(keys.filter((key) => withoutPlural(key) !== key).map(withoutPlural));
    expect(plurals.size).toBeGreaterThan(0);
    for (const key of plurals)
      expect(keys).toEqual(expect.arrayContaining(forms.map((form) => `${key}_${form}`)));
  });

  it("contain the claim text that the specification prescribes", () => {
    expect(en.mails["reward-claimed"].next).toBe(claimTexts.claimed);
  });
});

describe("every kind of mail", () => {
  it.each(each)("$kind leaves no variable unfilled in $language", ({ kind, language }) => {
    for (const content of composeAll(kind, language)) {
      for (const text of [content.subject, content.preview, content.heading, content.reason])
        expect(text).not.toBe("");
      expect(JSON.stringify(content)).not.toMatch(/\{\{|\}\}|\$t\(|undefined|NaN|null|Invalid/);
      expect(content.reason).toContain(host);
    }
  });

  it.each(each)("$kind uses all of its texts in $language", ({ kind, language }) => {
    const written = composeAll(kind, language)
      .map((content) => JSON.stringify(content))
      .join();
    // The samples count to two; Spanish has a form of its own for millions.
    for (const [key, text] of textsIn(Reflect.get(files[language], kind)).filter(
      ([key]) => !key.endsWith("_many"),
    ))
      for (const part of text.split(/\{\{.*?\}\}/)) expect(written, key).toContain(part);
  });

  it.each(each)(
    "$kind shows no user's text and no code on a lock screen in $language",
    ({ kind, language }) => {
      const secrets = [name, "Salt", "Backstage", "Tide", "Doors", "W-7QK2", "0x8ba1", "402719"];
      for (const { subject, preview } of composeAll(kind, language)) {
        expect(subject).not.toMatch(/\d/);
        for (const secret of secrets) expect(`${subject} ${preview}`).not.toContain(secret);
      }
    },
  );

  it.each(mailKinds)("%s differs between languages", (kind) => {
    expect(composeAll(kind, "en")[0]?.subject).not.toBe(composeAll(kind, "es")[0]?.subject);
  });
});

describe("names", () => {
  const names = [
    "will.i.am",
    "AC/DC",
    "Simon & Garfunkel",
    "Guns N’ Poses",
    "<3",
    "M.I.A.",
    'The "Real" Thing',
    "¿Téo?",
    "100% Pure;",
    "بشار مراد",
    "יַעֲקֹב",
    "ガロ",
    "\u202eDlrow",
    `A title that goes on ${"and on, ünïcödé and all, ".repeat(5)}`,
  ];
  /** The texts of the samples that users choose. */
  const chosen = [
    ...["Salt Meridian", "Tide Tables", "Backstage pass", "Nadia Halden", "Halden Records", "Inês Corvacho"],
  ];
  const linkify = new LinkifyIt();
  const frame = { language: "en", publicUrl: `https://${host}`, siteName: site } as const;

  /** Replaces the chosen texts of the data of a mail by a name. */
  function rename(data: unknown, by: string): unknown {
    if (typeof data === "string") return chosen.includes(data) ? by : data;
    if (Array.isArray(data)) return data.map((item) => rename(item, by));
    if (typeof data !== "object" || data === null || data instanceof Date) return data;
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, rename(value, by)]));
  }

  /** Writes the mails of a kind to a recipient of the name about things of the name. */
  function writeMails<Kind extends MailKind>(kind: Kind, by: string) {
    return mailSamples[kind].map((sample) => {
      const data = rename(sample, by) as MailData[Kind];
      const { content } = composeMail(kind, data, { language: "en", name: by, site, host });
      return {
        content,
        sample: JSON.stringify(sample),
        isNamed: JSON.stringify(data) !== JSON.stringify(sample),
      };
    });
  }

  /** A name as the reader sees it in a text; isolated if it is written from right to left. */
  function shownName(by: string): string {
    const shown = by.replaceAll(/\s*\u202e\s*/g, "").trim();
    return /[\u0590-\u08ff]/.test(shown) ? `\u2068${shown}\u2069` : shown;
  }

  it.each(mailKinds)("become no links in %s, and turn no text around", (kind) => {
    for (const by of [...names, "spam.example/win", "https://spam.example", "www.spam.example"]) {
      for (const { content, sample, isNamed } of writeMails(kind, by)) {
        const text = renderPlainText(frame, content);
        const links = (linkify.match(text) ?? []).map(({ raw }) => raw);
        expect(links.filter((link) => !`${sample} ${host} https://${host}`.includes(link))).toEqual([]);
        const shown = text.replaceAll("\u2060", "");
        if (isNamed) expect(shown.replaceAll(/\s+/g, " ")).toContain(shownName(by).replaceAll(/\s+/g, " "));
        expect(shown.replaceAll(shownName(by), "")).not.toMatch(/[\u0590-\u08ff\u202e]/);
      }
    }
  });

  it.each(names)("greet %j by name", async (by) => {
    const [mail] = writeMails("account-deleted", by);
    if (mail === undefined) throw new Error("there is no sample");
    const greeting = `Hello ${shownName(by)},`;
    expect(renderPlainText(frame, mail.content).replaceAll("\u2060", "")).toContain(`\n${greeting}\n`);
    const html = (await renderHtml(frame, mail.content)).replaceAll("\u2060", "");
    expect(linkify.match(/Hello [^<]*/.exec(html)?.[0] ?? "")).toBeNull();
    if (!/[<&">’]/.test(by)) expect(html).toContain(greeting);
  });
});

describe("values in a mail", () => {
  it("stay as their users wrote them", () => {
    const wrap = "{{host}} $t(frame) <b>$1 & “co”";
    const comment = "Not {{wrap}}, $t(mails.frame.linkHint)";
    const { blocks } = compose("wrap-changes-requested", "en", {
      wrap,
      comment,
      link: "https://music.example",
    });
    expect(blocks.slice(0, 2)).toEqual([
      { kind: "paragraph", text: `A reviewer requested changes to “${wrap}”:` },
      { kind: "paragraph", text: comment },
    ]);
  });

  it("are formatted in the recipient's language", () => {
    const paid = (language: Language) => JSON.stringify(composeAll("spot-confirmed", language)[0]);
    expect(paid("en")).toContain("You paid $12.50.");
    expect(paid("es")).toMatch(/Has pagado 12,50\sUS\$\./);
    const ended = (language: Language) =>
      composeAll("plan-ended", language).map((content) => JSON.stringify(content));
    expect(ended("en")[0]).toContain("1 artist, 5 new songs a month and 1 wNFT.");
    expect(ended("es")[1]).toContain("2 artistas, 1 canción nueva al mes y 2 wNFT.");
    expect(JSON.stringify(composeAll("premium-granted", "es"))).toContain("17 de mayo de 2031");
  });

  it.each([0, 1, 2])("select the plural form of %i", (count) => {
    const [content] = [compose("wallet-list-minted", "en", { experience: "Tides", minted: count, link: "" })];
    const noun = count === 1 ? "1 artwork was" : `${count} artworks were`;
    expect(content.blocks[0]).toMatchObject({ text: expect.stringContaining(`${noun} minted`) });
  });

  it("leave out a comment and details that are empty", () => {
    const claim = { reward: "Pass", wrap: "Salt", link: "" };
    expect(compose("reward-ready", "en", { ...claim, details: null }).blocks).toHaveLength(2);
    expect(compose("reward-ready", "en", { ...claim, details: "" }).blocks).toHaveLength(2);
  });
});
