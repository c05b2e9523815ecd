import pg from "pg";

const timestamptz = 1184;
const date = 1082;
const int8 = 20;

const parsers: Record<number, (text: string) => unknown> = {
  // The session runs in UTC, so "2026-01-02 03:04:05.678+00" only changes its separators to be ISO 8601.
  [timestamptz]: (text) => `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, "Z")}`,
  [date]: (text) => text,
  [int8]: Number,
};

/** Reads the values of columns. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format as "text")) as pg.CustomTypesConfig["getTypeParser"],
};

type Statement = { name: string; text: string; values: unknown[] };
export type Result = Pick<pg.QueryResult, "command" | "rowCount" | "rows">;

/**
 * Executes a named statement. The columns of its rows are looked up once: pg does so for each execution, which takes longer than
 * reading the rows.
 */
export function queryPrepared(client: pg.ClientBase, statement: Statement): Promise<Result> {
  return new Promise((resolve, reject) => {
    const query = new PreparedQuery(statement, (error, result) => {
      const failure = error ?? query.failure;
      if (failure !== undefined) reject(failure);
      else resolve({ command: result.command, rowCount: result.rowCount, rows: query.found });
    });
    client.query(query);
  });
}

type Field = { name: string; dataTypeID: number };
type Columns = { oids: number[]; names: string[]; parsers: ((text: string) => unknown)[] };

/** By the text of the statement, of which the caller has a limited number. */
const columnsOf = new Map<string, Columns>();

/** Receives the rows of a statement from pg's client. */
class PreparedQuery extends pg.Query {
  declare text: string;
  readonly found: Record<string, unknown>[] = [];
  failure: unknown;
  #columns: Columns | undefined;

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const known = columnsOf.get(this.text);
    // A migration can change a type while the program runs.
    if (
      known?.oids.length === fields.length &&
      fields.every((field, at) => field.dataTypeID === known.oids[at])
    ) {
      this.#columns = known;
      return;
    }
    this.#columns = {
      oids: fields.map(({ dataTypeID }) => dataTypeID),
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID, "text")),
    };
    columnsOf.set(this.text, this.#columns);
  }

  /** Keeps an exception for the caller: it would break the connection. */
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.found.push(readRow(fields, this.#columns));
    } catch (error) {
      this.failure = error;
    }
  }
}

function readRow(values: readonly (string | null)[], columns: Columns | undefined): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  if (columns === undefined) return row;
  const { names, parsers: readers } = columns;
  for (let at = 0; at < names.length; at += 1) {
    const value = values[at] ?? null;
    row[names[at] as string] = value === null ? null : readers[at]?.(value);
  }
  return row;
}
