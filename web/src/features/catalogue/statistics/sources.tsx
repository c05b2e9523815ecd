import type { Statistics } from "@wrapsody/shared/studio/statistics.ts";
import { useTranslation } from "react-i18next";
import { Gauge } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { WideTable } from "../../../ui/layout/wide-table.tsx";
import { DownloadButton } from "./download.tsx";

type PartProps = { statistics: Statistics };

/** Plays by source: a table whose rows have bars. */
export function Sources({ statistics: { sources, from, to } }: PartProps) {
  const { t, i18n } = useTranslation();
  const total = sources.reduce((sum, { plays }) => sum + plays, 0);
  const listed = sources.filter(({ source, plays }) => plays > 0 || source !== "UNKNOWN");
  return (
    <section className="stat-part">
      <div className="sec-h">
        <div>
          <h2 className="head">{t("statistics.sources.title")}</h2>
          <p className="small dim stat-about">{t("statistics.sources.about")}</p>
        </div>
        <DownloadButton
          file={`wrapsody-sources-${from}-${to}.csv`}
          label={t("statistics.sources.download")}
          table={() => [
            [t("statistics.sources.source"), t("statistics.plays")],
            ...sources.map(({ source, plays }) => [source, plays]),
          ]}
        />
      </div>
      <WideTable label={t("statistics.sources.title")}>
        <table className="tbl num stat-bars">
          <thead>
            <tr>
              <th scope="col">{t("statistics.sources.source")}</th>
              <th scope="col" className="r">
                {t("statistics.plays")}
              </th>
              <th scope="col" className="r">
                {t("statistics.sources.share")}
              </th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ source, plays }) => (
              <tr key={source}>
                <th scope="row">
                  <span className="b">{t(`statistics.sources.${source}`)}</span>
                  <span className="small dim">{t(`statistics.sources.${source}_about`)}</span>
                  <Gauge share={total === 0 ? 0 : plays / total} />
                </th>
                <td className="r">{formatCount(plays, i18n.language)}</td>
                <td className="r">{formatShare(plays, total, i18n.language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </section>
  );
}

const steps = ["heard", "earned", "claimed", "joined"] as const;

/** How many people went from a listen to a point, a claim and an experience: in all as bars, and by wrap. */
export function Funnel({ statistics: { funnel, songs, from, to } }: PartProps) {
  const { t, i18n } = useTranslation();
  const max = Math.max(...steps.map((step) => funnel[step]));
  const names = steps.map((step) => t(`statistics.funnel.${step}`));
  return (
    <section className="stat-part">
      <div className="sec-h">
        <div>
          <h2 className="head">{t("statistics.funnel.title")}</h2>
          <p className="small dim stat-about">{t("statistics.funnel.about")}</p>
        </div>
        <DownloadButton
          file={`wrapsody-funnel-${from}-${to}.csv`}
          label={t("statistics.funnel.download")}
          table={() => [
            [t("statistics.number"), t("statistics.wrap"), ...names],
            ["", t("statistics.allWraps"), ...steps.map((step) => funnel[step])],
            ...songs.map((song) => [song.id, song.name, ...steps.map((step) => song.funnel[step])]),
          ]}
        />
      </div>
      <table className="tbl num stat-bars">
        <thead className="vh">
          <tr>
            <th scope="col">{t("statistics.funnel.step")}</th>
            <th scope="col">{t("statistics.funnel.people")}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step}>
              <th scope="row">
                <span className="b">{t(`statistics.funnel.${step}`)}</span>
                <span className="small dim">{t(`statistics.funnel.${step}_about`)}</span>
                <Gauge share={max === 0 ? 0 : funnel[step] / max} />
              </th>
              <td className="r">{formatCount(funnel[step], i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {songs.length < 2 ? null : (
        <WideTable label={t("statistics.funnel.byWrap")}>
          <table className="tbl num">
            <thead>
              <tr>
                <th scope="col">{t("statistics.wrap")}</th>
                {names.map((name) => (
                  <th key={name} scope="col" className="r">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {songs.map((song) => (
                <tr key={song.id}>
                  <th scope="row">{song.name}</th>
                  {steps.map((step) => (
                    <td key={step} className="r">
                      {formatCount(song.funnel[step], i18n.language)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </WideTable>
      )}
    </section>
  );
}

function formatShare(part: number, total: number, language: string): string {
  const format = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  return format.format(total === 0 ? 0 : part / total);
}
