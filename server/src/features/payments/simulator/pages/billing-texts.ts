import type { Language } from "@wrapsody/shared/api/language.ts";

const english = {
  title: "Sandbox card and invoices",
  heading: "Your card",
  lead: "A payment provider would ask for a card here. The sandbox doesn’t: choose the outcome of the next renewal.",
  which: "Card on file",
  accepted: "An accepted card",
  acceptedNote: "The next renewal succeeds.",
  declines: "A declined card",
  declinesNote: "The next renewal fails.",
  onFile: "On file",
  price: "Price",
  state: "State",
  paidUntil: "Paid until",
  endedOn: "Ended on",
  next: "Next period",
  nothingNext: "Ends without another charge",
  PAID: "Paid",
  UNPAID: "The card was declined",
  ENDED: "Ended",
  previewHeading: "Preview only",
  previewNote:
    "A real payment provider charges automatically when the period ends. This button saves you the wait.",
  move: "End the period now",
  retryNote:
    "A declined card is retried after some days; the plan ends after the third failure. This button saves you the wait.",
  retry: "Retry the card now",
  bills: "Invoices",
  messages: {
    card: "The card on file was changed.",
    PAID: "The invoice is paid, and the next period has started.",
    UNPAID: "The card was declined, and the invoice is open.",
    ENDED: "The plan has ended. You won’t be charged again.",
    moved: "The plan changed meanwhile, so nothing was done. The current state is below.",
  },
  bill: "Invoice",
  what: "For",
  period: "Period",
  from: "{from} to {until}",
  refunded: "Refunded",
  issued: "Issued",
  paidOn: "Paid on",
  bill_PAID: "Paid",
  bill_OPEN: "Open",
  bill_VOID: "Void",
  bill_REFUNDED: "Refunded",
  pay: "Pay this invoice",
  payNote: "Always with an accepted card.",
  back: "Back to Wrapsody",
};
export type BillingTexts = typeof english;
/** Values of the page's query parameter that selects the message about the last action. */
export const flashMessages = ["card", "PAID", "UNPAID", "ENDED", "moved"] as const satisfies ReadonlyArray<
  keyof BillingTexts["messages"]
>;
export type FlashMessage = (typeof flashMessages)[number];

const spanish: BillingTexts = {
  title: "Tarjeta y facturas de prueba",
  heading: "Tu tarjeta",
  lead: "Un proveedor de pagos pediría aquí una tarjeta. El entorno de pruebas no la pide: elige el resultado de la próxima renovación.",
  which: "Tarjeta guardada",
  accepted: "Una tarjeta aceptada",
  acceptedNote: "La próxima renovación se cobra.",
  declines: "Una tarjeta rechazada",
  declinesNote: "La próxima renovación falla.",
  onFile: "Guardada",
  price: "Precio",
  state: "Estado",
  paidUntil: "Pagado hasta",
  endedOn: "Terminó el",
  next: "Próximo período",
  nothingNext: "Termina sin otro cobro",
  PAID: "Pagado",
  UNPAID: "La tarjeta fue rechazada",
  ENDED: "Terminado",
  previewHeading: "Solo en la vista previa",
  previewNote:
    "Un proveedor de pagos real cobra automáticamente al acabar el período. Este botón te ahorra la espera.",
  move: "Acabar el período ahora",
  retryNote:
    "Una tarjeta rechazada se vuelve a probar días después; el plan termina tras el tercer fallo. Este botón te ahorra la espera.",
  retry: "Volver a probar la tarjeta ahora",
  bills: "Facturas",
  messages: {
    card: "La tarjeta guardada ha cambiado.",
    PAID: "La factura está pagada y el siguiente período ha empezado.",
    UNPAID: "La tarjeta fue rechazada y la factura está pendiente.",
    ENDED: "El plan ha terminado. No se te volverá a cobrar.",
    moved: "El plan cambió mientras tanto, así que no se hizo nada. Abajo está el estado actual.",
  },
  bill: "Factura",
  what: "Concepto",
  period: "Período",
  from: "del {from} al {until}",
  refunded: "Reembolsado",
  issued: "Emitida",
  paidOn: "Pagada el",
  bill_PAID: "Pagada",
  bill_OPEN: "Pendiente",
  bill_VOID: "Anulada",
  bill_REFUNDED: "Reembolsada",
  pay: "Pagar esta factura",
  payNote: "Siempre con una tarjeta aceptada.",
  back: "Volver a Wrapsody",
};

export const billingTexts: Readonly<Record<Language, BillingTexts>> = { en: english, es: spanish };
