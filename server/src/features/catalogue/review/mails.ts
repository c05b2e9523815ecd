import type { Language } from "@wrapsody/shared/language.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { button, type Content, paragraph } from "../../../platform/mail/content.ts";
import { enqueueEmail } from "../../../platform/mail/delivery.ts";
import { readContact } from "../../accounts/index.ts";

type Text = Omit<Content, "name">;
/** `name` is the wrap's, `link` leads to its page or to where it is managed. */
type MailParams = { name: string; link: string; reason: string; host: string };
type Kind = "wrap-listed" | "wrap-sent-back" | "recording-taken" | "recording-refused";

export type Verdict = {
  song: { id: number; pretty_id: string; name: string; owner_id: string | null };
  /** What was decided about. */
  subject: "wrap" | "recording";
  decision: "APPROVED" | "REJECTED";
  reason?: string | undefined;
};

/**
 * Notifies the publisher of the decision in their language; does nothing if the publisher's account is gone.
 */
export async function tellPublisher(context: Context, tx: Executor, verdict: Verdict): Promise<void> {
  const { song, reason = "" } = verdict;
  const reader = song.owner_id === null ? undefined : await readContact(tx, song.owner_id);
  if (reader === undefined) return;
  const { email: to, language, name } = reader;
  const { publicUrl } = context;
  const isListed = verdict.decision === "APPROVED";
  const link = `${publicUrl}${isListed ? "/wrap/" : "/my/wrap/"}${encodeURIComponent(song.pretty_id)}`;
  const params = { name: song.name, link, reason, host: new URL(publicUrl).host };
  await enqueueEmail(context, tx, {
    to,
    language,
    content: { ...texts[language][kindOf(verdict)](params), name },
  });
}

function kindOf({ subject, decision }: Verdict): Kind {
  if (subject === "wrap") return decision === "APPROVED" ? "wrap-listed" : "wrap-sent-back";
  return decision === "APPROVED" ? "recording-taken" : "recording-refused";
}

const english: Record<Kind, (params: MailParams) => Text> = {
  "wrap-listed": ({ name, link, host }) => ({
    subject: "Your wrap is public",
    preview: "It was approved and is now in the catalogue.",
    heading: "Your wrap is public",
    blocks: [
      paragraph(`“${name}” was approved and is now in the catalogue. Everyone can find it and listen to it.`),
      button("Open its page", link),
    ],
    reason: `You’re receiving this email because you submitted a wrap at ${host}.`,
  }),
  "wrap-sent-back": ({ name, link, reason, host }) => ({
    subject: "Changes requested for your wrap",
    preview: "A reviewer requested changes.",
    heading: "Changes requested for your wrap",
    blocks: [
      paragraph(`A reviewer requested changes to “${name}”:`),
      paragraph(reason),
      paragraph("Make the changes, then resubmit it. Nothing has been lost."),
      button("Change the wrap", link),
    ],
    reason: `You’re receiving this email because you submitted a wrap at ${host}.`,
  }),
  "recording-taken": ({ name, link, host }) => ({
    subject: "The new audio of your wrap is public",
    preview: "It was approved, and listeners now hear it.",
    heading: "The new audio of your wrap is public",
    blocks: [
      paragraph(`The new audio of “${name}” was approved, and listeners now hear it.`),
      button("Open its page", link),
    ],
    reason: `You’re receiving this email because you replaced the audio of a wrap at ${host}.`,
  }),
  "recording-refused": ({ name, link, reason, host }) => ({
    subject: "Your new audio was rejected",
    preview: "Listeners still hear the previous audio.",
    heading: "Your new audio was rejected",
    blocks: [
      paragraph(`The new audio of “${name}” was rejected:`),
      paragraph(reason),
      paragraph("The wrap stays public, and listeners still hear the previous audio."),
      button("Manage the wrap", link),
    ],
    reason: `You’re receiving this email because you replaced the audio of a wrap at ${host}.`,
  }),
};

const spanish: Record<Kind, (params: MailParams) => Text> = {
  "wrap-listed": ({ name, link, host }) => ({
    subject: "Tu wrap ya es público",
    preview: "Se ha revisado y ya está en el catálogo.",
    heading: "Tu wrap ya es público",
    blocks: [
      paragraph(
        `Hemos revisado «${name}» y ya está en el catálogo. Cualquiera puede encontrarlo y escucharlo.`,
      ),
      button("Abrir su página", link),
    ],
    reason: `Recibes este correo porque enviaste un wrap a revisión en ${host}.`,
  }),
  "wrap-sent-back": ({ name, link, reason, host }) => ({
    subject: "Tu wrap necesita un cambio",
    preview: "Se ha revisado y todavía no se ha publicado.",
    heading: "Tu wrap necesita un cambio",
    blocks: [
      paragraph(`Hemos revisado «${name}» y todavía no lo hemos publicado. Este es el motivo:`),
      paragraph(reason),
      paragraph("Cambia lo que haga falta y vuelve a enviarlo. No se ha perdido nada."),
      button("Cambiar el wrap", link),
    ],
    reason: `Recibes este correo porque enviaste un wrap a revisión en ${host}.`,
  }),
  "recording-taken": ({ name, link, host }) => ({
    subject: "El audio nuevo de tu wrap ya es público",
    preview: "Se ha revisado y ya es lo que se escucha.",
    heading: "El audio nuevo de tu wrap ya es público",
    blocks: [
      paragraph(`Hemos revisado el audio nuevo de «${name}» y ya es lo que se escucha.`),
      button("Abrir su página", link),
    ],
    reason: `Recibes este correo porque cambiaste el audio de un wrap en ${host}.`,
  }),
  "recording-refused": ({ name, link, reason, host }) => ({
    subject: "No se ha aceptado el audio nuevo de tu wrap",
    preview: "Se sigue escuchando lo que había antes.",
    heading: "No se ha aceptado el audio nuevo de tu wrap",
    blocks: [
      paragraph(`Hemos revisado el audio nuevo de «${name}» y no lo hemos aceptado. Este es el motivo:`),
      paragraph(reason),
      paragraph("El wrap sigue siendo público y se sigue escuchando lo que había antes."),
      button("Gestionar el wrap", link),
    ],
    reason: `Recibes este correo porque cambiaste el audio de un wrap en ${host}.`,
  }),
};

const texts: Record<Language, typeof english> = { en: english, es: spanish };
