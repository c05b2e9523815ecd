import type { Language } from "@wrapsody/shared/api/language.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { listOptOuts } from "../../../platform/mail/opt-outs.data.ts";
import { listOwnSuppressions } from "../../../platform/mail/suppressed-addresses.data.ts";
import { listKnownNetworks } from "../login/login-throttle.ts";
import { listOwnInvitations, listOwnMembers, listOwnMemberships } from "../members/members.data.ts";
import { listOwnPasskeys } from "../passkeys/passkeys.data.ts";
import { accountPorts } from "../ports.ts";
import { listOwnAddressChanges } from "../profile/address-changes.data.ts";
import { listOwnChoice } from "../settings/follower-mail-choice.data.ts";
import { readAppleMusicLink } from "../social/apple-music.data.ts";
import { readPasswordHash } from "../users/users.data.ts";
import { listEndpoints } from "../webhooks/webhook-endpoints.data.ts";
import { type ExportTable, paged } from "./export-table.ts";

/** Exports the account itself. Excludes passwords, tokens and other secrets. */
export const accountExport = {
  profile: readProfile,
  subscriptions: (db, accountId, now) => accountPorts().subscriptions.listSubscriptions(db, accountId, now),
  networks: listOwnSocialLogins,
  apple_music: readAppleMusicLink,
  api_keys: listOwnKeys,
  webhooks: listEndpoints,
  mails_turned_off: listOptOuts,
  follower_mail_choice: listOwnChoice,
  suppressed_address: listOwnSuppressions,
  familiar_networks: listOwnKnownNetworks,
  members: listOwnMembers,
  memberships: listOwnMemberships,
  member_invitations: listOwnInvitations,
  address_changes: listOwnAddressChanges,
  passkeys: listOwnPasskeys,
  sessions: paged(listOwnSessions),
  security_events: paged(listOwnEvents),
} satisfies ExportTable;

async function listOwnKnownNetworks(db: Executor, accountId: string) {
  const account = await readPasswordHash(db, accountId);
  return listKnownNetworks(db, account?.email ?? "");
}

type Profile = {
  id: string;
  email: string | null;
  name: string;
  role: string;
  user_type: string;
  language: Language;
  mfa_enabled: boolean;
  has_password: boolean;
  verified_at: string | null;
  claimed_at: string | null;
  /** When the account was invited to import. */
  import_invited_at: string | null;
  created_at: string;
};

async function readProfile(db: Executor, accountId: string): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`
    select a.id, a.email, a.name, a.role, a.user_type, a.language, a.mfa_enabled,
      a.password_hash is not null as has_password, a.verified_at, c.claimed_at, i.invited_at as import_invited_at, a.created_at
    from account a
    left join account_claim c on c.account_id = a.id
    left join import_invitation i on i.account_id = a.id
    where a.id = ${accountId}`.execute(db);
  return rows[0];
}

type OwnSession = {
  id: string;
  user_agent: string;
  network: string;
  fingerprint: string | null;
  device: string | null;
  created_at: string;
  authenticated_at: string;
  last_used_at: string;
  expires_at: string;
};

async function listOwnSessions(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnSession | undefined },
): Promise<OwnSession[]> {
  const further = after === undefined ? sql`true` : sql`id > ${after.id}`;
  const { rows } = await sql<OwnSession>`
    select id, user_agent, network, fingerprint, device, created_at, authenticated_at, last_used_at, expires_at
    from session where account_id = ${accountId} and ${further} order by id limit ${limit}`.execute(db);
  return rows;
}

type OwnEvent = {
  id: string;
  kind: string;
  network: string;
  user_agent: string;
  detail: unknown;
  at: string;
};

async function listOwnEvents(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnEvent | undefined },
): Promise<OwnEvent[]> {
  const further = after === undefined ? sql`true` : sql`(at, id) < (${after.at}, ${after.id})`;
  const { rows } = await sql<OwnEvent>`
    select id, kind, network, user_agent, detail, at from security_event
    where account_id = ${accountId} and ${further} order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

type OwnSocialLogin = {
  network: string;
  subject: string;
  email: string | null;
  created_at: string;
  used_at: string;
};

async function listOwnSocialLogins(db: Executor, accountId: string): Promise<OwnSocialLogin[]> {
  const { rows } = await sql<OwnSocialLogin>`
    select network, subject, email, created_at, used_at from social_login
    where account_id = ${accountId} order by network, subject`.execute(db);
  return rows;
}

type OwnKey = { key_id: string; created_at: string };

async function listOwnKeys(db: Executor, accountId: string): Promise<OwnKey[]> {
  const { rows } = await sql<OwnKey>`
    select key_id, created_at from api_key where account_id = ${accountId}`.execute(db);
  return rows;
}
