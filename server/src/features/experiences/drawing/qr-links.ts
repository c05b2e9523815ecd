import type { Component } from "@wrapsody/shared/experiences.ts";

/**
 * What a QR code says: the component's link, or where a secure one is confirmed by whoever owns the artwork. `nftId` is
 * the number of the participant.
 */
export function buildQrText(
  publicUrl: string,
  part: Pick<Component, "id" | "secure_link" | "qr_code_link">,
  { songId, nftId }: { songId: number; nftId: number },
): string {
  if (!part.secure_link) return part.qr_code_link ?? publicUrl;
  return `${publicUrl}/qr/redirect?c=${part.id}&s=${songId}&n=${nftId}`;
}
