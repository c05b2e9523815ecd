import * as z from "zod";
import { credentialLimits, signedIn, user } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { instant } from "./media.ts";

export const patchMfa = endpoint({
  method: "PATCH",
  path: "user/mfa",
  access: "personal",
  tag: "accounts",
  summary:
    "Switches codes by e-mail on or off. Switching them off takes a session that began in the last ten minutes; an " +
    "older one is answered E0018.",
  answer: user,
});

/** A publisher's API keys; null while there are none. */
export const apiKeys = z.object({ apiKeyId: z.string().nullable(), apiKeySecret: z.string().nullable() });

export const getKeys = endpoint({
  method: "GET",
  path: "provider/keys",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary: "Reveals the publisher's API keys, which is logged. Premium only.",
  answer: apiKeys,
});

export const patchKeys = endpoint({
  method: "PATCH",
  path: "provider/keys",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary: "Makes new API keys. The old ones end at once. Premium only.",
  answer: apiKeys,
});

/** A device that is signed in. `browser` and `system` are guesses from what it says of itself; null: unknown. */
export const deviceSession = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network it was last seen in: an IPv4 address or an IPv6 network. */
  network: z.string(),
  created_at: instant,
  last_used_at: instant,
  current: z.boolean(),
});
export type DeviceSession = z.output<typeof deviceSession>;

export const getSessions = endpoint({
  method: "GET",
  path: "my/sessions",
  access: "personal",
  tag: "accounts",
  summary: "The devices that are signed in, this one first, then the last used.",
  answer: z.object({ data: z.array(deviceSession), total: z.number().int() }),
});

export const deleteSessionCall = endpoint({
  method: "DELETE",
  path: "my/sessions/:id",
  access: "personal",
  tag: "accounts",
  summary:
    "Signs a device out. One that has left already is no error; a session of somebody else's is not found.",
  params: z.object({ id: z.guid({ error: "Not found." }) }),
  answer: z.object({}),
});

export const deleteOtherSessions = endpoint({
  method: "DELETE",
  path: "my/sessions",
  access: "personal",
  tag: "accounts",
  summary: "Signs all other devices out.",
  answer: z.object({ ended: z.number().int() }),
});

export const getMyData = endpoint({
  method: "GET",
  path: "my/data",
  access: "personal",
  limit: "upload",
  tag: "accounts",
  summary: "Everything that is kept about the user, by the part of the program that keeps it.",
  answer: z.record(z.string(), z.unknown()),
});

export const deleteMe = endpoint({
  method: "DELETE",
  path: "me",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Deletes the account. Asks for the password; who has none needs a session that began in the last ten minutes. " +
    "What is on a chain stays there. Refused with E0022 while artists of the account have wraps.",
  body: z.object({ password: z.string().max(credentialLimits.password).optional() }),
  answer: z.object({}),
});

export const getExchange = endpoint({
  method: "GET",
  path: "session/exchange",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "A token for the companion app: it can be exchanged for a session of its own, once, within 60 seconds.",
  answer: z.object({ token: z.string() }),
});

export const postExchange = endpoint({
  method: "POST",
  path: "session/exchange",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "For the companion app: exchanges the token that it was handed for a session of its own. One that is unknown, was " +
    "used, or whose time or session is over is answered E0020.",
  body: z.object({ token: z.string({ error: "Required" }).min(1, { error: "Required" }).max(200) }),
  answer: signedIn,
});
