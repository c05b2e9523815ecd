/** A backup or restore that cannot be done. The message is one sentence for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}
