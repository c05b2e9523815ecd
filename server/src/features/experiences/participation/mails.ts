import type { Language } from "@wrapsody/shared/language.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { act, type Content, say } from "../../../platform/mail/content.ts";
import { postLetter } from "../../../platform/mail/post.ts";
import { readContact } from "../../accounts/index.ts";
import type { OpenBatch } from "./batches.data.ts";

type Counts = { minted: number; failed: number };
type Told = Counts & { name: string; link: string; host: string };

/** Tells who sent a list of wallets how it ended, in their language. They may be gone; then nobody is told. */
export async function tellFinished(
  context: Context,
  tx: Executor,
  batch: Omit<OpenBatch, "id" | "mailed_at"> & Counts,
): Promise<void> {
  const { created_by, name, pretty_id, minted, failed } = batch;
  const reader = created_by === null ? undefined : await readContact(tx, created_by);
  if (reader === undefined) return;
  const { publicUrl } = context;
  const link = `${publicUrl}/my/experiences/${encodeURIComponent(pretty_id)}`;
  const told = { name, link, minted, failed, host: new URL(publicUrl).host };
  const { email: to, language } = reader;
  await postLetter(context, tx, { to, language, content: { ...texts[language](told), name: reader.name } });
}

const texts: Record<Language, (told: Told) => Omit<Content, "name">> = {
  en: ({ name, link, minted, failed, host }) => ({
    subject: failed === 0 ? "Your artworks are minted" : "Not all of your artworks are minted",
    preview: "The list of wallets that you sent is done.",
    heading: failed === 0 ? "Your artworks are minted" : "Not all of your artworks are minted",
    blocks: [
      say(
        `The list of wallets that you sent for “${name}” is done: ${count(minted, "artwork was", "artworks were")} minted.`,
      ),
      ...(failed === 0 ? [] : [say(`${count(failed, "artwork", "artworks")} could not be minted.`)]),
      act("Open the experience", link),
    ],
    reason: `You get this mail because you sent a list of wallets at ${host}.`,
  }),
  es: ({ name, link, minted, failed, host }) => ({
    subject: failed === 0 ? "Tus obras ya están acuñadas" : "No se han acuñado todas tus obras",
    preview: "La lista de carteras que enviaste está terminada.",
    heading: failed === 0 ? "Tus obras ya están acuñadas" : "No se han acuñado todas tus obras",
    blocks: [
      say(
        `La lista de carteras que enviaste para «${name}» está terminada: ${count(minted, "obra acuñada", "obras acuñadas")}.`,
      ),
      ...(failed === 0
        ? []
        : [say(`No se ha podido acuñar lo siguiente: ${count(failed, "obra", "obras")}.`)]),
      act("Abrir la experiencia", link),
    ],
    reason: `Recibes este correo porque enviaste una lista de carteras en ${host}.`,
  }),
};

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
