import { changeStates } from "@wrapsody/shared/studio/song-changes.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { largeTestDatabase, type TestDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { readWaitingChanges } from "../studio/changes/changes.data.ts";
import { listChanges } from "./changes.data.ts";

let database: TestDatabase;

/** 20,000 changes: every fifth of 10,000 songs has two that wait and eight that ended. */
beforeAll(async () => {
  database = await largeTestDatabase();
  const { db } = database.context;
  await sql`
    insert into song_change (song_id, field, state, old_value, new_value, requested_at, decided_at)
    select s.id, case when n % 2 = 0 then 'TITLE' else 'ARTWORK' end,
      case when n <= 2 then 'WAITING' else (array['APPROVED', 'REJECTED', 'WITHDRAWN', 'APPLIED'])[1 + n % 4] end, 'a', 'b',
      now() - n * interval '1 hour' - s.id * interval '1 second', case when n > 2 then now() end
    from song s, generate_series(1, 10) n where s.id % 5 = 0`.execute(db);
  for (const table of ["song", "song_change"]) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

it.each(changeStates)(
  "changes in the state %s are listed by their index, in both directions",
  async (state) => {
    for (const sortDir of ["ASC", "DESC"] as const) {
      const plans = await explainQueries(database.url, (db) =>
        listChanges(db, state, { limit: 10, offset: 20, sortDir }),
      );
      expect(plans.scanned.filter((table) => table === "song" || table === "song_change")).toEqual([]);
      expect(plans.indexes).toContain("song_change_by_state");
    }
  },
);

it("those of a page of wraps are found without reading others", async () => {
  const plans = await explainQueries(database.url, (db) => readWaitingChanges(db, [1, 2, 3]));
  expect(plans.scanned).toEqual([]);
  expect(plans.blocks).toBeLessThan(100);
});
