import { type Executor, sql } from "../../../platform/database/database.ts";

/** Returns the texts without accents. */
export async function stripAccents(db: Executor, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ plain: string }>`
    select unaccent(text) as plain from unnest(${texts}::text[]) with ordinality t(text, place) order by place`.execute(
    db,
  );
  return rows.map(({ plain }) => plain);
}
