import { getReviewQueue, type ReviewItem } from "@wrapsody/shared/studio/review.ts";
import { paths } from "../../../paths.ts";
import { useAuthedQuery } from "../../accounts/index.ts";

/** Queue entries to search for the next review. */
const LOOKAHEAD = 50;

/** Returns the next wrap to review: the one that follows in the queue, else the first, else the queue itself. */
export function useNextReview(item: Pick<ReviewItem, "song" | "since">): { to: string; isQueue: boolean } {
  const { data } = useAuthedQuery(getReviewQueue, { list: { limit: LOOKAHEAD } });
  const next = nextOf(data?.data ?? [], item);
  return next === undefined
    ? { to: paths.reviews(), isQueue: true }
    : { to: paths.review(next.song.id), isQueue: false };
}

function nextOf(
  queue: readonly ReviewItem[],
  { song, since }: Pick<ReviewItem, "song" | "since">,
): ReviewItem | undefined {
  const others = queue.filter((other) => other.song.id !== song.id);
  const later = others.find(
    (other) => other.since > since || (other.since === since && other.song.id > song.id),
  );
  return later ?? others[0];
}
