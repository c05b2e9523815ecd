import type { Component } from "@wrapsody/shared/experiences.ts";

/**
 * Returns the text of a QR code: the component's link, or for a secure link the page where the artwork's owner confirms it.
 * `nftId` is the participant's id.
 */
export function buildQrText(
  publicUrl: string,
  part: Pick<Component, "id" | "secure_link" | "qr_code_link">,
  { songId, nftId }: { songId: number; nftId: number },
): string {
  if (!part.secure_link) return part.qr_code_link ?? publicUrl;
  return `${publicUrl}/qr/redirect?c=${part.id}&s=${songId}&n=${nftId}`;
}
