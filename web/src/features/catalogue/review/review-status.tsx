import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { formatRelease } from "../../../ui/format/release-time.ts";
import { WrapState } from "../studio/my-wraps/wrap-state.tsx";
import { Flags } from "./queue-rows.tsx";
import { type ReviewDetail, reviewSubject, useFormatQueueAge } from "./review-detail.ts";

/** Shows the publisher, the age in the queue and the flags of a wrap. */
export function ReviewStatus({ review }: { review: ReviewDetail }) {
  const { t } = useTranslation();
  const formatQueueAge = useFormatQueueAge();
  return (
    <section className="review-standing" aria-labelledby="standing">
      <h2 id="standing" className="head">
        {t(reviewSubject(review) === undefined ? "review.status.done" : "review.status.awaiting")}
      </h2>
      <p className="small">
        <WrapState status={review.song.status} />
      </p>
      <ReleaseDate song={review.song} />
      {reviewSubject(review) === undefined ? null : <p className="small">{formatQueueAge(review.since)}</p>}
      <Flags item={review} />
      <Publisher publisher={review.publisher} />
    </section>
  );
}

function ReleaseDate({ song: { listed_from, listed_zone } }: Pick<ReviewDetail, "song">) {
  const { t, i18n } = useTranslation();
  if (listed_from === null || listed_zone === null) return null;
  return (
    <p className="small">{t("review.scheduled", formatRelease(listed_from, i18n.language, listed_zone))}</p>
  );
}

function Publisher({ publisher }: Pick<ReviewDetail, "publisher">) {
  const { t, i18n } = useTranslation();
  const count = publisher?.public_songs ?? 0;
  return (
    <dl className="review-publisher">
      <dt className="meta dim">{t("review.publisher")}</dt>
      {publisher === null ? (
        <dd>{t("review.deletedPublisher")}</dd>
      ) : (
        <>
          <dd>
            <Link className="u b" to={paths.user(publisher.id)}>
              {publisher.name}
            </Link>
          </dd>
          {publisher.email === null ? null : <dd className="small">{publisher.email}</dd>}
          <dd className="small dim">
            {t("review.publicSongs", { count, total: formatCount(count, i18n.language) })}
          </dd>
        </>
      )}
    </dl>
  );
}
