import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import en from "../../language/studio/en.json" with { type: "json" };
import es from "../../language/studio/es.json" with { type: "json" };
import { AskError } from "../../lib/ask.ts";
import { ofOrder, refusalText } from "./problems.ts";

const silent = new AskError(503, { code: "E0048", message: "", errors: [] });
/** Answers which text is shown. */
const t = ((key: string) => key) as TFunction;
/** A text by its key; undefined where there is none. */
const textIn = (texts: object, key: string): unknown =>
  key
    .split(".")
    .reduce<unknown>((at, name) => (at instanceof Object ? Reflect.get(at, name) : undefined), texts);

it("says of a payment service that is silent that nothing was charged, but not where something may be paid", () => {
  const said = (key: string) => [textIn(en, key), textIn(es, key)];
  expect(said(refusalText(t, silent))).toEqual([
    "The payment service does not answer at the moment. Nothing was charged. Please try again.",
    "El servicio de pago no responde en este momento. No se ha cobrado nada. Inténtalo de nuevo.",
  ]);
  expect(said(refusalText(t, silent, ofOrder))).toEqual([
    "The payment service does not answer at the moment. If you have paid, nothing is lost. Please try again.",
    "El servicio de pago no responde en este momento. Si ya has pagado, no se ha perdido nada. Inténtalo de nuevo.",
  ]);
});
