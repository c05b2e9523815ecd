import { createInstance, type TFunction } from "i18next";
import { expect, it } from "vitest";
import translation from "../../../language/en.json" with { type: "json" };
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { toPageLanguage } from "../../../lib/api/translated-messages.ts";
import { failureKey, fieldErrorText } from "./error-messages.ts";

const instance = createInstance();
void instance.init({ lng: "en", resources: { en: { translation } }, initAsync: false });
const t: TFunction = instance.t;

it.each([
  ["Required", "Required"],
  ["Enter an email address.", "Enter an email address."],
  ["Please use at least 8 characters.", "Use at least 8 characters."],
  ["Please use at most 100 characters.", "Use no more than 100 characters."],
  ["The passwords do not match.", "Passwords don’t match."],
  ["This password is too common. Choose another one.", "This password is too common. Choose another one."],
  ["Incorrect MFA code provided.", "Incorrect MFA code provided."],
  ["Wrong password.", "Incorrect password."],
  ["A new message of the server.", "A new message of the server."],
  [undefined, undefined],
])("the field error %j gets the text %j", (problem, text) => {
  expect(fieldErrorText(t, problem)).toBe(text);
});

it.each([
  [0, "errors.offline"],
  [409, "manage.refused"],
  [429, "accounts.tooOften"],
  [500, "errors.X001"],
  [503, "errors.X001"],
  [507, "errors.E0049"],
])("a call that fails with status %i gets a text of its own", (status, key) => {
  const error = new ApiError(status, { code: "X001", message: "", errors: [] });
  expect(failureKey(error, "manage.refused")).toBe(key);
});

/** Returns the key instead of the text. */
const key = ((name: string) => name) as TFunction;

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
  expect(error.errors.map(({ message }) => fieldErrorText(key, message))).toEqual([
    "accounts.required",
    "Escribe un múltiplo de 5.",
  ]);
  expect(toPageLanguage("Nobody said this.")).toBe("Nobody said this.");
});
