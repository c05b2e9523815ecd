import type { SongDetail } from "@wrapsody/shared/catalogue.ts";
import { tagKey } from "@wrapsody/shared/tag-key.ts";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { asWords, formatClock, formatCount, formatDate } from "../../../../ui/format/format.ts";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";
import { LearnAlbums } from "./learn-albums.tsx";
import { LearnLyrics } from "./learn-lyrics.tsx";
import { LearnOwners } from "./learn-owners.tsx";
import { LearnToken } from "./learn-token.tsx";

/** Metadata of a song. */
export function LearnTab({ detail }: { detail: SongDetail }) {
  return (
    <>
      <About description={detail.song.metadata.description} />
      <Overview detail={detail} />
      <LearnAlbums albums={detail.albums} />
      <LearnLyrics detail={detail} />
      <Credits credits={detail.credits} />
      <KeyDates dates={detail.dates} />
      <LearnOwners owners={detail.owners} />
      <LearnToken song={detail.song} />
    </>
  );
}

function About({ description }: { description: string }) {
  const { t } = useTranslation();
  return (
    <section className="leaf about">
      <h2 className="vh">{t("wrap.about")}</h2>
      {description.trim() === "" ? (
        <EmptySection>{t("wrap.noDescription")}</EmptySection>
      ) : (
        <p className="lead">{description}</p>
      )}
    </section>
  );
}

function Overview({ detail: { song, tags } }: { detail: SongDetail }) {
  const { t, i18n } = useTranslation();
  return (
    <Section title={t("wrap.overview")}>
      <p className="meta dim">{t("wrap.iswc")}</p>
      {song.iswc === null ? (
        <EmptySection>{t("wrap.noIswc")}</EmptySection>
      ) : (
        <p className="iswc">{song.iswc}</p>
      )}
      <TermNote term="iswc" />
      <dl className="kv">
        <div>
          <dt>{t("wrap.duration")}</dt>
          <dd className="code-l">{formatClock(song.duration)}</dd>
        </div>
        <div>
          <dt>{t("wrap.plays")}</dt>
          <dd className="code-l">{formatCount(song.plays, i18n.language)}</dd>
        </div>
        {tags.length > 0 && (
          <div>
            <dt>{t("wrap.tags")}</dt>
            <dd className="small">
              {tags.map(({ id, tag }, at) => (
                <Fragment key={id}>
                  {at === 0 ? "" : ", "}
                  <TagLink tag={tag} />
                </Fragment>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </Section>
  );
}

function TagLink({ tag }: { tag: string }) {
  const key = tagKey(tag);
  return key === undefined ? (
    tag
  ) : (
    <Link className="u" to={paths.tag(key)}>
      {tag}
    </Link>
  );
}

function Credits({ credits }: { credits: SongDetail["credits"] }) {
  const { t } = useTranslation();
  return (
    <Section title={t("wrap.credits")}>
      {credits.length === 0 ? (
        <EmptySection>{t("wrap.noCredits")}</EmptySection>
      ) : (
        <table className="tbl credits">
          <tbody>
            {credits.map(({ role, value }) => (
              <tr key={`${role} ${value}`}>
                <th scope="row" className="dim">
                  {t(`wrap.role.${role}`, { defaultValue: asWords(role) })}
                </th>
                <td className="b">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function KeyDates({ dates }: { dates: SongDetail["dates"] }) {
  const { t, i18n } = useTranslation();
  const inOrder = [...dates].sort((a, b) => a.date.localeCompare(b.date));
  return (
    <Section title={t("wrap.dates")}>
      {dates.length === 0 ? (
        <EmptySection>{t("wrap.noDates")}</EmptySection>
      ) : (
        <ol className="time-line">
          {inOrder.map(({ date_type, date }) => (
            <li key={`${date_type} ${date}`}>
              <p className="meta dim">{t(`wrap.date.${date_type}`, { defaultValue: asWords(date_type) })}</p>
              <time className="num b small" dateTime={date}>
                {formatDate(date, i18n.language)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
