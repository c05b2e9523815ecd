import { MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import type { FoundExperience } from "@wrapsody/shared/catalogue/search.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { imageColumn } from "../../artwork/index.ts";
import {
  containsWords,
  nameRank,
  type Page,
  readFound,
  type SearchQuery,
  searchedText,
} from "../../catalogue/index.ts";
import { isKept, isShown } from "./campaigns.data.ts";

/** Finds public experiences by their names: active ones first among equally close ones. */
export function findExperiences(
  db: Executor,
  query: SearchQuery,
  page: Page,
): Promise<Rows<FoundExperience>> {
  const name = searchedText("c", "name", sql`c.name_folded`);
  return readFound(db, {
    page,
    found: sql`
      select c.id, row_number() over (order by ${nameRank(name, query)}, c.is_active desc, c.created_at desc, c.id desc) as place
      from (
        select * from campaign c where c.deleted_at is null and ${containsWords(name, query)} limit ${sql.lit(MAX_COUNTED)}
      ) c join song s on s.id = c.song_id and s.status = 'ACTIVE'
      where ${isKept} and ${isShown}`,
    shown: sql`
      select c.id, c.pretty_id, c.name, json_build_object('name', s.name, 'artist', s.artist) as song, ${imageColumn(sql`i`)} as image
      from campaign c join song s on s.id = c.song_id left join image i on i.id = c.promo_image_id where c.id = page.id`,
  });
}
