import { type Image, imagePath, imageWidths } from "@wrapsody/shared/api/media.ts";
import UserRound from "lucide-react/icons/user-round";
import { QrPicture } from "../inspector/qr-picture.tsx";
import type { EditorComponent } from "../state/components.ts";

/**
 * The picture of a component: its image without a background, a code in its colours, or a silhouette for a fan's photo.
 * `width` is the maximum displayed width in screen pixels.
 */
export function LayerPicture({
  part,
  width,
  scale = 1,
}: {
  part: EditorComponent;
  width: number;
  scale?: number;
}) {
  if (part.type === "QR_CODE") return <QrPicture part={part} />;
  if (part.type === "PRESELECTED") return <PhotoStandIn />;
  if (part.image === null) return <span className="layer-none" />;
  return (
    <img
      src={sourceOf(part.image, width * Math.max(1, scale))}
      alt=""
      width={part.image.width}
      height={part.image.height}
      draggable={false}
      decoding="async"
    />
  );
}

function PhotoStandIn() {
  return (
    <span className="photo-none">
      <UserRound aria-hidden="true" />
    </span>
  );
}

/** Returns the smallest source that fills the width on a high-density screen, no wider than the image. */
function sourceOf(image: Image, width: number): string {
  const offered = imageWidths.filter((candidate) => candidate <= image.width);
  const fitting = offered.find((candidate) => candidate >= width) ?? offered.at(-1) ?? imageWidths[0];
  return imagePath(image.id, fitting, "webp");
}
