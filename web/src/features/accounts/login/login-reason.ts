import { sessionInvalid } from "../../../shell/session-end.ts";
import { LOGIN_REQUIRED } from "../layouts/guard.ts";

/** What is told to a reader who did not come to the log-in by themselves. */
export type LoginReason = {
  /** Of the text. */
  key: string;
  failure: boolean;
  /** They have reason to be here although they have a session. */
  stays: boolean;
};

const reasons: Readonly<Record<string, string>> = {
  [LOGIN_REQUIRED]: "accounts.login.noSession",
  [sessionInvalid]: "accounts.login.sessionInvalid",
  "401": "accounts.login.sessionInvalid",
};

/** Who has a session proves who they are again, where what they want to do asks for it. */
const confirmations: Readonly<Record<string, string>> = { E0018: "accounts.login.again" };

/** Where a code came to nothing and the log-in begins again. */
export const codeExpired: LoginReason = { key: "accounts.code.expired", failure: true, stays: true };
const expiries: Readonly<Record<string, string>> = { E0015: codeExpired.key };

/** How a log-in by a streaming service ended: the words stand in the address. */
export const oauthFailed = "OAuth failed";
export const invalidNetwork = "Invalid social login selected";
const failures: Readonly<Record<string, string>> = {
  [oauthFailed]: "accounts.login.oauthFailed",
  [invalidNetwork]: "accounts.login.invalidNetwork",
};

const successes: Readonly<Record<string, string>> = {
  registered: "accounts.login.registered",
  claimed: "accounts.login.claimed",
  reset: "accounts.login.reset",
};

/** What the address says of how the reader came here; a value that is not one of ours says nothing. */
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
