import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { addMissingPicture, listMissingPictures, storePictureOfArchive } from "../../catalogue/index.ts";
import { type RowProblem, rowProblem } from "../rows/row-problem.ts";
import type { Archive } from "./archive.ts";

/** Names of files in an archive: the artwork of a wrap, and the covers of its albums in their order. Empty for none. */
export type RowPictures = { artwork: string; covers: readonly string[] };

/** A row with the wrap that it added or found; null in a dry run. */
export type PicturedRow = { songId: number | null; pictures: RowPictures };

type Column = "artwork" | "album_cover";
/** A picture that a row names. `position` is the place of the album. */
type Named = { column: Column; name: string; position: number };

/**
 * Adds the pictures of an archive to drafts and albums that have none. A repeat, as after a crash, adds the rest. Returns the problems of
 * each row; none of them prevents that the row is saved.
 */
export async function addPictures(
  context: Context,
  { accountId, dryRun }: { accountId: string; dryRun: boolean },
  archive: Archive,
  rows: readonly PicturedRow[],
): Promise<RowProblem[][]> {
  const songIds = rows.flatMap(({ songId }) => songId ?? []);
  const missing = dryRun ? [] : await listMissingPictures(context.db, { accountId, songIds });
  const stored = new Map<string, StoredPicture>();
  const problems: RowProblem[][] = [];
  for (const { songId, pictures } of rows) {
    const found: RowProblem[] = [];
    for (const named of listNamed(pictures)) {
      const { column, name, position } = named;
      if (!archive.hasPicture(name)) found.push(rowProblem(column, "WARNING", rowTexts.noPicture, name));
      const place = missing.find(
        (each) =>
          each.songId === songId &&
          (column === "artwork" ? each.album === null : each.album?.position === position),
      );
      if (place === undefined || !archive.hasPicture(name)) continue;
      const picture = stored.get(name) ?? (await storePicture(context, archive, named));
      stored.set(name, picture);
      const message =
        "id" in picture ? await addMissing(context, accountId, place, picture.id) : picture.problem;
      if (message !== undefined) found.push(rowProblem(column, "WARNING", message, name));
    }
    problems.push(found);
  }
  return problems;
}

function listNamed({ artwork, covers }: RowPictures): Named[] {
  const named: Named[] = covers.map((name, position) => ({ column: "album_cover", name, position }));
  named.push({ column: "artwork", name: artwork, position: 0 });
  return named.filter(({ name }) => name !== "");
}

type StoredPicture = { id: string } | { problem: string };

async function storePicture(
  context: Context,
  archive: Archive,
  { name, column }: Named,
): Promise<StoredPicture> {
  const bytes = await archive.readPicture(name);
  if (bytes === undefined) return { problem: studioTexts.imageTooLarge };
  try {
    return await storePictureOfArchive(context, bytes, column);
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

type Place = Awaited<ReturnType<typeof listMissingPictures>>[number];

/** Adds a stored picture. Returns why it cannot. */
async function addMissing(
  context: Context,
  accountId: string,
  place: Place,
  imageId: string,
): Promise<string | undefined> {
  try {
    await addMissingPicture(context, { accountId, place, imageId });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Failure)) throw error;
  return error.errors[0]?.message ?? error.message;
}
