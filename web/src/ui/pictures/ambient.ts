import type { Image } from "@wrapsody/shared/api/media.ts";
import type { CSSProperties } from "react";

/** Returns the colours of a panel (`.amb`) beside a picture. Without a picture the tokens apply. */
export function ambientStyle(image: Image | null): CSSProperties {
  if (image === null) return {};
  const style: Record<`--${string}`, string> = {
    "--ambient": image.ambient,
    "--on-ambient": image.on_ambient,
  };
  // On a yellow panel the signal colour would be lost: the button of the page turns black.
  if (isYellow(image.ambient)) {
    style["--go"] = "var(--on-signal)";
    style["--on-go"] = "var(--signal)";
  }
  return style as CSSProperties;
}

function isYellow(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\w\w/g) ?? []).map((part) =>
    Number.parseInt(part, 16),
  );
  return red > 200 && green > 160 && blue < 128;
}
