import { type PagedRows, pagedRows } from "../../../platform/api/streamed-json.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { listOwnIssues, type OwnIssue } from "../wnft/own-data.data.ts";
import {
  listOwnArtists,
  listOwnPlays,
  listOwnSongs,
  type OwnArtist,
  type OwnPlay,
  type OwnSong,
} from "./own-data.data.ts";

/** Returns what the catalogue stores about an account: its plays, artists, wraps and requested tokens. */
export function ownCatalogue(
  db: Executor,
  accountId: string,
): {
  plays: PagedRows<OwnPlay>;
  artists: PagedRows<OwnArtist>;
  songs: PagedRows<OwnSong>;
  wnfts: PagedRows<OwnIssue>;
} {
  return {
    plays: pagedRows((limit, after) => listOwnPlays(db, accountId, { limit, after })),
    artists: pagedRows((limit, after) => listOwnArtists(db, accountId, { limit, after })),
    songs: pagedRows((limit, after) => listOwnSongs(db, accountId, { limit, after })),
    wnfts: pagedRows((limit, after) => listOwnIssues(db, accountId, { limit, after })),
  };
}
