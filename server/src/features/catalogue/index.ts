export { detachAccount } from "./account/account-deletion.ts";
export { catalogueExport } from "./account/data-export.data.ts";
export { countArtistsAndSongs, lockAndCountOwnSongs } from "./account/own-catalogue.data.ts";
export { catalogueAdministration } from "./administration.ts";
export { type AudioAnalysis, analyzeMp3 } from "./audio/analysis/analyze.ts";
export { insertAnalyzedAudio } from "./audio/audio-files.data.ts";
export { rankSongs } from "./discovery/charts.data.ts";
export { addCatalogueDiscovery, catalogueSitemap } from "./discovery/discovery.routes.ts";
export { catalogueEmbeds } from "./discovery/embedded.ts";
export { catalogueFeeds } from "./feeds/feeds.ts";
export { catalogueJobs } from "./jobs.ts";
export { findEncoderProblem } from "./masters/encoder.ts";
export { addMasterFiles } from "./masters/masters.routes.ts";
export { isShownPlaylist } from "./playlists/playlists.data.ts";
export { invalidateOwnPlaylists } from "./playlists/playlists.ts";
export { addPlaylistFiles } from "./playlists/routes.ts";
export { addPointsToTally, type CountedPlay } from "./plays/plays.data.ts";
export { type PeopleCounts, registerCataloguePorts, withdrawPublicFiles } from "./ports.ts";
export { isPublicArtist, isRestricted } from "./restrictions.data.ts";
export { catalogueRoutes } from "./routes.ts";
export { REMINDER_TTL_MS, readReminderToken, signReminder } from "./scheduled/reminder-links.ts";
export { deleteAddressReminders } from "./scheduled/reminders.data.ts";
export { refreshWordCounts } from "./search/dictionary.data.ts";
export type { Page } from "./search/pagination.data.ts";
export type { SearchQuery } from "./search/search-query.ts";
export { containsWords, nameRank, readFound, searchedText } from "./search/text-search.data.ts";
export { type CatalogueKind, resolveText, searchCatalogue } from "./search/text-search.ts";
export { assignArtist, lockArtist } from "./songs/artists.data.ts";
export { addAudioFiles, resolveAudioUrl } from "./songs/audio-files.routes.ts";
export { invalidateSongs, PUBLIC_SONGS, songEntity } from "./songs/page-entities.ts";
export { partialDate, releaseDate } from "./songs/partial-dates.data.ts";
export { openRecording, type Recording } from "./songs/recordings.ts";
export { findPublicSong } from "./songs/songs.data.ts";
export { parseArtistLinks } from "./studio/artists/own-artists.ts";
export {
  deleteUntouchedDrafts,
  fingerprintArtists,
  foldTexts,
  type KnownArtist,
  listAlbumsByName,
  listMissingPictures,
  listOwnIds,
  listSimilarArtists,
  listSimilarSongs,
  listSongsByIswc,
} from "./studio/bulk/bulk-insert.data.ts";
export {
  addArtists,
  addMissingPicture,
  addSongs,
  deleteUntouchedArtists,
  remainingArtistQuota,
  storePictureOfArchive,
} from "./studio/bulk/bulk-insert.ts";
export type { Caller } from "./studio/idempotent-create.ts";
export { createWithIdempotencyKey } from "./studio/idempotent-create.ts";
export { lockOwnSong, matchesReference } from "./studio/ownership.data.ts";
export { insertWithUniqueSlug, listSlugWords, toSlug } from "./studio/slugs.ts";
export { changeSong, type ParsedWrap, parseWrap, toSongLists } from "./studio/songs/edit-songs.ts";
export { bindSplits } from "./studio/splits/splits.data.ts";
export { countTags } from "./tags/tags.data.ts";
export { addWrapTokenMetadata } from "./wnft/metadata.routes.ts";
export { changeCustodian } from "./wnft/tokens.data.ts";
