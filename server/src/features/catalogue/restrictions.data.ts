import type { RestrictedKind } from "@wrapsody/shared/operations/takedown.ts";
import type { RawBuilder } from "kysely";
import { sql } from "../../platform/database/database.ts";

/** Selects whether a restriction of this very thing is in force. Wraps need no such condition: `status` decides (migration 0064). */
export const isRestricted = (kind: RestrictedKind, target: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from restriction r where r.kind = ${sql.lit(kind)} and r.target = ${target} and r.ended_at is null)`;

/** Selects whether `artist a` is public: neither restricted nor of a suspended account. */
export const isPublicArtist = sql`(not ${isRestricted("artist", sql`a.id::text`)} and not ${isRestricted("account", sql`a.owner_id::text`)})`;
