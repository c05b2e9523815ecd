import type { Content, Frame } from "./content.ts";
import { renderHtml } from "./html.ts";
import type { Email, Sender } from "./mailer.ts";
import { renderPlainText } from "./plain-text.ts";

/** Renders an email as HTML and plain text. */
export async function renderEmail(
  { id, to, from, ...frame }: Frame & { id: string; to: string; from: Sender },
  content: Content,
): Promise<Email> {
  const { subject } = content;
  return {
    id,
    to,
    from,
    subject,
    unsubscribeUrl: frame.unsubscribeUrl,
    html: await renderHtml(frame, content),
    text: renderPlainText(frame, content),
  };
}
