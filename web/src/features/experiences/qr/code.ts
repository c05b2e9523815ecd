/** The payload of a secure QR code. */
export type Code = { componentId: number; songId: number; nftId: number };
