export { detachAccount } from "./account/account-deletion.ts";
export { catalogueExport } from "./account/data-export.data.ts";
export { countArtistsAndSongs, lockAndCountOwnSongs } from "./account/own-catalogue.data.ts";
export { type AudioAnalysis, analyzeMp3 } from "./audio/analysis/analyze.ts";
export { insertAnalyzedAudio } from "./audio/audio-files.data.ts";
export { addCatalogueDiscovery, catalogueSitemap } from "./discovery/discovery.routes.ts";
export { catalogueJobs } from "./jobs.ts";
export { findEncoderProblem } from "./masters/encoder.ts";
export { addMasterFiles } from "./masters/masters.routes.ts";
export { addPointsToTally, type CountedPlay } from "./plays/plays.data.ts";
export { type PeopleCounts, registerCataloguePorts, withdrawPublicFiles } from "./ports.ts";
export { isPublicArtist, isRestricted } from "./restrictions.data.ts";
export { catalogueRoutes } from "./routes.ts";
export { refreshWordCounts } from "./search/dictionary.data.ts";
export { assignArtist, lockArtist } from "./songs/artists.data.ts";
export { addAudioFiles, resolveAudioUrl } from "./songs/audio-files.routes.ts";
export { invalidateSongs, PUBLIC_SONGS, songEntity } from "./songs/page-entities.ts";
export { openRecording, type Recording } from "./songs/recordings.ts";
export {
  deleteUntouchedDrafts,
  foldTexts,
  listArtistsByKey,
  listMatchingSongs,
} from "./studio/bulk/bulk-insert.data.ts";
export { addArtists, addSongs, remainingArtistQuota } from "./studio/bulk/bulk-insert.ts";
export type { Caller } from "./studio/idempotent-create.ts";
export { createWithIdempotencyKey } from "./studio/idempotent-create.ts";
export { lockOwnSong, matchesReference } from "./studio/ownership.data.ts";
export { stripAccents } from "./studio/slugs.data.ts";
export { insertWithUniqueSlug, toSlug } from "./studio/slugs.ts";
export { type ParsedWrap, parseWrap } from "./studio/songs/edit-songs.ts";
export { addWrapTokenMetadata } from "./wnft/metadata.routes.ts";
export { changeCustodian } from "./wnft/tokens.data.ts";
