import { sessionInvalid } from "../../../shell/session-end.ts";
import { sentAway } from "../layouts/guard.ts";

/** What is told to a reader who did not come to the log-in by themselves. */
export type Arrival = {
  /** Of the text. */
  key: string;
  failure: boolean;
  /** They have reason to be here although they have a session. */
  stays: boolean;
};

const reasons: Readonly<Record<string, string>> = {
  [sentAway]: "accounts.login.noSession",
  [sessionInvalid]: "accounts.login.sessionInvalid",
  "401": "accounts.login.sessionInvalid",
};

/** Who has a session proves who they are again, where what they want to do asks for it. */
const confirmations: Readonly<Record<string, string>> = { E0018: "accounts.login.again" };

/** Where a code came to nothing and the log-in begins again. */
export const codeExpired: Arrival = { key: "accounts.code.expired", failure: true, stays: true };
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
export function arrivalOf(query: URLSearchParams): Arrival | undefined {
  return (
    arrival(failures, query.get("error"), { failure: true, stays: true }) ??
    arrival(expiries, query.get("err"), codeExpired) ??
    arrival(reasons, query.get("err"), { failure: false, stays: false }) ??
    arrival(confirmations, query.get("err"), { failure: false, stays: true }) ??
    arrival(successes, query.get("done"), { failure: false, stays: true })
  );
}

function arrival(
  keys: Readonly<Record<string, string>>,
  value: string | null,
  kind: Omit<Arrival, "key">,
): Arrival | undefined {
  const key = value !== null && Object.hasOwn(keys, value) ? keys[value] : undefined;
  return key === undefined ? undefined : { ...kind, key };
}
