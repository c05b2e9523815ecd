import type { Image } from "@wrapsody/shared/api/media.ts";
import type { ReactNode } from "react";
import { ambientStyle } from "../pictures/ambient.ts";
import { Picture } from "../pictures/picture.tsx";

/** Widths of the picture. */
export const heroSizes =
  "(max-width: 559px) calc(100vw - 5rem), (max-width: 820px) min(44vw, 55vh), min(38vw, 55vh)";

type HeroProps = {
  /** Its colour is that of the panel. */
  image: Image | null;
  /** Shown instead of `image`. */
  picture?: ReactNode;
  /** Empty if the picture is decorative. */
  alt?: string;
  /** The way back and the number. Beside the picture on a phone, where it is a spine. */
  top: ReactNode;
  /** Title, artist and state. */
  children: ReactNode;
  /** The next action: above the fold. */
  action?: ReactNode;
  /** Facts and the waveform, or a text: across the page. */
  below?: ReactNode;
  className?: string;
};

/** The head of a page about one thing: its picture, uncropped, and its title on a panel in its colour. */
export function Hero({ image, picture, alt = "", top, children, action, below, className = "" }: HeroProps) {
  return (
    <section className={`hero amb ${className}`} style={ambientStyle(image)}>
      <figure>{picture ?? <Picture image={image} alt={alt} sizes={heroSizes} priority />}</figure>
      <div className="hero-top">{top}</div>
      <div className="hero-txt">{children}</div>
      {action}
      {below === undefined ? null : <div className="hero-below">{below}</div>}
    </section>
  );
}
