import type { Block, Content, Frame } from "./content.ts";
import { safeDisplayName } from "./display-name.ts";
import { greetingTexts, unsubscribeLabel } from "./texts.ts";

/** Renders an email as plain text. Lines are not wrapped: mail programs wrap them to their window. */
export function renderPlainText(
  { language, publicUrl, siteName, unsubscribeUrl }: Frame,
  content: Content,
): string {
  const ways = unsubscribeUrl === undefined ? [] : [`${unsubscribeLabel(language)}: ${unsubscribeUrl}`];
  const parts = [
    `${siteName}\n\n${content.heading}`,
    addGreeting(content.name, language),
    ...content.blocks.map(writeBlock),
    // Two hyphens and a space start the signature, which mail programs set apart.
    ["-- ", content.reason, ...ways, `${siteName}, ${publicUrl}`].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function addGreeting(input: string, language: Frame["language"]): string {
  const { before, after, nameless } = greetingTexts(language);
  const name = safeDisplayName(input);
  return name === undefined ? nameless : `${before}${name}${after}`;
}

function writeBlock(block: Block): string {
  switch (block.kind) {
    case "action":
    case "offer":
      return `${block.label}:\n${block.link}`;
    case "details":
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join("\n");
    case "code":
      return `    ${block.code}`;
    default:
      return block.text;
  }
}
