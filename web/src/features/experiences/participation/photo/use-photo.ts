import { photoLimits } from "@wrapsody/shared/experiences/participation.ts";
import type { PhotoFilter } from "@wrapsody/shared/experiences/photo-filters.ts";
import { useEffect, useRef, useState } from "react";
import {
  centerSquare,
  openPicture,
  type PictureRejection,
  type Square,
} from "../../../../ui/pictures/picture-file.ts";
import type { Shot } from "./draw-photo.ts";

/** Manages the chosen photo with its crop and filter. A rejected file keeps the previous photo. */
export function usePhoto() {
  const [shot, setShot] = useState<Shot>();
  const [refusal, setRefusal] = useState<PictureRejection>();
  const [reading, setReading] = useState(false);
  const turns = useRef(0);
  useRevokedUrl(shot?.picture.address);
  const choose = async (file: File) => {
    turns.current += 1;
    const turn = turns.current;
    setReading(true);
    const picture =
      file.size > photoLimits.bytes ? "tooLarge" : await openPicture(file, "square", photoLimits.minSide);
    const refused = typeof picture === "string";
    if (turn !== turns.current) {
      if (!refused) URL.revokeObjectURL(picture.address);
      return;
    }
    setReading(false);
    setRefusal(refused ? picture : undefined);
    if (!refused) setShot({ picture, square: centerSquare(picture), filter: "NONE" });
  };
  return {
    shot,
    refusal,
    reading,
    choose: (file: File) => void choose(file),
    crop: (square: Square) => setShot((before) => before && { ...before, square }),
    filter: (filter: PhotoFilter) => setShot((before) => before && { ...before, filter }),
    forget() {
      turns.current += 1;
      setReading(false);
      setRefusal(undefined);
      setShot(undefined);
    },
  };
}

/** Revokes an object URL once it is no longer shown. */
function useRevokedUrl(address: string | undefined): void {
  useEffect(() => {
    if (address === undefined) return;
    return () => URL.revokeObjectURL(address);
  }, [address]);
}
