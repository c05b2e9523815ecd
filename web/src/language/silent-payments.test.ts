import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import {
  ofOrder as ofParticipationOrder,
  participationErrorText,
} from "../features/experiences/participation/error-messages.ts";
import { ofOrder as ofPlanOrder, planErrorText } from "../features/subscriptions/error-messages.ts";
import { ApiError } from "../lib/api/api-fetch.ts";
import participationEn from "./participation/en.json" with { type: "json" };
import participationEs from "./participation/es.json" with { type: "json" };
import plansEn from "./studio/en.json" with { type: "json" };
import plansEs from "./studio/es.json" with { type: "json" };

const silent = new ApiError(503, { code: "E0048", message: "", errors: [] });
/** Returns the key instead of the text. */
const t = ((key: string) => key) as TFunction;
/** Returns a text by its key; undefined if there is none. */
const textIn = (texts: object, key: string): unknown =>
  key
    .split(".")
    .reduce<unknown>((at, name) => (at instanceof Object ? Reflect.get(at, name) : undefined), texts);

it.each([
  {
    what: "a spot",
    errorText: participationErrorText,
    ofOrder: ofParticipationOrder,
    en: participationEn,
    es: participationEs,
  },
  { what: "a plan", errorText: planErrorText, ofOrder: ofPlanOrder, en: plansEn, es: plansEs },
])(
  "a payment service that does not respond: says that nothing was charged for $what, unless it may have been paid",
  ({ errorText, ofOrder, en, es }) => {
    const bothLanguages = (key: string) => [textIn(en, key), textIn(es, key)];
    expect(bothLanguages(errorText(t, silent))).toEqual([
      "The payment service isn’t responding. You weren’t charged. Please try again.",
      "El servicio de pago no responde. No se te ha cobrado nada. Inténtalo de nuevo.",
    ]);
    expect(bothLanguages(errorText(t, silent, ofOrder))).toEqual([
      "The payment service isn’t responding. If you’ve already paid, your payment is safe. Please try again.",
      "El servicio de pago no responde. Si ya has pagado, tu pago está a salvo. Inténtalo de nuevo.",
    ]);
  },
);
