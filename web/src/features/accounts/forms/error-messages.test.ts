import { expect, it } from "vitest";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { failureKey } from "./error-messages.ts";

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
