import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Campaign, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { invalidatePages, type PageEntity } from "../../../platform/pages/page-invalidation.ts";
import { PUBLIC_SONGS, songEntity } from "../../catalogue/index.ts";

/** Which experiences are public, with what lists are searched and sorted by: name, type and whether they are active. */
const PUBLIC_EXPERIENCES: PageEntity = "list:experiences";

const experienceEntity = (id: number): PageEntity => `experience:${id}`;
/** The artworks of an experience; only their number belongs to the experience itself. */
const artworksEntity = (id: number): PageEntity => `artworks:${id}`;

/** Invalidates the pages that show an experience, also in a list, when its spots or components change. */
export function invalidateExperience(tx: Executor, id: number): Promise<void> {
  return invalidatePages(tx, [experienceEntity(id)]);
}

/** Invalidates the pages that show an experience, and every list of experiences. */
export function invalidateExperienceListing(tx: Executor, id: number): Promise<void> {
  return invalidatePages(tx, [experienceEntity(id), PUBLIC_EXPERIENCES]);
}

/** Like `invalidateExperienceListing`, and invalidates the pages of its song, which show its reward levels. */
export function invalidateDeletedExperience(
  tx: Executor,
  { id, song_id }: Pick<Campaign, "id" | "song_id">,
): Promise<void> {
  return invalidatePages(tx, [experienceEntity(id), PUBLIC_EXPERIENCES, songEntity(song_id)]);
}

/** Invalidates the pages that show an experience, when artworks are drawn; with its last one it closes. */
export function invalidateDrawnExperience(
  tx: Executor,
  { id, isClosed }: { id: number; isClosed: boolean },
): Promise<void> {
  const closed = isClosed ? [PUBLIC_EXPERIENCES] : [];
  return invalidatePages(tx, [experienceEntity(id), artworksEntity(id), ...closed]);
}

/** Invalidates the pages that show artworks of these experiences, when artworks are rendered, minted or transferred. */
export function invalidateArtworks(tx: Executor, campaignIds: readonly number[]): Promise<void> {
  return invalidatePages(tx, campaignIds.map(artworksEntity));
}

/** An experience shows the name of its song. */
export function experienceShows({ id, song_id }: Pick<Campaign, "id" | "song_id">): PageEntity[] {
  return [experienceEntity(id), songEntity(song_id)];
}

export function experienceListShows({ data }: { data: readonly Campaign[] }): PageEntity[] {
  return [PUBLIC_SONGS, PUBLIC_EXPERIENCES, ...data.flatMap(experienceShows)];
}

export function artworkShows({ song_campaign_id: id }: Participant): PageEntity[] {
  return [artworksEntity(id), experienceEntity(id), PUBLIC_SONGS];
}

/** Without a filter by experience, an artwork of any other one may enter the list, so every change affects it. */
export function artworkListShows(_result: unknown, { list }: { list: ListQuery }): PageEntity[] | undefined {
  const filter = list.filters.find(({ key, operator }) => key === "song_campaign_id" && operator === "==");
  if (filter === undefined) return undefined;
  const id = Number(filter.value);
  return [artworksEntity(id), experienceEntity(id), PUBLIC_SONGS];
}
