import {
  type DatabaseConnection,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from "kysely";

/** As in `database.ts`, which imports this file. */
type Database = Kysely<Record<string, never>>;
type Callback = (db: Database) => void;
const callbacks = new WeakMap<DatabaseConnection, Callback[]>();

/**
 * Calls a function with the database when the transaction has committed, or immediately outside of a transaction. A process
 * that dies in between never calls it.
 */
export async function afterCommit(db: Database, callback: Callback): Promise<void> {
  if (!db.isTransaction) return callback(db);
  await db.getExecutor().provideConnection(async (connection) => {
    callbacks.set(connection, [...(callbacks.get(connection) ?? []), callback]);
  });
}

/** Returns the callbacks of the transaction that ends. */
function takeCallbacks(connection: DatabaseConnection): Callback[] {
  const taken = callbacks.get(connection) ?? [];
  callbacks.delete(connection);
  return taken;
}

/** PostgreSQL with the callbacks of `afterCommit`. */
export class CommitDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #db: () => Database;

  constructor(config: PostgresDialectConfig, db: () => Database) {
    super(config);
    this.#config = config;
    this.#db = db;
  }

  override createDriver(): PostgresDriver {
    return new CommitDriver(this.#config, this.#db);
  }
}

class CommitDriver extends PostgresDriver {
  readonly #db: () => Database;

  constructor(config: PostgresDialectConfig, db: () => Database) {
    super(config);
    this.#db = db;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const taken = takeCallbacks(connection);
    await super.commitTransaction(connection);
    for (const callback of taken) callback(this.#db());
  }

  override async rollbackTransaction(
    connection: Parameters<PostgresDriver["rollbackTransaction"]>[0],
  ): Promise<void> {
    takeCallbacks(connection);
    await super.rollbackTransaction(connection);
  }
}
