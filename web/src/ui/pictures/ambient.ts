import type { Image } from "@wrapsody/shared/media.ts";
import type { CSSProperties } from "react";

/** Returns the colours of a panel (`.amb`) beside a picture. Without a picture the tokens apply. */
export function ambientStyle(image: Image | null): CSSProperties {
  if (image === null) return {};
  const style: Record<`--${string}`, string> = {
    "--ambient": image.ambient,
    "--on-ambient": image.on_ambient,
  };
  // The signal colour is invisible on a yellow cover, so the button of the page turns black.
  if (isSignalLike(image.ambient)) {
    style["--go"] = "var(--on-signal)";
    style["--on-go"] = "var(--signal)";
  }
  return style as CSSProperties;
}

/** Returns true if a `#rrggbb` is a light yellow, near the signal colour. */
export function isSignalLike(colour: string): boolean {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (channels === null) return false;
  const [red = 0, green = 0, blue = 0] = channels.slice(1).map((channel) => Number.parseInt(channel, 16));
  return red > 170 && green > 150 && blue < 140 && Math.abs(red - green) < 70;
}
