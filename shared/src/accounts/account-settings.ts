import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { credentialLimits, signedIn, user } from "./accounts.ts";

export const patchMfa = endpoint({
  method: "PATCH",
  path: "user/mfa",
  access: "personal",
  tag: "accounts",
  summary:
    "Toggles login codes sent by email. Switching them off requires a session that started in the last ten minutes; " +
    "an older one gets E0018.",
  answer: user,
});

/** A publisher's API keys; null if there are none. */
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
  summary: "Creates new API keys that replace the old ones immediately. Premium only.",
  answer: apiKeys,
});

/** A device with a session. `browser` and `system` are parsed from the user agent; null if unknown. */
export const deviceSession = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Network of its last use: an IPv4 address or an IPv6 prefix. */
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
  summary: "Lists the devices with a session, this one first, then by last use.",
  answer: z.object({ data: z.array(deviceSession), total: z.number().int() }),
});

export const deleteSessionCall = endpoint({
  method: "DELETE",
  path: "my/sessions/:id",
  access: "personal",
  tag: "accounts",
  summary:
    "Signs a device out. A session that has ended is no error; a session of another account is not found.",
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
  summary: "Exports all data about the user, grouped by feature.",
  answer: z.record(z.string(), z.unknown()),
});

export const getMyStorage = endpoint({
  method: "GET",
  path: "my/storage",
  access: "personal",
  tag: "accounts",
  summary: "The storage that the user’s uploads take, and the quota (null: unlimited), in bytes.",
  answer: z.object({
    used: z.number().int(),
    quota: z.number().int().nullable(),
    available: z.number().int().nullable(),
  }),
});

export const deleteMe = endpoint({
  method: "DELETE",
  path: "me",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Deletes the account. Requires the password or, without one, a session that started in the last ten minutes. " +
    "Unfinished orders end first and are refunded; photos are deleted. With `keep_artworks: false`, the images of finished " +
    "artworks are deleted, too; otherwise they stay public. Blockchain data stays. Returns E0022 while artists of the account have wraps, and " +
    "E0063 for the last administrator who can log in.",
  body: z.object({
    password: z.string().max(credentialLimits.password).optional(),
    keep_artworks: z.boolean().default(true),
  }),
  answer: z.object({}),
});

export const getExchange = endpoint({
  method: "GET",
  path: "session/exchange",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Returns a token for the companion app, which can exchange it for its own session once, within 60 seconds.",
  answer: z.object({ token: z.string() }),
});

export const postExchange = endpoint({
  method: "POST",
  path: "session/exchange",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "For the companion app: exchanges the token for a session of its own. A token that is unknown, used or expired, or " +
    "whose session has ended, gets E0020.",
  body: z.object({ token: z.string({ error: "Required" }).min(1, { error: "Required" }).max(200) }),
  answer: signedIn,
});
