import { useCallback, useEffect, useRef, useState } from "react";
import { readPicture, storePicture } from "./draft-pictures.ts";

export type DraftPicture = {
  file: File | undefined;
  /** Name of the file, even if it could not be stored. */
  name: string | null;
  /** The file was selected before the page closed and must be selected again. */
  lost: boolean;
  /** Restored file that the picture field starts with. A new `round` remounts the field. */
  initial: File | undefined;
  round: number;
  choose(file: File | undefined): void;
  startOver(): void;
};

/** Manages the picture of a draft. `before` is the name of the stored picture. */
export function useDraftPicture(place: string, before: string | null): DraftPicture {
  const [file, setFile] = useState<File>();
  const [name, setName] = useState(before);
  const [lost, setLost] = useState(false);
  const [field, setField] = useState<{ initial: File | undefined; round: number }>({
    initial: undefined,
    round: 0,
  });
  const touched = useRef(false);
  useEffect(() => {
    if (before === null) return;
    void readPicture(place).then((stored) => {
      if (touched.current) return;
      setFile(stored);
      setLost(stored === undefined);
      setField({ initial: stored, round: 1 });
    });
  }, [place, before]);
  const choose = useCallback(
    (chosen: File | undefined) => {
      touched.current = true;
      setFile(chosen);
      setName(chosen?.name ?? null);
      setLost(false);
      void storePicture(place, chosen);
    },
    [place],
  );
  const startOver = () => {
    choose(undefined);
    setField(({ round }) => ({ initial: undefined, round: round + 1 }));
  };
  return { file, name, lost, ...field, choose, startOver };
}
