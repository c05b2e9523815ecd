import type { Language } from "@wrapsody/shared/api/language.ts";
import type { Block, Content } from "./content.ts";
import { isolateName } from "./display-name.ts";
import { createFormatters } from "./formatters.ts";
import { type Layout, layouts } from "./layouts.ts";
import type { MailData, MailKind } from "./mail-data.ts";
import { type GetText, hasText, type TextVariables, textsOf } from "./texts.ts";

/**
 * Writes a mail in a language. `name` is the recipient's, `site` and `host` are those of this site. `lifetimeSeconds` is undefined if nothing
 * in the mail expires.
 */
export function composeMail<Kind extends MailKind>(
  kind: Kind,
  data: MailData[Kind],
  { language, name, site, host }: { language: Language; name: string; site: string; host: string },
): { content: Content; lifetimeSeconds: number | undefined } {
  const getText = textsOf(language, kind);
  const layout = layouts[kind](data, createFormatters(language), getText);
  const variables = { site, host, ...isolateNames(layout.variables) };
  const content = {
    subject: getText("subject", variables),
    preview: getText("preview", variables),
    heading: getText(hasText(language, `${kind}.heading`) ? "heading" : "subject", variables),
    name,
    blocks: layout.blocks.map((block) => fillBlock(block, getText, variables)),
    reason: getText("reason", variables),
  };
  return { content, lifetimeSeconds: layout.lifetimeSeconds };
}

/** Variables that the reader may copy. */
const addresses = new Set(["address", "contact", "member", "wallet"]);

/** Isolates the names of people, wraps and experiences among the variables. */
function isolateNames(variables: TextVariables = {}): TextVariables {
  const isolated = Object.entries(variables).map(([key, value]) => {
    const isName = typeof value === "string" && !addresses.has(key);
    return [key, isName ? isolateName(value) : value];
  });
  return Object.fromEntries(isolated);
}

function fillBlock(block: Layout["blocks"][number], getText: GetText, variables: TextVariables): Block {
  if (!("key" in block)) return block;
  if ("link" in block) return { kind: block.kind, label: getText(block.key, variables), link: block.link };
  const { count } = block;
  return {
    kind: block.kind,
    text: getText(block.key, count === undefined ? variables : { ...variables, count }),
  };
}
