import type { Database } from "../database/database.ts";
import { registerFile } from "./registered-files.data.ts";
import type { Storage } from "./storage.ts";

/** Blocks of IPFS are never deleted, because tokens on a chain name them; so they are not registered. */
const PERMANENT_EXTENSION = "ipld";

/**
 * Registers each file in the database before it is stored. The row waits for a collection that is deleting the same
 * content, and only then the storage looks whether the file exists: so an upload always ends with its file stored.
 */
export function registerFiles(storage: Storage, db: Database): Storage {
  return {
    ...storage,
    put(source, options) {
      if (options.extension === PERMANENT_EXTENSION) return storage.put(source, options);
      const { beforeStore } = options;
      return storage.put(source, {
        ...options,
        async beforeStore(file) {
          await beforeStore?.(file);
          await registerFile(db, file);
        },
      });
    },
  };
}
