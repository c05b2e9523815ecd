import type { Executor } from "../../../platform/database.ts";
import { type Pages, pagesOf } from "../../../platform/long-answer.ts";
import { listOwnIssues, type OwnIssue } from "../wnft/own-data.data.ts";
import {
  listOwnArtists,
  listOwnPlays,
  listOwnSongs,
  type OwnArtist,
  type OwnPlay,
  type OwnSong,
} from "./own-data.data.ts";

/** What the catalogue keeps of an account: what it played, its artists, which wraps are theirs, and the tokens it asked for. */
export function ownCatalogue(
  db: Executor,
  accountId: string,
): { plays: Pages<OwnPlay>; artists: Pages<OwnArtist>; songs: Pages<OwnSong>; wnfts: Pages<OwnIssue> } {
  return {
    plays: pagesOf((limit, after) => listOwnPlays(db, accountId, { limit, after })),
    artists: pagesOf((limit, after) => listOwnArtists(db, accountId, { limit, after })),
    songs: pagesOf((limit, after) => listOwnSongs(db, accountId, { limit, after })),
    wnfts: pagesOf((limit, after) => listOwnIssues(db, accountId, { limit, after })),
  };
}
