/** What a secure QR code says. */
export type Code = { componentId: number; songId: number; nftId: number };
