import { createInstance, type TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import translation from "../../../language/en.json" with { type: "json" };
import { parseLoginReason } from "./login-reason.ts";

const instance = createInstance();
void instance.init({ lng: "en", resources: { en: { translation } }, initAsync: false });
const t: TFunction = instance.t;

describe("the message of the login page", () => {
  it.each([
    ["err=E01", "no session was detected.", { failure: false, stays: false }],
    ["err=E0003", "your session is not valid.", { failure: false, stays: false }],
    ["err=401", "your session is not valid.", { failure: false, stays: false }],
    ["err=E0018", "Please log in again to confirm it’s you.", { failure: false, stays: true }],
    [
      "err=E0015",
      "This code has expired or was entered incorrectly too many times. Please log in again.",
      { failure: true, stays: true },
    ],
    ["error=OAuth+failed", "OAuth failed", { failure: true, stays: true }],
    ["error=Invalid+social+login+selected", "Invalid social login selected", { failure: true, stays: true }],
    ["done=reset", "your password has been reset.", { failure: false, stays: true }],
    [
      "done=registered",
      "Open the confirmation link in your email. Then log in here.",
      { failure: false, stays: true },
    ],
    ["done=claimed", "Your account is ready. Log in to get started.", { failure: false, stays: true }],
  ])("explains %s: %s", (query, text, kind) => {
    const reason = parseLoginReason(new URLSearchParams(query));
    expect(t(reason?.key ?? "")).toBe(text);
    expect(reason).toMatchObject(kind);
  });

  it("never repeats an unknown parameter", () => {
    for (const query of ["err=Call+0900+now", "error=Call+0900+now", "done=constructor", ""])
      expect(parseLoginReason(new URLSearchParams(query))).toBeUndefined();
  });
});
