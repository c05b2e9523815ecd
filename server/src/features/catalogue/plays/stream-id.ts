import { randomBytes } from "node:crypto";

/** Creates a UUIDv7: unguessable, and its time tells the partition of the play. */
export function newStreamId(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Returns the time of a UUIDv7; undefined for other UUIDs. */
export function streamIdTime(streamId: string): Date | undefined {
  const hex = streamId.replaceAll("-", "").toLowerCase();
  return hex[12] === "7" ? new Date(Number.parseInt(hex.slice(0, 12), 16)) : undefined;
}
