import type { Endpoint } from "../api/endpoint.ts";
import { type MemberRole, memberRoles } from "./accounts.ts";

/**
 * The least role for a call on behalf of another account. `PERSON`: the call concerns the logged-in person, also while they work for
 * an account. A function decides by the validated body.
 */
type Permission = MemberRole | "PERSON" | ((body: Record<string, unknown>) => MemberRole);

/**
 * The permission of every call that knows its caller. Public calls have none. The program does not start if a call is missing. Readers
 * see the studio; editors change the catalogue, experiences and claims, and see fans' addresses; money, keys, minting, deletion and
 * members need an owner.
 */
export const permissions: Readonly<Record<string, Permission>> = {
  // Accounts: a person's login, profile and devices.
  "GET me": "PERSON",
  "PATCH me": "PERSON",
  "DELETE me": "PERSON",
  "POST auth": "PERSON",
  "POST auth/mfa": "PERSON",
  "POST auth/mfa/resend": "PERSON",
  "POST auth/logout": "PERSON",
  "POST user/:uid/claim/:code/session": "PERSON",
  "PATCH user/mfa": "PERSON",
  "POST auth/passkey/options": "PERSON",
  "POST auth/passkey": "PERSON",
  "GET my/passkeys": "PERSON",
  "POST my/passkey/options": "PERSON",
  "POST my/passkey": "PERSON",
  "DELETE my/passkey/:id": "PERSON",
  "PATCH my/profile": "PERSON",
  "GET my/address": "PERSON",
  "POST my/address": "PERSON",
  "DELETE my/address": "PERSON",
  "POST my/address/check": "PERSON",
  "GET session/exchange": "PERSON",
  "GET my/sessions": "PERSON",
  "DELETE my/sessions": "PERSON",
  "DELETE my/sessions/:id": "PERSON",
  "GET my/data": "PERSON",
  "GET my/mails": "PERSON",
  "PATCH my/mails": "PERSON",
  "PUT my/mails/followed": "PERSON",
  "POST user/social/:network/exchange": "PERSON",
  "POST user/social/:network/subsidiary": "PERSON",
  "GET my/storage": "READER",
  "GET provider/keys": "OWNER",
  "PATCH provider/keys": "OWNER",

  // Wallets are proved by a person's signature.
  "GET my/wallets": "PERSON",
  "POST my/wallets": "PERSON",
  "POST my/wallets/message": "PERSON",
  "DELETE my/wallets/:address": "PERSON",

  // Members. An invitation is accepted, and a membership left, by a person.
  "GET my/members": "OWNER",
  "PATCH my/member/:id": "OWNER",
  "DELETE my/member/:id": "OWNER",
  "POST my/member-invitation": "OWNER",
  "POST my/member-invitation/:id/resend": "OWNER",
  "DELETE my/member-invitation/:id": "OWNER",
  "GET member-invitation/:code": "PERSON",
  "DELETE member-invitation/:code": "PERSON",
  "POST my/membership": "PERSON",
  "DELETE my/membership/:id": "PERSON",

  // Webhooks: their secrets are keys.
  "GET my/webhooks": "OWNER",
  "POST my/webhook": "OWNER",
  "PATCH my/webhook/:id": "OWNER",
  "DELETE my/webhook/:id": "OWNER",
  "POST my/webhook/:id/secret": "OWNER",
  "POST my/webhook/:id/test": "OWNER",
  "GET my/webhook/:id/deliveries": "OWNER",
  "POST my/webhook/:id/delivery/:delivery": "OWNER",

  // Catalogue.
  "GET my/artists": "READER",
  "GET my/artist/:id": "READER",
  "POST artist": "EDITOR",
  "PATCH artist/:id": "EDITOR",
  "DELETE artist/:id": "OWNER",
  "GET my/albums": "READER",
  "GET my/album/:id": "READER",
  "POST artist/:id/album": "EDITOR",
  "PATCH album/:id": "EDITOR",
  "DELETE album/:id": "OWNER",
  "GET my/songs": "READER",
  "GET my/song/:id": "READER",
  "POST artist/:id/song": "EDITOR",
  "PATCH song/:id": "EDITOR",
  "DELETE song/:id": "OWNER",
  "PATCH song/:id/art": "EDITOR",
  "PATCH song/:id/audio": "EDITOR",
  "DELETE change/:id": "EDITOR",
  "POST song/:id/listing": "EDITOR",
  "DELETE song/:id/listing": "EDITOR",
  "PUT song/:id/schedule": "EDITOR",
  "DELETE song/:id/schedule": "EDITOR",
  "POST my/songs/actions": ({ action }) => (action === "DELETE" ? "OWNER" : "EDITOR"),
  "GET my/master-limit": "READER",
  "GET song/:id/master": "EDITOR",
  "PUT song/:id/master": "EDITOR",
  "DELETE song/:id/master": "OWNER",
  "GET my/checklist": "READER",
  "GET my/statistics": "READER",
  "GET my/song/:id/nft": "READER",
  "POST song/:id/nft": "OWNER",
  "POST song/:id/nft/transfer": "OWNER",

  // Followers. Their addresses, with their consent, are for editors.
  "GET my/artist/:id/followers": "READER",
  "GET my/artist/:id/followers/export": "EDITOR",

  // Imports and exports. Undoing an import deletes wraps.
  "GET my/imports": "READER",
  "GET my/import/:id": "READER",
  "GET my/import/:id/refusals": "READER",
  "GET my/artists/export": "EDITOR",
  "GET my/catalogue/export": "EDITOR",
  "GET my/songs/export": "EDITOR",
  "POST song/import": "EDITOR",
  "POST user/import": "EDITOR",
  "DELETE my/import/:id": "OWNER",

  // Splits. Confirming one as a named owner disposes of the account's income.
  "GET song/:id/splits": "READER",
  "DELETE split/:id": "EDITOR",
  "GET my/splits": "READER",
  "GET my/splits/statement": "READER",
  "POST split/:id/confirm": "OWNER",
  "POST split/:id/decline": "OWNER",
  "POST split/:id/assignment": "OWNER",

  // Rewards of the account's wraps.
  "GET song/:id/reward": "READER",
  "POST song/:id/reward": "EDITOR",
  "DELETE song/:id/reward/:rewardId": "OWNER",
  "GET my/claims/received": "EDITOR",
  "PATCH claim/:id": "EDITOR",
  "GET song/:id/reward/:rewardId/doors": "EDITOR",
  "POST song/:id/reward/:rewardId/door": "EDITOR",
  "DELETE song/:id/reward/:rewardId/door/:doorId": "EDITOR",

  // Experiences. Components are editing: they can be restored for a day, and none can be deleted after the activation.
  "GET my/dapps": "READER",
  "GET my/dapp/:id": "READER",
  "GET my/dapp/:id/mints": "READER",
  "GET my/dapp/:id/failures": "READER",
  "GET my/dapp/:id/scans": "READER",
  "POST drop/:id": "EDITOR",
  "PATCH drop/:id": "EDITOR",
  "DELETE drop/:id": "OWNER",
  "PATCH drop/:id/activate": "EDITOR",
  "DELETE drop/:id/activate": "EDITOR",
  "PATCH drop/:id/close": "EDITOR",
  "GET my/dapp/:id/phases": "EDITOR",
  "PUT drop/:id/phases": "EDITOR",
  "POST drop/:id/component": "EDITOR",
  "PATCH drop/:id/component/:componentId": "EDITOR",
  "DELETE drop/:id/:componentId": "EDITOR",
  "POST drop/:id/components/delete": "EDITOR",
  "POST drop/:id/components/restore": "EDITOR",
  "PUT drop/:id/slot/:slot": "EDITOR",
  "POST drop/:id/qr": "EDITOR",
  "POST drop/:id/simulation": "EDITOR",
  "GET my/dapp/:id/codes": "OWNER",
  "GET my/dapp/:id/codes/:batchId": "OWNER",
  "GET my/dapp/:id/codes/:batchId/sheet": "OWNER",
  "POST drop/:id/codes": "OWNER",
  "DELETE drop/:id/codes/:batchId": "OWNER",
  "DELETE drop/:id/codes/:batchId/:codeId": "OWNER",
  "POST drop/:id/mint": "OWNER",
  "POST drop/:id/mintBulk": "OWNER",
  "POST drop/:id/participant/:participantId/mint": "OWNER",

  // Money. Statements can be read; payouts and the plan are the owner's.
  "GET my/earnings": "READER",
  "GET my/earnings/balance": "READER",
  "GET my/earnings/orders": "READER",
  "GET my/earnings/accounting": "READER",
  "GET my/earnings/unassigned": "READER",
  "GET my/payouts": "OWNER",
  "GET my/payout-account": "OWNER",
  "POST my/payout-account": "OWNER",
  "GET my/plan": "READER",
  "GET my/subscription": "OWNER",
  "GET my/invoices": "OWNER",
  "GET my/invoice/:id": "OWNER",
  "POST my/billing": "OWNER",
  "POST subscribe/:plan": "OWNER",
  "POST subscribe/confirm": "OWNER",
  "PATCH subscribe/:id": "OWNER",
  "DELETE subscribe/:id": "OWNER",

  // Restrictions. A counter-notice is a signed legal statement.
  "GET my/restrictions": "READER",
  "POST my/restriction/:id/contest": "OWNER",

  // A person as a fan: reminders, plays, points, claims, orders and artworks.
  "GET random": "PERSON",
  "GET song/:id/reminder": "PERSON",
  "POST song/:id/reminder": "PERSON",
  "DELETE song/:id/reminder": "PERSON",
  "POST song/:id/stream": "PERSON",
  "GET artist/:id/follow": "PERSON",
  "PUT artist/:id/follow": "PERSON",
  "PATCH artist/:id/follow": "PERSON",
  "DELETE artist/:id/follow": "PERSON",
  "GET my/follows": "PERSON",
  "GET my/notifications": "PERSON",
  "GET my/notifications/unread": "PERSON",
  "PATCH my/notification/:id": "PERSON",
  "POST my/notifications/read": "PERSON",
  "GET my/history": "PERSON",
  "GET my/points": "PERSON",
  "GET my/points/total": "PERSON",
  "GET my/rewards": "PERSON",
  "GET my/rewards/:songId": "PERSON",
  "GET my/claims": "PERSON",
  "GET my/claim/:id/ticket": "PERSON",
  "POST song/:id/reward/:rewardId": "PERSON",
  "GET song/:id/reward/:rewardId/token": "PERSON",
  "POST song/:id/download": "PERSON",
  "GET my/art": "PERSON",
  "PATCH my/art/:participantId": "PERSON",
  "GET my/art/:participantId/layers": "PERSON",
  "GET my/art/:participantId/file": "PERSON",
  "GET drop/:id/access": "PERSON",
  "GET drop/:id/phase/:phaseId/reminder": "PERSON",
  "POST drop/:id/phase/:phaseId/reminder": "PERSON",
  "DELETE drop/:id/phase/:phaseId/reminder": "PERSON",
  "GET drop/:id/waitlist": "PERSON",
  "POST drop/:id/waitlist": "PERSON",
  "DELETE drop/:id/waitlist": "PERSON",
  "POST qr/confirm": "PERSON",
  "POST drop/:id/code": "PERSON",
  "POST drop/:id/samples": "PERSON",
  "POST payment/:id": "PERSON",
  "GET payment/:id": "PERSON",
  "GET my/orders": "PERSON",
  "DELETE payment/:id": "PERSON",
  "POST payment/:id/receipt": "PERSON",
  "POST payment/confirm": "PERSON",
  "GET payment/:id/artwork": "PERSON",
  "GET payment/:id/artwork/layers": "PERSON",
  "GET payment/:id/artwork/file": "PERSON",
  "GET payment/:id/refund": "PERSON",
  "GET payment/:id/preselected": "PERSON",
  "POST nft/uploadPreselected": "PERSON",
  "POST report": "PERSON",

  // Playlists and likes of a person.
  "GET my/playlists": "PERSON",
  "GET my/playlist/:id": "PERSON",
  "POST my/playlist": "PERSON",
  "PATCH playlist/:id": "PERSON",
  "DELETE playlist/:id": "PERSON",
  "POST playlist/:id/songs": "PERSON",
  "PATCH playlist/:id/song/:songId": "PERSON",
  "DELETE playlist/:id/song/:songId": "PERSON",
  "PUT song/:id/like": "PERSON",
  "DELETE song/:id/like": "PERSON",
  "GET my/likes": "PERSON",
  "GET my/likes/among": "PERSON",
};

/** Calls of administrators concern the person: no account grants its members the role of administrator. */
const isAdministrative = ({ path }: Pick<Endpoint, "path">) => path.startsWith("admin/");

/** Returns the permission of a call; undefined if the table lacks it. */
export function findPermission(
  endpoint: Pick<Endpoint, "method" | "path" | "access">,
): Permission | undefined {
  if (endpoint.access === "public" || isAdministrative(endpoint)) return "PERSON";
  const name = `${endpoint.method} ${endpoint.path}`;
  return Object.hasOwn(permissions, name) ? permissions[name] : undefined;
}

/** Whether a member may make a call for the account. Without a body, whether any body is allowed. */
export function mayCall(
  role: MemberRole,
  endpoint: Pick<Endpoint, "method" | "path" | "access">,
  body: Record<string, unknown> = {},
): boolean {
  const permission = findPermission(endpoint);
  if (permission === undefined) return false;
  const leastRole = typeof permission === "function" ? permission(body) : permission;
  return leastRole === "PERSON" || memberRoles.indexOf(role) >= memberRoles.indexOf(leastRole);
}
