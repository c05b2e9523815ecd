import type { PaidPlan } from "@wrapsody/shared/subscriptions.ts";
import { button, note, paragraph } from "../../../platform/mail/content.ts";
import type { Facts, Texts } from "./texts.ts";

const each: Record<PaidPlan, string> = { PREMIUM_MONTHLY: "cada mes", PREMIUM_YEARLY: "cada año" };
const paid: Record<PaidPlan, string> = { PREMIUM_MONTHLY: "por un mes", PREMIUM_YEARLY: "por un año" };

const changed = ({ host }: Facts) =>
  `Recibes este correo porque el plan de tu cuenta en ${host} ha cambiado.`;

export const spanish: Texts = {
  begun: ({ plan, price, until, next }, { host, link, premium, free }) => ({
    subject: "Tu plan premium empieza",
    preview: "Qué te da y cuándo es el próximo pago.",
    heading: "Tu plan premium empieza",
    blocks: [
      paragraph(
        `Tu cuenta ya tiene el plan premium: hasta ${premium.artists} artistas, ${premium.songs} canciones nuevas al mes, wNFT para todas tus canciones, claves de API y una comisión del ${premium.fee} en lugar del ${free.fee} en las experiencias de pago.`,
      ),
      next === null
        ? paragraph(`Has pagado ${price} ${paid[plan]}. Termina el ${until}; no se paga nada más.`)
        : paragraph(
            `Has pagado ${price} ${paid[plan]}. El próximo pago es el ${next.day}: ${next.price}, y así ${each[next.plan]} hasta que lo canceles.`,
          ),
      button("Ver tu plan", link),
      note("Puedes cancelarlo cuando quieras. Lo que está pagado es tuyo hasta que termine."),
    ],
    reason: `Recibes este correo porque has contratado el plan premium en ${host}.`,
  }),

  unpaid: ({ keptUntil }, facts) => ({
    subject: "No se ha podido renovar tu plan",
    preview: "Tu tarjeta ha sido rechazada. Revísala o cámbiala.",
    heading: "No se ha podido renovar tu plan",
    blocks: [
      paragraph(
        "No se ha podido pagar el siguiente periodo de tu plan premium: tu tarjeta ha sido rechazada.",
      ),
      keptUntil === null
        ? paragraph("Hasta que se pague, no te da nada. Revisa tu tarjeta o cámbiala.")
        : paragraph(
            `Conservas el plan hasta el ${keptUntil}. Se volverá a intentar el pago; revisa tu tarjeta o cámbiala.`,
          ),
      button("Ver tu plan", facts.link),
    ],
    reason: changed(facts),
  }),

  cancelled: ({ keptUntil }, facts) => ({
    subject: "Tu plan premium está cancelado",
    preview: "No se paga nada más.",
    heading: "Tu plan premium está cancelado",
    blocks: [
      keptUntil === null
        ? paragraph(
            "Has cancelado tu plan premium. No se paga nada más, y lo que estaba pagado ya ha terminado.",
          )
        : paragraph(
            `Has cancelado tu plan premium. No se paga nada más, y lo conservas hasta el ${keptUntil}.`,
          ),
      paragraph("Si cambias de idea, aquí tienes tu plan:"),
      button("Ver tu plan", facts.link),
    ],
    reason: changed(facts),
  }),

  switched: ({ next }, facts) => ({
    subject: "Tu plan se pagará de otra forma",
    preview: "No se cobra nada antes de que termine el periodo pagado.",
    heading: "Tu plan se pagará de otra forma",
    blocks: [
      paragraph(
        `A partir del ${next.day} pagas ${next.price} ${each[next.plan]} por tu plan premium. Antes no se cobra nada.`,
      ),
      button("Ver tu plan", facts.link),
    ],
    reason: changed(facts),
  }),

  resumed: ({ next }, facts) => ({
    subject: "Tu plan premium continúa",
    preview: "Ya no está cancelado.",
    heading: "Tu plan premium continúa",
    blocks: [
      paragraph(
        `Tu plan premium ya no está cancelado. El próximo pago es el ${next.day}: ${next.price}, y así ${each[next.plan]} hasta que lo canceles.`,
      ),
      button("Ver tu plan", facts.link),
    ],
    reason: changed(facts),
  }),

  ended: (_mail, facts) => ({
    subject: "Tu plan premium ha terminado",
    preview: "Todo lo que tienes se queda. Estás en el plan gratuito.",
    heading: "Tu plan premium ha terminado",
    blocks: [
      paragraph(
        "Ya no se paga por tu cuenta. Todo lo que tienes se queda como está: tus artistas, tus canciones, tus wNFT y tus experiencias.",
      ),
      paragraph(
        `Lo que se acaba es añadir más de lo que cabe en el plan gratuito: ${count(facts.free.artists, "artista", "artistas")}, ${count(facts.free.songs, "canción nueva", "canciones nuevas")} al mes y ${facts.free.wnfts} wNFT. Las claves de API ya no abren nada, y la comisión en las experiencias de pago vuelve a ser del ${facts.free.fee}.`,
      ),
      button("Ver los planes", facts.link),
    ],
    reason: changed(facts),
  }),
};

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
