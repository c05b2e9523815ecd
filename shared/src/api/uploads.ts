/** Limits of uploads: bytes and pixels of images, bytes of audio. */
export const uploadLimits = { imageBytes: 2_000_000, imageSide: 400, audioBytes: 20_000_000 } as const;
