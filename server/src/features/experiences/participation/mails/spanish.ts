import type { RefundReason } from "@wrapsody/shared/participation.ts";
import { button, note, paragraph } from "../../../../platform/mail/content.ts";
import type { Facts, Texts } from "./texts.ts";

const tookPart = ({ host }: Facts) =>
  `Recibes este correo porque ocupaste una plaza en una experiencia de ${host}.`;

const whys: Record<RefundReason, (name: string) => string> = {
  SOLD_OUT: (name) => `Todas las plazas de «${name}» se ocuparon antes de que se completara tu pedido.`,
  TOO_LATE: (name) => `Tu pago por una plaza en «${name}» llegó demasiado tarde: ya no está abierta.`,
  WITHDRAWN: (name) => `«${name}» se eliminó antes de que se hiciera tu obra.`,
  BY_THE_HOUSE: (name) => `Hemos devuelto lo que pagaste por una plaza en «${name}».`,
};

export const spanish: Texts = {
  finished: ({ name, link, minted, failed }, { host }) => ({
    subject: failed === 0 ? "Tus obras ya están acuñadas" : "No se han acuñado todas tus obras",
    preview: "La lista de carteras que enviaste está terminada.",
    heading: failed === 0 ? "Tus obras ya están acuñadas" : "No se han acuñado todas tus obras",
    blocks: [
      paragraph(
        `La lista de carteras que enviaste para «${name}» está terminada: ${count(minted, "obra acuñada", "obras acuñadas")}.`,
      ),
      ...(failed === 0
        ? []
        : [paragraph(`No se ha podido acuñar lo siguiente: ${count(failed, "obra", "obras")}.`)]),
      button(failed === 0 ? "Abrir tus listas" : "Ver cuáles", link),
    ],
    reason: `Recibes este correo porque enviaste una lista de carteras en ${host}.`,
  }),

  failed: ({ name, link }, { host }) => ({
    subject: "No se ha podido hacer una obra",
    preview: "Alguien participó en tu experiencia y todavía no tiene obra.",
    heading: "No se ha podido hacer una obra",
    blocks: [
      paragraph(
        `Alguien participó en «${name}» y no se ha podido hacer o acuñar su obra. Su plaza sigue siendo suya y le decimos que lo sabes.`,
      ),
      paragraph(
        "La página de abajo dice por qué y permite hacerla de nuevo. Si fallan más antes de eso, no recibirás otro correo.",
      ),
      button("Ver qué ha fallado", link),
    ],
    reason: `Recibes este correo porque publicas una experiencia en ${host}.`,
  }),

  confirmed: ({ name, order, link, paid }, facts) => ({
    subject: "Tu plaza está confirmada",
    preview: "Estamos haciendo tu obra.",
    heading: "Tu plaza está confirmada",
    blocks: [
      paragraph(`Tienes una plaza en «${name}». Estamos haciendo tu obra, que llegará sola a tu cartera.`),
      paragraph(
        paid === null
          ? `Tu pedido tiene el número ${order}.`
          : `Has pagado ${paid}. Número de pedido: ${order}.`,
      ),
      button("Ver tu obra", link),
    ],
    reason: tookPart(facts),
  }),

  photo: ({ name, order, link, paid, again }, facts) => ({
    subject: again ? "Todavía falta tu foto" : "Tu plaza está pagada: añade tu foto",
    preview: "Haremos tu obra en cuanto esté tu foto.",
    heading: again ? "Todavía falta tu foto" : "Añade tu foto",
    blocks: [
      paragraph(
        `Tu plaza en «${name}» es tuya. Falta una cosa: haremos tu obra en cuanto hayas añadido tu foto.`,
      ),
      paragraph(`Has pagado ${paid}. Número de pedido: ${order}.`),
      button("Añadir tu foto", link),
      note("Guardamos tu plaza el tiempo que haga falta."),
    ],
    reason: tookPart(facts),
  }),

  paidBack: ({ name, order, link, paid, why, keeps }, facts) => ({
    subject: "Te devolvemos tu pago",
    preview: "El dinero vuelve a la tarjeta de la que salió.",
    heading: "Te devolvemos tu pago",
    blocks: [
      paragraph(whys[why](name)),
      paragraph(
        `Los ${paid} que pagaste vuelven a la tarjeta de la que salieron. Puede tardar unos días. Número de pedido: ${order}.`,
      ),
      paragraph(
        keeps
          ? "Tu obra sigue siendo tuya. Los puntos que ganaste con ella se retiran."
          : "La plaza ya no es tuya.",
      ),
      button("Ver tu pedido", link),
    ],
    reason: tookPart(facts),
  }),
};

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
