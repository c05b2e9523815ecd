import { expect, it } from "vitest";
import { fieldErrorText } from "../../features/accounts/index.ts";
import { ApiError } from "./api-fetch.ts";
import { toPageLanguage } from "./translated-messages.ts";

const t = ((key: string) => key) as Parameters<typeof fieldErrorText>[0];

it("an error in another language is recognised by its English messages, and shown as translated where the site has no text", () => {
  const known = { field: "name", message: "Obligatorio", english: "Required" };
  const unknown = { field: "size", message: "Escribe un múltiplo de 5.", english: "Enter a multiple of 5." };
  const error = new ApiError(400, {
    code: "E0007",
    message: "Revisa los campos marcados.",
    english: "Please check the marked fields.",
    errors: [known, unknown],
  });
  expect(error.message).toBe("Please check the marked fields.");
  expect(error.errors).toEqual([
    { field: "name", message: "Required" },
    { field: "size", message: "Enter a multiple of 5." },
  ]);
  expect(error.errors.map(({ message }) => fieldErrorText(t, message))).toEqual([
    "accounts.required",
    "Escribe un múltiplo de 5.",
  ]);
  expect(toPageLanguage("Nobody said this.")).toBe("Nobody said this.");
});
