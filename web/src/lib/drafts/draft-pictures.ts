import { OriginalFile } from "../api/original-file.ts";
import { DRAFT_DATABASE } from "./remove-drafts.ts";

const store = "pictures";

/**
 * Reads the picture of a draft. Pictures are in IndexedDB, because local storage holds text only. No function of this
 * file throws: they return undefined or false if the browser forbids the database.
 */
export async function readPicture(place: string): Promise<File | undefined> {
  const stored: unknown = await runRequest((pictures) => pictures.get(place), "readonly").catch(
    () => undefined,
  );
  if (stored instanceof File) return stored;
  return isStoredOriginal(stored) ? new OriginalFile(stored.file, stored.fields) : undefined;
}

/** The database copies files without what a subclass adds. */
type StoredOriginal = { file: File; fields: OriginalFile["fields"] };

function isStoredOriginal(stored: unknown): stored is StoredOriginal {
  return stored instanceof Object && "file" in stored && stored.file instanceof File && "fields" in stored;
}

function toStored(picture: File): File | StoredOriginal {
  return picture instanceof OriginalFile ? { file: picture, fields: picture.fields } : picture;
}

/** Stores a picture, or removes the stored one. Returns false if that fails. */
export async function storePicture(place: string, picture: File | undefined): Promise<boolean> {
  try {
    if (picture === undefined) await runRequest((pictures) => pictures.delete(place), "readwrite");
    else await runRequest((pictures) => pictures.put(toStored(picture), place), "readwrite");
    return true;
  } catch {
    return false;
  }
}

/** Removes the picture of a draft, and pictures stored as `place/key` by a form with several. */
export async function removePictures(place: string): Promise<void> {
  try {
    const range = IDBKeyRange.bound(`${place}/`, `${place}/\uffff`);
    await runRequest((pictures) => pictures.delete(place), "readwrite");
    await runRequest((pictures) => pictures.delete(range), "readwrite");
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

async function runRequest<Answer>(
  run: (pictures: IDBObjectStore) => IDBRequest<Answer>,
  mode: IDBTransactionMode,
): Promise<Answer> {
  const database = await openDatabase();
  try {
    return await answerOf(run(database.transaction(store, mode).objectStore(store)));
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DRAFT_DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return answerOf(request);
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
