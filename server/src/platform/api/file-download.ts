import type { Readable } from "node:stream";

/** What a handler answers that is a file and no JSON; it is made while it is sent. */
export class FileDownload {
  readonly contentType: string;
  /** What it is called where it is saved. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly content: Readable;

  constructor(given: { contentType: string; name: string; size: number; content: Readable }) {
    this.contentType = given.contentType;
    this.name = given.name;
    this.size = given.size;
    this.content = given.content;
  }
}
