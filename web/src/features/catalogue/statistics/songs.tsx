import type { Statistics } from "@wrapsody/shared/studio/statistics.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Gauge } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { WideTable } from "../../../ui/layout/wide-table.tsx";
import { DownloadButton } from "./download.tsx";
import { type StatisticsFilters, statisticsPath } from "./filters.ts";
import { type Measure, measures } from "./measures.ts";

type Songs = Statistics["songs"];
type SongsProps = { statistics: Statistics; filters: StatisticsFilters; measure: Measure };

/** Statistics by wrap, highest value of the measure first. */
export function Songs({ statistics: { songs, from, to }, filters, measure }: SongsProps) {
  const { t } = useTranslation();
  return (
    <section className="stat-part">
      <div className="sec-h">
        <h2 className="head">{t("statistics.byWrap")}</h2>
        {songs.length > 0 && (
          <DownloadButton
            file={`wrapsody-wraps-${from}-${to}.csv`}
            label={t("statistics.downloadWraps")}
            table={() => [
              [
                ...["number", "wrap", "artist"].map((column) => t(`statistics.${column}`)),
                ...measures.map((each) => t(`statistics.${each}`)),
              ],
              ...songs.map((song) => [
                song.id,
                song.name,
                song.artist,
                ...measures.map((each) => song[each]),
              ]),
            ]}
          />
        )}
      </div>
      {songs.length === 0 ? (
        <p className="small dim">{t("statistics.noneByWrap")}</p>
      ) : (
        <SongTable songs={songs} filters={filters} measure={measure} />
      )}
    </section>
  );
}

function SongTable({
  songs,
  filters,
  measure,
}: {
  songs: Songs;
  filters: StatisticsFilters;
  measure: Measure;
}) {
  const { t } = useTranslation();
  const inOrder = songs.toSorted((a, b) => b[measure] - a[measure]);
  const max = inOrder[0]?.[measure] ?? 0;
  return (
    <WideTable label={t("statistics.byWrap")}>
      <table className="tbl num song-table">
        <thead>
          <tr>
            <th scope="col">{t("statistics.wrap")}</th>
            {measures.map((each) => (
              <th
                key={each}
                scope="col"
                className={each === measure ? "r" : "r other"}
                aria-sort={each === measure ? "descending" : undefined}
              >
                {t(`statistics.${each}`)}
              </th>
            ))}
            <th scope="col">
              <span className="vh">{t("statistics.manage")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {inOrder.map((song) => (
            <SongRow key={song.id} song={song} filters={filters} measure={measure} max={max} />
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

type SongRowProps = { song: Songs[number]; filters: StatisticsFilters; measure: Measure; max: number };

function SongRow({ song, filters: { days }, measure, max }: SongRowProps) {
  const { t, i18n } = useTranslation();
  return (
    <tr>
      <th scope="row">
        <Link className="u b" to={statisticsPath({ days, song: String(song.id) })}>
          {song.name}
        </Link>
        <span className="dim">{song.artist}</span>
      </th>
      {measures.map((each) => (
        <td key={each} className={each === measure ? "r" : "r other"}>
          {formatCount(song[each], i18n.language)}
          {each === measure && <Gauge share={max === 0 ? 0 : song[each] / max} />}
        </td>
      ))}
      <td className="r">
        <Link
          className="sq"
          to={paths.manage(song.id)}
          aria-label={t("statistics.manageWrap", { wrap: song.name })}
        >
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </td>
    </tr>
  );
}
