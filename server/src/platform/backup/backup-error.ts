/** A backup or restore that cannot be done. The message is one sentence for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** Another process makes a backup of the same database. */
export class BackupRunningError extends BackupError {
  override name = "BackupRunningError";

  constructor() {
    super("Another backup of this database is running.");
  }
}
