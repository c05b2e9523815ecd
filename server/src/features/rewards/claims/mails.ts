import { claimTexts, isFulfilledInstantly } from "@wrapsody/shared/claims.ts";
import type { Language } from "@wrapsody/shared/language.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { button, type Content, paragraph } from "../../../platform/mail/content.ts";
import { enqueueEmail } from "../../../platform/mail/delivery.ts";
import { readContact } from "../../accounts/index.ts";
import { type ClaimRow, findSongOwner } from "./claims.data.ts";

type Text = Omit<Content, "name">;
type Kind = "claimed" | "given" | "received" | "contacted" | "fulfilled" | "rejected";
/** Data of a mail. `level` and `wrap` are names. */
type ClaimMailData = {
  level: string;
  wrap: string;
  points: number;
  details: string;
  reason: string;
  host: string;
  link: string;
};

/** Notifies the fan of their new claim. */
export function notifyClaimant(context: Context, tx: Executor, claim: ClaimRow): Promise<void> {
  const isGiven = isFulfilledInstantly(claim.reward.reward_type);
  return sendClaimMail(context, tx, claim, {
    to: claim.account_id,
    kind: isGiven ? "given" : "claimed",
    path: isGiven ? rewardPath(claim) : "/my/rewards",
  });
}

function rewardPath({ reward, song }: ClaimRow): string {
  const { dapp_id } = reward.instructions;
  if (reward.reward_type === "DAPP_ACCESS" && dapp_id !== undefined) return `/experiences/${dapp_id}`;
  return `/wrap/${encodeURIComponent(song.pretty_id)}?tab=3`;
}

/** Notifies the wrap's owner of a new claim; does nothing if the wrap has none. */
export async function notifyArtist(context: Context, tx: Executor, claim: ClaimRow): Promise<void> {
  const to = await findSongOwner(tx, claim.song.id);
  await sendClaimMail(context, tx, claim, { to, kind: "received", path: "/my/claims" });
}

/** Notifies the fan of the new state of their claim. */
export function notifyDecision(context: Context, tx: Executor, claim: ClaimRow): Promise<void> {
  const kinds = { CONTACTED: "contacted", FULFILLED: "fulfilled", REJECTED: "rejected" } as const;
  const kind = claim.state === "REQUESTED" ? "claimed" : kinds[claim.state];
  return sendClaimMail(context, tx, claim, { to: claim.account_id, kind, path: "/my/rewards" });
}

async function sendClaimMail(
  context: Context,
  tx: Executor,
  { reward, song, points, reason }: ClaimRow,
  { to, kind, path }: { to: string | null; kind: Kind; path: string },
): Promise<void> {
  const reader = to === null ? undefined : await readContact(tx, to);
  if (reader === undefined) return;
  const { publicUrl } = context;
  const told = {
    level: reward.name,
    wrap: song.name,
    points,
    details: reward.details ?? "",
    reason: reason ?? "",
    host: new URL(publicUrl).host,
    link: `${publicUrl}${path}`,
  };
  const content = { ...texts[reader.language][kind](told), name: reader.name };
  await enqueueEmail(context, tx, { to: reader.email, language: reader.language, content });
}

const sayIf = (text: string) => (text === "" ? [] : [paragraph(text)]);

const english: Record<Kind, (told: ClaimMailData) => Text> = {
  claimed: ({ level, wrap, details, host, link }) => ({
    subject: "Your claim has been made",
    preview: "The artist knows, and will be in touch.",
    heading: "Your claim has been made",
    blocks: [
      paragraph(`You claimed “${level}” of “${wrap}”.`),
      paragraph(claimTexts.claimed),
      ...sayIf(details),
      button("See your rewards", link),
    ],
    reason: `You’re receiving this email because you claimed a reward at ${host}.`,
  }),
  given: ({ level, wrap, details, host, link }) => ({
    subject: "Your reward is ready",
    preview: "You can use it now.",
    heading: "Your reward is ready",
    blocks: [
      paragraph(`You claimed “${level}” of “${wrap}”. It is yours now.`),
      ...sayIf(details),
      button("Go on", link),
    ],
    reason: `You’re receiving this email because you claimed a reward at ${host}.`,
  }),
  received: ({ level, wrap, host, link }) => ({
    subject: "A fan has claimed a reward",
    preview: "Somebody waits to hear from you.",
    heading: "A fan has claimed a reward",
    blocks: [
      paragraph(`Somebody claimed “${level}” of “${wrap}” and waits to hear from you.`),
      button("Open the claims", link),
    ],
    reason: `You’re receiving this email because you offer rewards at ${host}.`,
  }),
  contacted: ({ level, wrap, host, link }) => ({
    subject: "The artist is working on your claim",
    preview: "They’ll be in touch soon.",
    heading: "The artist is working on your claim",
    blocks: [
      paragraph(`The artist’s team has seen your claim for “${level}” (“${wrap}”) and will contact you.`),
      button("See your rewards", link),
    ],
    reason: `You’re receiving this email because you claimed a reward at ${host}.`,
  }),
  fulfilled: ({ level, wrap, host, link }) => ({
    subject: "Your reward has been fulfilled",
    preview: "The artist has marked it as done.",
    heading: "Your reward is done",
    blocks: [
      paragraph(`The artist's side has marked your claim of “${level}” of “${wrap}” as done.`),
      button("See your rewards", link),
    ],
    reason: `You’re receiving this email because you claimed a reward at ${host}.`,
  }),
  rejected: ({ level, wrap, points, reason, host, link }) => ({
    subject: "Your claim was not accepted",
    preview: "Your points are back.",
    heading: "Your claim was not accepted",
    blocks: [
      paragraph(`Your claim of “${level}” of “${wrap}” was not accepted. This is why:`),
      paragraph(reason),
      paragraph(
        `The ${points === 1 ? "point that it took is" : `${points} points that it took are`} yours again.`,
      ),
      button("See your rewards", link),
    ],
    reason: `You’re receiving this email because you claimed a reward at ${host}.`,
  }),
};

