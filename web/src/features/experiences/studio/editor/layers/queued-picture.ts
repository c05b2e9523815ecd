import type { PreparedImage } from "../images/shrink-image.ts";
import type { Draft } from "../state/draft.ts";

/** A chosen image with the initial draft of its component. */
export type QueuedPicture = {
  file: File;
  key: string;
  draft: Draft;
  isFirst: boolean;
  batch: Batch;
  /** The image as it is sent. Kept, so that a retry need not read it again. */
  prepared?: PreparedImage;
};
/** Images that were chosen or dropped together. */
type Batch = { slot: number; size: number };

/** `error` is undefined if the page was left before the image was added. */
export type NotAdded = QueuedPicture & { error: Error | undefined };
