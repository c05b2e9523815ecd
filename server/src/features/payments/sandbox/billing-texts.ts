import type { Language } from "@wrapsody/shared/language.ts";

const english = {
  title: "Sandbox card and bills",
  heading: "Your card",
  lead: "A card provider would ask here for a card. The sandbox asks for none: choose how the next renewal turns out.",
  which: "Which card is on file",
  accepted: "A card that is accepted",
  acceptedNote: "The next renewal is paid.",
  declines: "A card that is declined",
  declinesNote: "The next renewal is not paid.",
  onFile: "On file now",
  price: "Price",
  state: "State",
  paidUntil: "Paid until",
  endedOn: "Ended on",
  next: "Then",
  nothingNext: "It ends, and nothing more is charged",
  PAID: "Paid",
  UNPAID: "The card was declined",
  ENDED: "Ended",
  previewHeading: "What only a preview can do",
  previewNote:
    "A real card provider waits until the period is over, then charges by itself. It has no button for that; a preview has, so that nobody waits a month.",
  move: "Let the period end now",
  retryNote:
    "A declined card is tried again days later, and the third time it is declined the plan ends. A preview need not wait for that either.",
  retry: "Try the card again now",
  bills: "Bills",
  told: {
    card: "The card on file is changed.",
    PAID: "The bill is paid, and the next period has begun.",
    UNPAID: "The card was declined, and the bill is open.",
    ENDED: "It has ended. Nothing more is charged.",
    moved: "This had moved on already, so nothing was done. Below is how it stands now.",
  },
  bill: "Bill",
  what: "For",
  period: "Period",
  from: "{from} to {until}",
  refunded: "Paid back",
  issued: "Issued",
  paidOn: "Paid on",
  bill_PAID: "Paid",
  bill_OPEN: "To be paid",
  bill_VOID: "Void: nobody has to pay it",
  bill_REFUNDED: "Paid back",
  pay: "Pay this bill",
  payNote: "With a card that is accepted, whichever is on file.",
  back: "Back to Wrapsody",
};
export type BillingTexts = typeof english;
/** What has just happened, as the page is told of it. */
export const tidings = ["card", "PAID", "UNPAID", "ENDED", "moved"] as const satisfies ReadonlyArray<
  keyof BillingTexts["told"]
>;
export type Told = (typeof tidings)[number];

const spanish: BillingTexts = {
  title: "Tarjeta y facturas de prueba",
  heading: "Tu tarjeta",
  lead: "Un proveedor de tarjetas pediría aquí una tarjeta. El entorno de pruebas no pide ninguna: elige cómo acaba la próxima renovación.",
  which: "Qué tarjeta está guardada",
  accepted: "Una tarjeta que se acepta",
  acceptedNote: "La próxima renovación se paga.",
  declines: "Una tarjeta que se rechaza",
  declinesNote: "La próxima renovación no se paga.",
  onFile: "Guardada ahora",
  price: "Precio",
  state: "Estado",
  paidUntil: "Pagado hasta",
  endedOn: "Terminó el",
  next: "Después",
  nothingNext: "Termina y no se cobra nada más",
  PAID: "Pagado",
  UNPAID: "La tarjeta fue rechazada",
  ENDED: "Terminado",
  previewHeading: "Lo que solo puede hacer una vista previa",
  previewNote:
    "Un proveedor de tarjetas de verdad espera a que acabe el período y cobra por sí mismo. No tiene ningún botón para eso; una vista previa sí, para que nadie espere un mes.",
  move: "Dejar que el período acabe ahora",
  retryNote:
    "Una tarjeta rechazada se intenta otra vez días después, y a la tercera vez que se rechaza el plan termina. Una vista previa tampoco tiene que esperar a eso.",
  retry: "Intentar otra vez con la tarjeta",
  bills: "Facturas",
  told: {
    card: "La tarjeta guardada ha cambiado.",
    PAID: "La factura está pagada y el siguiente período ha empezado.",
    UNPAID: "La tarjeta fue rechazada y la factura está pendiente.",
    ENDED: "Ha terminado. No se cobra nada más.",
    moved: "Esto ya había avanzado, así que no se hizo nada. Abajo está cómo queda ahora.",
  },
  bill: "Factura",
  what: "Concepto",
  period: "Período",
  from: "del {from} al {until}",
  refunded: "Devuelto",
  issued: "Emitida",
  paidOn: "Pagada el",
  bill_PAID: "Pagada",
  bill_OPEN: "Pendiente de pago",
  bill_VOID: "Anulada: nadie tiene que pagarla",
  bill_REFUNDED: "Devuelta",
  pay: "Pagar esta factura",
  payNote: "Con una tarjeta que se acepta, sea cual sea la guardada.",
  back: "Volver a Wrapsody",
};

export const billingTexts: Readonly<Record<Language, BillingTexts>> = { en: english, es: spanish };
