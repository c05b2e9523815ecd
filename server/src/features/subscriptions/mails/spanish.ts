import type { PaidPlan } from "@wrapsody/shared/subscriptions.ts";
import { button, note, paragraph } from "../../../platform/mail/content.ts";
import type { PlanFacts, Texts } from "./texts.ts";

const each: Record<PaidPlan, string> = { PREMIUM_MONTHLY: "cada mes", PREMIUM_YEARLY: "cada año" };
const paid: Record<PaidPlan, string> = { PREMIUM_MONTHLY: "por un mes", PREMIUM_YEARLY: "por un año" };

const changed = ({ host }: PlanFacts) =>
  `Recibes este correo porque el plan de tu cuenta en ${host} ha cambiado.`;

export const spanish: Texts = {
  begun: ({ plan, price, until, next }, { host, link, premium, free }) => ({
    subject: "Tu plan Premium está activo",
    preview: "Qué incluye y cuándo es el próximo pago.",
    heading: "Tu plan Premium está activo",
    blocks: [
      paragraph(
        `Tu cuenta ya tiene el plan Premium: hasta ${premium.artists} artistas, ${premium.songs} canciones nuevas al mes, wNFT para todas tus canciones, claves de API y una comisión del ${premium.fee} en lugar del ${free.fee} en las experiencias de pago.`,
      ),
      next === null
        ? paragraph(`Has pagado ${price} ${paid[plan]}. Termina el ${until} y no se te volverá a cobrar.`)
        : paragraph(
            `Has pagado ${price} ${paid[plan]}. El próximo pago es el ${next.day}: ${next.price} ${each[next.plan]} hasta que lo canceles.`,
          ),
      button("Ver tu plan", link),
      note("Puedes cancelarlo cuando quieras y conservas Premium hasta el final del periodo pagado."),
    ],
    reason: `Recibes este correo porque te has suscrito a Premium en ${host}.`,
  }),

  unpaid: ({ keptUntil }, facts) => ({
    subject: "No se ha podido renovar tu plan",
    preview: "Tu tarjeta ha sido rechazada. Revísala o cámbiala.",
    heading: "No se ha podido renovar tu plan",
    blocks: [
      paragraph(
        "No se ha podido cobrar el siguiente periodo de tu plan Premium: tu tarjeta ha sido rechazada.",
      ),
      keptUntil === null
        ? paragraph("Premium queda en pausa hasta que se complete el pago. Revisa tu tarjeta o cámbiala.")
        : paragraph(
            `Conservas el plan hasta el ${keptUntil}. Volveremos a intentar el cobro; revisa tu tarjeta o cámbiala.`,
          ),
      button("Ver tu plan", facts.link),
    ],
    reason: changed(facts),
  }),

  cancelled: ({ keptUntil }, facts) => ({
    subject: "Tu plan Premium está cancelado",
    preview: "No se te volverá a cobrar.",
    heading: "Tu plan Premium está cancelado",
    blocks: [
      keptUntil === null
        ? paragraph("Has cancelado tu plan Premium. Ya ha terminado y no se te volverá a cobrar.")
        : paragraph(
            `Has cancelado tu plan Premium. Lo conservas hasta el ${keptUntil} y no se te volverá a cobrar.`,
          ),
      paragraph("¿Has cambiado de idea? Puedes reanudar tu plan aquí:"),
      button("Ver tu plan", facts.link),
    ],
    reason: changed(facts),
  }),

  switched: ({ next }, facts) => ({
    subject: "El periodo de facturación de tu plan cambiará",
    preview: "No se te cobrará antes de que termine el periodo actual.",
    heading: "El periodo de facturación de tu plan cambiará",
    blocks: [
      paragraph(
        `A partir del ${next.day}, tu plan Premium cuesta ${next.price} ${each[next.plan]}. Antes no se te cobrará nada.`,
      ),
      button("Ver tu plan", facts.link),
    ],
    reason: changed(facts),
  }),

  resumed: ({ next }, facts) => ({
    subject: "Tu plan Premium se ha reanudado",
    preview: "Ya no está cancelado.",
    heading: "Tu plan Premium se ha reanudado",
    blocks: [
      paragraph(
        `Tu plan Premium ya no está cancelado. El próximo pago es el ${next.day}: ${next.price} ${each[next.plan]} hasta que lo canceles.`,
      ),
      button("Ver tu plan", facts.link),
    ],
    reason: changed(facts),
  }),

  ended: (_mail, facts) => ({
    subject: "Tu plan Premium ha terminado",
    preview: "Conservas todo lo que has creado. Ahora tienes el plan gratuito.",
    heading: "Tu plan Premium ha terminado",
    blocks: [
      paragraph(
        "Tu plan Premium ha terminado. Conservas todo lo que has creado: tus artistas, canciones, wNFT y experiencias.",
      ),
      paragraph(
        `Ya no puedes añadir más de lo que incluye el plan gratuito: ${count(facts.free.artists, "artista", "artistas")}, ${count(facts.free.songs, "canción nueva", "canciones nuevas")} al mes y ${facts.free.wnfts} wNFT. Las claves de API dejan de funcionar y la comisión en las experiencias de pago vuelve a ser del ${facts.free.fee}.`,
      ),
      button("Ver los planes", facts.link),
    ],
    reason: changed(facts),
  }),
};

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