const spanish: Record<Kind, (told: ClaimMailData) => Text> = {
  claimed: ({ level, wrap, details, host, link }) => ({
    subject: "Tu solicitud está hecha",
    preview: "El artista ya lo sabe y se pondrá en contacto.",
    heading: "Tu solicitud está hecha",
    blocks: [
      paragraph(`Has solicitado «${level}» de «${wrap}».`),
      paragraph("Alguien de parte del artista se pondrá en contacto contigo con los detalles."),
      ...sayIf(details),
      button("Ver tus recompensas", link),
    ],
    reason: `Recibes este correo porque solicitaste una recompensa en ${host}.`,
  }),
  given: ({ level, wrap, details, host, link }) => ({
    subject: "Tu recompensa está abierta",
    preview: "Puedes seguir ahora mismo.",
    heading: "Tu recompensa está abierta",
    blocks: [
      paragraph(`Has solicitado «${level}» de «${wrap}». Ya es tuya.`),
      ...sayIf(details),
      button("Continuar", link),
    ],
    reason: `Recibes este correo porque solicitaste una recompensa en ${host}.`,
  }),
  received: ({ level, wrap, host, link }) => ({
    subject: "Un fan ha solicitado una recompensa",
    preview: "Alguien espera noticias tuyas.",
    heading: "Un fan ha solicitado una recompensa",
    blocks: [
      paragraph(`Alguien ha solicitado «${level}» de «${wrap}» y espera noticias tuyas.`),
      button("Abrir las solicitudes", link),
    ],
    reason: `Recibes este correo porque ofreces recompensas en ${host}.`,
  }),
  contacted: ({ level, wrap, host, link }) => ({
    subject: "El artista está con tu solicitud",
    preview: "Te escriben, o ya lo han hecho.",
    heading: "El artista está con tu solicitud",
    blocks: [
      paragraph(
        `De parte del artista han visto tu solicitud de «${level}» de «${wrap}» y te escriben sobre ella.`,
      ),
      button("Ver tus recompensas", link),
    ],
    reason: `Recibes este correo porque solicitaste una recompensa en ${host}.`,
  }),
  fulfilled: ({ level, wrap, host, link }) => ({
    subject: "Tu recompensa está en camino, o ya la tienes",
    preview: "El artista la ha marcado como entregada.",
    heading: "Tu recompensa está entregada",
    blocks: [
      paragraph(`De parte del artista han marcado como entregada tu solicitud de «${level}» de «${wrap}».`),
      button("Ver tus recompensas", link),
    ],
    reason: `Recibes este correo porque solicitaste una recompensa en ${host}.`,
  }),
  rejected: ({ level, wrap, points, reason, host, link }) => ({
    subject: "Tu solicitud no se ha aceptado",
    preview: "Tus puntos vuelven a ser tuyos.",
    heading: "Tu solicitud no se ha aceptado",
    blocks: [
      paragraph(`Tu solicitud de «${level}» de «${wrap}» no se ha aceptado. Este es el motivo:`),
      paragraph(reason),
      paragraph(
        points === 1
          ? "El punto que costó vuelve a ser tuyo."
          : `Los ${points} puntos que costó vuelven a ser tuyos.`,
      ),
      button("Ver tus recompensas", link),
    ],
    reason: `Recibes este correo porque solicitaste una recompensa en ${host}.`,
  }),
};

const texts: Record<Language, typeof english> = { en: english, es: spanish };
