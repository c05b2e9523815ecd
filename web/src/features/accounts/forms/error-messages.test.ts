import { createInstance, type TFunction } from "i18next";
import { expect, it } from "vitest";
import translation from "../../../language/en.json" with { type: "json" };
import { ApiError } from "../../../lib/api/api-fetch.ts";
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
