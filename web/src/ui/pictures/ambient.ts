import type { Image } from "@wrapsody/shared/media.ts";
import type { CSSProperties } from "react";

/** Returns the colours of a panel (`.amb`) beside a picture. Without a picture the tokens apply. */
export function ambientStyle(image: Image | null): CSSProperties {
  if (image === null) return {};
  const style: Record<`--${string}`, string> = {
    "--ambient": image.ambient,
    "--on-ambient": image.on_ambient,
  };
  // Dark text is for light panels, on which the signal colour has little contrast: the button of the page turns black.
  if (isDark(image.on_ambient)) {
    style["--go"] = "var(--on-signal)";
    style["--on-go"] = "var(--signal)";
  }
  return style as CSSProperties;
}

function isDark(colour: string): boolean {
  return Number.parseInt(colour.slice(1), 16) < 0x800000;
}
