import type { Endpoint } from "@wrapsody/shared/endpoint.ts";
import type { ErrorAnswer } from "@wrapsody/shared/errors.ts";
import { loseSession, sessionToken } from "../storage/session.ts";
import { callerHeaders } from "../storage/visitor.ts";
import { AskError, type Asked, addressOf, unknownError } from "./api-fetch.ts";

/** Makes a call that answers a file instead of JSON. Throws `AskError` as `ask` does. */
export async function askFile<E extends Endpoint>(endpoint: E, asked: Asked<E>): Promise<Blob> {
  const token = endpoint.access === "public" ? undefined : sessionToken();
  const response = await fetch(addressOf(endpoint, asked), {
    method: endpoint.method,
    headers: { ...callerHeaders(endpoint.access), "content-type": "application/json" },
    body: JSON.stringify(asked.body ?? {}),
  }).catch(() => undefined);
  // A network that goes while the file is on its way is gone, too.
  const file = response?.ok ? await response.blob().catch(() => undefined) : undefined;
  if (file !== undefined) return file;
  if (response === undefined || response.ok) throw new AskError(0, { ...unknownError, errors: [] });
  const answer = (await response.json().catch(() => undefined)) as ErrorAnswer | undefined;
  if (response.status === 401) loseSession(token);
  throw new AskError(response.status, answer ?? { ...unknownError, errors: [] });
}
