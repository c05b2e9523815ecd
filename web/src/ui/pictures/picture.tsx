import { type Image, imagePath, imageWidths } from "@wrapsody/shared/api/media.ts";
import { type Ref, useCallback } from "react";
import { thumbHashToDataURL } from "thumbhash";
import { Mark } from "../graphics/shapes.tsx";

type PictureProps = {
  image: Image | null;
  /** Empty if the picture is decorative. */
  alt: string;
  /** Displayed width as the HTML `sizes` attribute. */
  sizes: string;
  /** Above the fold: loaded eagerly and with priority. */
  priority?: boolean;
  className?: string;
};

/**
 * A responsive picture. Without an image, a drawn placeholder takes its place. Browsers that know the styles of the site know AVIF, too;
 * all others get one size.
 */
export function Picture({ image, alt, sizes, priority = false, className }: PictureProps) {
  if (image === null) return <EmptyPicture alt={alt} className={className} />;
  return <LoadedPicture image={image} alt={alt} sizes={sizes} priority={priority} className={className} />;
}

function LoadedPicture({
  image,
  alt,
  sizes,
  priority,
  className,
}: {
  image: Image;
  alt: string;
  sizes: string;
  priority: boolean;
  className: string | undefined;
}) {
  const widths = offeredWidths(image.width);
  const ref = usePlaceholder(image.thumbhash);
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(image.id, widths)} sizes={sizes} />
      <img
        ref={ref}
        src={imagePath(image.id, widths[Math.floor(widths.length / 2)] ?? imageWidths[0], "jpeg")}
        width={image.width}
        height={image.height}
        alt={alt}
        className={className}
        style={{ backgroundColor: image.ambient }}
        decoding="async"
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
      />
    </picture>
  );
}

function EmptyPicture({ alt, className }: { alt: string; className: string | undefined }) {
  const name = alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt };
  return (
    <span className={`pic-none${className === undefined ? "" : ` ${className}`}`} {...name}>
      <Mark />
    </span>
  );
}

function offeredWidths(width: number): number[] {
  const fitting = imageWidths.filter((offered) => offered <= width);
  return fitting.length > 0 ? fitting : [imageWidths[0]];
}

function srcSet(id: string, widths: number[]): string {
  return widths.map((width) => `${imagePath(id, width, "avif")} ${width}w`).join(", ");
}

/**
 * Shows the thumbhash behind a picture while it loads. Drawn in the browser only: as a data URL in the HTML it would
 * outweigh the rest of a list.
 */
function usePlaceholder(thumbhash: string): Ref<HTMLImageElement> {
  return useCallback(
    (img: HTMLImageElement | null) => {
      if (img === null) return;
      const clear = () => {
        img.style.background = "none";
      };
      if (img.complete) {
        clear();
        return;
      }
      img.style.background = `url("${placeholderOf(thumbhash)}") 0 0 / 100% 100%`;
      img.addEventListener("load", clear, { once: true });
      return () => img.removeEventListener("load", clear);
    },
    [thumbhash],
  );
}

const drawn = new Map<string, string>();

function placeholderOf(thumbhash: string): string {
  let address = drawn.get(thumbhash);
  if (address === undefined) {
    address = thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)));
    drawn.set(thumbhash, address);
  }
  return address;
}
