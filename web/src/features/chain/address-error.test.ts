import { addressErrors } from "@wrapsody/shared/text/pasted-address.ts";
import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import texts from "../../language/wallets/en.json" with { type: "json" };
import { addressErrorText } from "./address-error.ts";

it("an error about an address has a text of the site, in the words of the API", () => {
  const t = ((key: string) => key) as TFunction;
  for (const [problem, message] of Object.entries(addressErrors))
    expect(addressErrorText(t, message)).toBe(`wallets.problem.${problem}`);
  expect(texts.wallets.problem).toEqual(addressErrors);
  expect(addressErrorText(t, "Required")).toBeUndefined();
});
