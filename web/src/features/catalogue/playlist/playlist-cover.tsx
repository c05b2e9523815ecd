import type { Image } from "@wrapsody/shared/api/media.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import "./playlist-cover.css";

/** The cover of a playlist: those of its first songs, four if there are as many, else one. Decorative: its name stands beside it. */
export function PlaylistCover({
  covers,
  sizes,
  priority = false,
}: {
  covers: readonly Image[];
  sizes: string;
  priority?: boolean;
}) {
  const visible = covers.length >= 4 ? covers.slice(0, 4) : covers.slice(0, 1);
  if (visible.length <= 1)
    return <Picture image={visible[0] ?? null} alt="" sizes={sizes} priority={priority} />;
  return (
    <span className="mosaic">
      {visible.map((image) => (
        <Picture key={image.id} image={image} alt="" sizes={`calc((${sizes}) / 2)`} priority={priority} />
      ))}
    </span>
  );
}
