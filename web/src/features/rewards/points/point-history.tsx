import { getMyPointEntries, type PointEntry } from "@wrapsody/shared/rewards/points.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { formatDay, formatTime } from "../../../ui/format/local-time.ts";
import { EmptySection } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { MoreButton } from "../my-rewards/more-button.tsx";

/** Entries per page. */
export const historyStep = 12;

/** The history of the user's points with reasons, newest first. */
export function PointHistory() {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(historyStep);
  const { data, error, refetch } = useAuthedQuery(getMyPointEntries, { list: { limit } });
  if (data === undefined) return <QueryState error={error} refetch={refetch} />;
  if (data.total === 0) return <EmptySection>{t("points.noEntries")}</EmptySection>;
  return (
    <>
      <ol className="point-entries">
        {data.data.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and are only added at the head
          <Entry key={`${entry.created_at} ${entry.kind} ${data.total - at}`} entry={entry} />
        ))}
      </ol>
      <MoreButton count={data.data.length} total={data.total} more={() => setLimit(limit + historyStep)} />
    </>
  );
}

function Entry({ entry }: { entry: PointEntry }) {
  const { t, i18n } = useTranslation();
  const { kind, points, created_at, song, missing, reason } = entry;
  const name = entry.level ?? entry.experience;
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <li>
      <span className="num b">
        {signOf(points)}
        {number(Math.abs(points))}
      </span>
      <p className="small">
        {t(`points.kind.${kind === "REVERSAL" && points > 0 ? "GIVEN_BACK" : kind}`)}
        {name === null ? null : `: ${name}`}
        {song === null ? null : (
          <>
            {", "}
            <Link className="u" to={paths.wrap(song.pretty_id)}>
              {song.name}
            </Link>
          </>
        )}
        {missing > 0 && `. ${t("points.missing", { count: missing, points: number(missing) })}`}
        {reason !== null && `. ${t("points.reason", { reason })}`}
      </p>
      <time className="code-l dim" dateTime={created_at}>
        {formatDay(created_at, i18n.language)}, {formatTime(created_at)}
      </time>
    </li>
  );
}

function signOf(points: number): string {
  if (points === 0) return "";
  return points < 0 ? "−" : "+";
}
