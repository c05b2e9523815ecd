import type { TFunction } from "i18next";
import { useSyncExternalStore } from "react";
import { useLocation, useSearchParams } from "react-router";
import { returnTargets } from "../../../lib/storage/session.ts";
import type { LoginPurpose } from "../../../paths.ts";
import { sessionInvalid } from "../../../shell/session-end.ts";
import { LOGIN_REQUIRED } from "../layouts/session-guard.ts";

/** Reason for the redirect to the login. */
export type LoginReason = {
  /** Key of the text. */
  key: string;
  failure: boolean;
  /** The page stays open although the reader has a session. */
  stays: boolean;
};

const reasons: Readonly<Record<string, string>> = {
  [LOGIN_REQUIRED]: "accounts.login.noSession",
  [sessionInvalid]: "accounts.login.sessionInvalid",
  "401": "accounts.login.sessionInvalid",
};

/** Actions that require a fresh login. */
const confirmations: Readonly<Record<string, string>> = { E0018: "accounts.login.again" };

/** The MFA code expired and the login starts over. */
export const codeExpired: LoginReason = { key: "accounts.code.expired", failure: true, stays: true };
const expiries: Readonly<Record<string, string>> = { E0015: codeExpired.key };

/** Failures of a social login, as prescribed query values. */
export const oauthFailed = "OAuth failed";
export const invalidNetwork = "Invalid social login selected";
const failures: Readonly<Record<string, string>> = {
  [oauthFailed]: "accounts.login.oauthFailed",
  [invalidNetwork]: "accounts.login.invalidNetwork",
  E0060: "accounts.signUp.invitationOnlyText",
  E0061: "accounts.signUp.closedText",
  E0082: "accounts.login.suspended",
};

const successes: Readonly<Record<string, string>> = {
  registered: "accounts.login.registered",
  claimed: "accounts.login.claimed",
  reset: "accounts.login.reset",
};

/** Parses the reason from the query string. Unknown values are ignored. */
export function parseLoginReason(query: URLSearchParams): LoginReason | undefined {
  return (
    findReason(failures, query.get("error"), { failure: true, stays: true }) ??
    findReason(expiries, query.get("err"), codeExpired) ??
    findReason(reasons, query.get("err"), { failure: false, stays: false }) ??
    findReason(confirmations, query.get("err"), { failure: false, stays: true }) ??
    findReason(successes, query.get("done"), { failure: false, stays: true })
  );
}

function findReason(
  keys: Readonly<Record<string, string>>,
  value: string | null,
  kind: Omit<LoginReason, "key">,
): LoginReason | undefined {
  const key = value !== null && Object.hasOwn(keys, value) ? keys[value] : undefined;
  return key === undefined ? undefined : { ...kind, key };
}

/** Reason for the login, and the name of its subject. */
export type Purpose = { purpose: LoginPurpose; about: string | undefined };

const purposes: readonly string[] = [
  "start",
  "participate",
  "points",
  "page",
  "like",
  "playlist",
  "follow",
] satisfies LoginPurpose[];

/** Reads the purpose of a login or sign-up; undefined if there is none. Only the site itself sets the state of a location. */
export function useLoginPurpose(): Purpose | undefined {
  const [query] = useSearchParams();
  const about = useLocationState("about");
  const purpose = query.get("for") ?? purposeOf(query);
  if (!purposes.includes(purpose)) return undefined;
  return { purpose: purpose as LoginPurpose, about };
}

/** Returns the purpose of the login of Get started, and of one that a protected page required. */
function purposeOf(query: URLSearchParams): LoginPurpose | "" {
  if (query.get("sr") === returnTargets.you) return "start";
  return query.get("err") === LOGIN_REQUIRED ? "page" : "";
}

/** Returns a text that the previous page passed on. Undefined in the first render, like on the server. */
export function useLocationState(name: "about" | "username"): string | undefined {
  const state: unknown = useLocation().state;
  const value: unknown = Reflect.get(Object(state), name);
  return useSyncExternalStore(
    () => () => undefined,
    () => (typeof value === "string" ? value : undefined),
    () => undefined,
  );
}

/** Returns the sentence below the heading: the purpose of the login or sign-up, else the page's own sentence. */
export function leadText(t: TFunction, purpose: Purpose | undefined, otherwise: string): string {
  if (purpose === undefined) return t(otherwise);
  const { about } = purpose;
  if (purpose.purpose === "participate" && about !== undefined)
    return t("accounts.purpose.participateIn", { experience: about });
  return t(`accounts.purpose.${purpose.purpose}`);
}
