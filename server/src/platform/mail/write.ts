import type { Content, Frame } from "./content.ts";
import { writeHtml } from "./html.ts";
import type { Letter } from "./mail.ts";
import { writePlainText } from "./plain-text.ts";

/** Makes a letter of what a mail says. */
export async function writeLetter(
  { id, to, ...frame }: Frame & { id: string; to: string },
  content: Content,
): Promise<Letter> {
  const { subject } = content;
  return { id, to, subject, html: await writeHtml(frame, content), text: writePlainText(frame, content) };
}
