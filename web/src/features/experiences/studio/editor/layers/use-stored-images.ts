import { useEffect, useEffectEvent, useState } from "react";
import { readPicture, storePicture } from "../../../../../lib/drafts/draft-pictures.ts";
import { isOwnPlace } from "../../../../../lib/drafts/stored-drafts.ts";
import { forgetImages, type StoredImage } from "../state/stored-edits.ts";
import type { NotAdded, QueuedPicture } from "./queued-picture.ts";

export type StoredImages = ReturnType<typeof useStoredImages>;

/**
 * Keeps the images that are not added yet in this browser. `restore` receives those of a draft, once they are read; `lost` are the
 * names of images whose file could not be stored.
 */
export function useStoredImages(
  place: string,
  before: readonly StoredImage[],
  restore: (restored: readonly NotAdded[]) => void,
) {
  const [stored, setStored] = useState(before);
  const [lost, setLost] = useState<readonly string[]>([]);
  // The browser stores no files, or has no space left: closing the page loses these.
  const [unstored, setUnstored] = useState<ReadonlySet<string>>(new Set());
  const placeOf = (key: string) => `${place}/${key}`;

  const readStored = useEffectEvent(async (isCurrent: () => boolean) => {
    const read = await Promise.all(
      before.map(async (image) => ({ image, file: await readPicture(placeOf(image.key)) })),
    );
    if (!isCurrent()) return;
    const missing = read.flatMap(({ image, file }) => (file === undefined ? [image] : []));
    setLost(missing.map(({ name }) => name));
    setStored((images) => images.filter(({ key }) => missing.every((image) => image.key !== key)));
    restore(
      read.flatMap(({ image: { key, draft, isFirst }, file }): NotAdded[] => {
        if (file === undefined) return [];
        const batch = { slot: Number(draft.slot_number), size: 1 };
        return [{ file, key, draft, isFirst, batch, error: undefined }];
      }),
    );
  });
  useEffect(() => {
    let isCurrent = true;
    if (before.length > 0) void readStored(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [before]);

  return {
    stored,
    lost,
    /** True if images are not stored, so that closing the page loses them. */
    isIncomplete: stored.some(({ key }) => unstored.has(key)),
    store(pictures: readonly QueuedPicture[]) {
      setStored((images) => [
        ...images,
        ...pictures.map(({ key, file: { name }, draft, isFirst }) => ({ key, name, draft, isFirst })),
      ]);
      if (!isOwnPlace(place)) return;
      for (const { key, file } of pictures)
        void storePicture(placeOf(key), file).then((isStored) => {
          if (!isStored) setUnstored((keys) => new Set(keys).add(key));
        });
    },
    /** Removes images that were added, refused or dismissed. The last upload may end after the page was left. */
    forget(pictures: readonly Pick<QueuedPicture, "key">[]) {
      const keys = pictures.map(({ key }) => key);
      setStored((images) => images.filter(({ key }) => !keys.includes(key)));
      forgetImages(place, keys, new Date());
      for (const key of keys) void storePicture(placeOf(key), undefined);
    },
    dismissLost: () => setLost([]),
  };
}
