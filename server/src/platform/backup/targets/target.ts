/** Storage of backups: a folder or a part of a bucket. Paths are relative, with slashes. */
export type BackupTarget = {
  /** The folder or URL, for messages. */
  label: string;
  /**
   * Stores an object under a path, completely or not at all, and durably.
   * @throws BackupError without space, the error of the content if that fails
   */
  put(path: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined if it is missing. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Lists the objects below a path, in no particular order. */
  list(prefix: string): AsyncIterable<{ path: string; size: number }>;
  /** Deletes an object; no error if it is missing. */
  delete(path: string): Promise<void>;
  close(): Promise<void>;
};
