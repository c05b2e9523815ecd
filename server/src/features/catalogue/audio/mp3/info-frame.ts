import { type FrameHeader, HEADER_BYTES, sideInfoSize } from "./mp3-header.ts";

/** The header frame that encoders write before the music (Xing, LAME's "Info", Fraunhofer's VBRI). */
export type InfoFrame = {
  /** Number of frames that follow, if stated. */
  frames: number | undefined;
  /** Samples of padding before and after the music, if stated. */
  gaps: { delay: number; padding: number } | undefined;
};

/** Returns undefined for a frame that contains music. */
export function readInfoFrame(frame: Uint8Array, header: FrameHeader): InfoFrame | undefined {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const side = HEADER_BYTES + sideInfoSize(header);
  for (const at of header.hasChecksum ? [side, side + 2] : [side]) {
    if (hasText(view, at, "Xing") || hasText(view, at, "Info")) return readXingHeader(view, at);
  }
  const vbri = HEADER_BYTES + 32;
  if (!hasText(view, vbri, "VBRI")) return undefined;
  return { frames: readUint32(view, vbri + 14), gaps: undefined };
}

/** A bit mask tells which of the four fields follow; behind them LAME writes its own. */
function readXingHeader(view: DataView, at: number): InfoFrame {
  const fields = readUint32(view, at + 4) ?? 0;
  const frames = (fields & 1) === 0 ? undefined : readUint32(view, at + 8);
  const lengths = [4, 4, 100, 4];
  const encoder = lengths.reduce((end, length, bit) => (fields & (1 << bit) ? end + length : end), at + 8);
  if (encoder + 24 > view.byteLength || view.getUint8(encoder) === 0) return { frames, gaps: undefined };
  const gaps = view.getUint32(encoder + 20) & 0xffffff;
  return { frames, gaps: { delay: gaps >> 12, padding: gaps & 0xfff } };
}

function hasText(view: DataView, at: number, word: string): boolean {
  if (at + word.length > view.byteLength) return false;
  for (let index = 0; index < word.length; index++) {
    if (view.getUint8(at + index) !== word.charCodeAt(index)) return false;
  }
  return true;
}

function readUint32(view: DataView, at: number): number | undefined {
  return at + 4 > view.byteLength ? undefined : view.getUint32(at);
}
