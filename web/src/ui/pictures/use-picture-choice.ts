import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  cropPicture,
  firstSquare,
  isAcceptable,
  type OpenedPicture,
  openPicture,
  type PictureRejection,
  type PictureShape,
  type Square,
} from "./picture-file.ts";

export type PictureChoice = {
  picture: OpenedPicture;
  /** The crop; undefined if the whole picture is sent unchanged. */
  square: Square | undefined;
  /** The file to send. While the square moves, with the previous crop. */
  file: File;
};

/** Debounce of the crop while the square moves: forms store each file that they get. */
const CROP_DEBOUNCE_MS = 150;

/** Prepares a chosen picture for sending. A rejected file keeps the previous choice. */
export function usePictureChoice(onChange: (file: File | undefined) => void, shape: PictureShape) {
  const [choice, setChoice] = useState<PictureChoice>();
  const [refusal, setRefusal] = useState<PictureRejection>();
  const [reading, setReading] = useState(false);
  const file = useRef<File>(undefined);
  const turns = useRef(0);
  // Flushes synchronously, so that a click right after it sends this crop.
  const later = useDebouncedCrop((picture, square) =>
    flushSync(() => applyChoice({ picture, square, file: cropPicture(picture, square) })),
  );
  useRevokedUrl(choice?.picture.address);

  function applyChoice(settled: PictureChoice | undefined): void {
    file.current = settled?.file;
    setChoice(settled);
    onChange(settled?.file);
  }
  const choose = async (chosen: File) => {
    turns.current += 1;
    const turn = turns.current;
    later.flush();
    setReading(true);
    // Prevents sending the previous picture in place of this one.
    if (file.current !== undefined) onChange(undefined);
    const fit = await preparePicture(chosen, shape);
    const refused = typeof fit === "string";
    if (turn !== turns.current) {
      if (!refused) URL.revokeObjectURL(fit.picture.address);
      return;
    }
    setReading(false);
    setRefusal(refused ? fit : undefined);
    if (!refused) applyChoice(fit);
    else if (file.current !== undefined) onChange(file.current);
  };
  return {
    choice,
    refusal,
    reading,
    choose: (chosen: File) => void choose(chosen),
    crop(square: Square) {
      if (choice === undefined) return;
      setChoice({ ...choice, square });
      later.put(choice.picture, square);
    },
    remove() {
      turns.current += 1;
      later.drop();
      setReading(false);
      setRefusal(undefined);
      applyChoice(undefined);
    },
  };
}

async function preparePicture(file: File, shape: PictureShape): Promise<PictureChoice | PictureRejection> {
  const picture = await openPicture(file, shape);
  if (typeof picture === "string") return picture;
  if (isAcceptable(picture, shape)) return { picture, square: undefined, file };
  const square = firstSquare(file, picture);
  return { picture, square, file: cropPicture(picture, square) };
}

/**
 * Crops once a square stands still, and immediately when the user presses another key or touches anything else: a
 * button that sends the picture sends the visible crop.
 */
function useDebouncedCrop(crop: (picture: OpenedPicture, square: Square) => void) {
  const newest = useRef(crop);
  useEffect(() => {
    newest.current = crop;
  });
  const [later] = useState(() => {
    let due: { picture: OpenedPicture; square: Square; timer: number } | undefined;
    const drop = () => {
      window.clearTimeout(due?.timer);
      due = undefined;
    };
    const flush = () => {
      const now = due;
      drop();
      if (now !== undefined) newest.current(now.picture, now.square);
    };
    const put = (picture: OpenedPicture, square: Square) => {
      drop();
      due = { picture, square, timer: window.setTimeout(flush, CROP_DEBOUNCE_MS) };
    };
    return { put, drop, flush };
  });
  useEffect(() => {
    const listening = new AbortController();
    const first = { capture: true, signal: listening.signal };
    document.addEventListener("pointerdown", later.flush, first);
    document.addEventListener("keydown", ({ key }) => key.startsWith("Arrow") || later.flush(), first);
    return () => {
      listening.abort();
      later.drop();
    };
  }, [later]);
  return later;
}

/** Revokes an object URL once it is no longer shown. */
function useRevokedUrl(address: string | undefined): void {
  useEffect(() => {
    if (address === undefined) return;
    return () => URL.revokeObjectURL(address);
  }, [address]);
}
