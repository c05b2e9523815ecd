import type { Content, Frame } from "./content.ts";
import { renderHtml } from "./html.ts";
import type { Email } from "./mailer.ts";
import { renderPlainText } from "./plain-text.ts";

/** Renders an email as HTML and plain text. */
export async function renderEmail(
  { id, to, ...frame }: Frame & { id: string; to: string },
  content: Content,
): Promise<Email> {
  const { subject } = content;
  return { id, to, subject, html: await renderHtml(frame, content), text: renderPlainText(frame, content) };
}
