import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { isSameName, normalizeText } from "@wrapsody/shared/text/text.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { createInvitedAccount } from "../accounts/index.ts";
import {
  addArtists,
  fingerprintArtists,
  foldTexts,
  listOwnIds,
  listSimilarArtists,
  remainingArtistQuota,
} from "../catalogue/index.ts";
import { type ExistingMatch, type ImportDefinition, type Importer, matchById } from "./import-definition.ts";
import { insertAddedArtists, insertInvitedArtists, listInvitedArtists } from "./imports.data.ts";
import { type ArtistPayload, artistColumns, parseArtistRow } from "./rows/artist-row.ts";
import { parseLine } from "./rows/cells.ts";
import { rowProblem } from "./rows/row-problem.ts";

/**
 * Defines the import of artists. An artist of the account with the same name is the same; so is one that an earlier import invited, for a
 * row with an address.
 */
export function defineArtistImport(
  context: Context,
): ImportDefinition<(typeof artistColumns)[number], ArtistPayload> {
  return {
    kind: "ARTISTS",
    columns: artistColumns,
    required: ["name", "description"],
    nameOf: ({ name }) => parseLine(name),
    parse: parseArtistRow,
    findExisting: findExistingArtists,
    async readQuota(db, { accountId, dryRun }) {
      const remaining = await remainingArtistQuota(context, db, { accountId, lock: !dryRun });
      return { limit: remaining, beyond: rowProblem(null, "LIMIT", rowTexts.artistLimit) };
    },
    async save(tx, importer, rows) {
      const ids = await addArtists(context, tx, { accountId: importer.accountId, artists: rows });
      const withIds = rows.map(({ name, email }, place) => ({ name, email, id: ids[place] ?? 0 }));
      await inviteArtists(context, tx, { importer, artists: withIds });
      return ids;
    },
    async recordAdded(tx, named, ids) {
      await insertAddedArtists(tx, named, await fingerprintArtists(tx, ids));
    },
    addPictures: undefined,
    readExisting: undefined,
  };
}

async function findExistingArtists(
  db: Executor,
  { accountId }: Importer,
  rows: readonly ArtistPayload[],
): Promise<ExistingMatch[]> {
  const keys = await foldTexts(
    db,
    rows.map(({ name }) => name),
  );
  const besides = await listInvitedArtists(db, accountId);
  const artists = await listSimilarArtists(db, { accountId, keys, besides });
  const ownIds = await listOwnIds(db, { accountId, kind: "artist", ids: rows.flatMap(({ id }) => id ?? []) });
  return rows.map(({ id, name, email }, place) => {
    const similar = artists.filter(
      (artist) => artist.key === keys[place] && (artist.isOwn || email !== undefined),
    );
    const existing = similar.filter((artist) => isSameName(artist.name, name));
    const key = normalizeText(name);
    return matchById(id, ownIds, {
      key,
      keys: [key],
      existingIds: existing.map((artist) => artist.id),
      refusal: undefined,
      spelling: { column: "name", name, key: keys[place] ?? "" },
      albums: [],
      similarName: similar[0]?.name,
      artist: undefined,
    });
  });
}

type InvitedArtists = {
  importer: Importer;
  artists: readonly { id: number; name: string; email: string | undefined }[];
};

/** Creates one account per address, with all its artists and one invitation mail. */
async function inviteArtists(
  context: Context,
  tx: Executor,
  { importer: { accountId, language }, artists }: InvitedArtists,
): Promise<void> {
  const addressed = artists.flatMap(({ email, ...artist }) =>
    email === undefined ? [] : [{ ...artist, email }],
  );
  const people = Map.groupBy(addressed, ({ email }) => email.toLowerCase());
  for (const [first, ...others] of people.values()) {
    if (first === undefined) continue;
    const { email, name, id: artistId } = first;
    const furtherArtistIds = others.map(({ id }) => id);
    await createInvitedAccount(context, tx, { email, name, language, artistId, furtherArtistIds });
  }
  if (addressed.length > 0)
    await insertInvitedArtists(
      tx,
      accountId,
      addressed.map(({ id }) => id),
    );
}
