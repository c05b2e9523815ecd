import type { Readable } from "node:stream";

/** A handler result that is sent as a file instead of JSON, generated while it is sent. */
export class FileDownload {
  readonly contentType: string;
  /** The suggested file name. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly content: Readable;

  constructor(options: { contentType: string; name: string; size: number; content: Readable }) {
    this.contentType = options.contentType;
    this.name = options.name;
    this.size = options.size;
    this.content = options.content;
  }
}
