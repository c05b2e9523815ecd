import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import type { ReviewItem } from "@wrapsody/shared/studio/review.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { likenessPercent, useFormatQueueAge } from "./review-detail.ts";

/** Lists the wraps of the queue with publisher, age and flags. The oldest of all is the next step. */
export function QueueRows({ items, startsQueue }: { items: readonly ReviewItem[]; startsQueue: boolean }) {
  return (
    <ul className="queue">
      {items.map((item, place) => (
        <QueueRow key={item.song.id} item={item} isNext={startsQueue && place === 0} />
      ))}
    </ul>
  );
}

function QueueRow({ item, isNext }: { item: ReviewItem; isNext: boolean }) {
  const { t } = useTranslation();
  const { song, publisher, since } = item;
  const age = useFormatQueueAge()(since);
  return (
    <li className="queue-row">
      <span className="queue-no no">{wrapNumber(song.id)}</span>
      <Picture image={song.image} alt="" sizes="72px" className="queue-cover" />
      <p className="queue-what">
        <Link className="b" to={paths.review(song.id)}>
          {song.name}
        </Link>
        <span className="dim">{song.artist}</span>
      </p>
      <p className="queue-who">
        <span className="vh">{t("review.publisher")}: </span>
        {publisher === null ? (
          <span className="dim">{t("review.deletedPublisher")}</span>
        ) : (
          <Link className="u" to={paths.user(publisher.id)}>
            {publisher.name}
          </Link>
        )}
        <span className="dim">{age}</span>
      </p>
      <Flags item={item} />
      <Link
        className={isNext ? "mark queue-go" : "u b queue-go"}
        to={paths.review(song.id)}
        aria-label={t("review.queue.reviewNamed", { name: song.name })}
      >
        {t("review.queue.review")} {isNext ? <ArrowRight className="i" aria-hidden="true" /> : null}
      </Link>
    </li>
  );
}

/** Shows the flags of a review: a shape and a word each. */
export function Flags({ item: { song, publisher, matches, rejections } }: { item: ReviewItem }) {
  const { t } = useTranslation();
  const [first] = matches;
  return (
    <ul className="flags small">
      {song.status === "ACTIVE" ? <li className="state on">{t("review.flag.public")}</li> : null}
      {first === undefined ? null : (
        <li className="state bad">
          {t("review.flag.match", { name: first.name, percent: likenessPercent(first.likeness) })}
        </li>
      )}
      {rejections > 0 ? (
        <li className="state done">{t("review.flag.rejections", { count: rejections })}</li>
      ) : null}
      {publisher?.public_songs === 0 ? <li className="state">{t("review.flag.first")}</li> : null}
    </ul>
  );
}
