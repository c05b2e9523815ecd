import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { tagKey } from "@wrapsody/shared/catalogue/tag-key.ts";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { asWords, formatDate } from "../../../../ui/format/format.ts";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";
import { LearnAlbums } from "./learn-albums.tsx";
import { LearnLyrics } from "./learn-lyrics.tsx";
import { LearnRights } from "./learn-owners.tsx";
import { LearnToken } from "./learn-token.tsx";

/** What there is to read about a song. Each fact is in one place: duration and plays are in the hero. */
export function LearnTab({ detail }: { detail: SongDetail }) {
  const { song } = detail;
  return (
    <>
      <About description={song.metadata.description} tags={detail.tags} />
      <LearnAlbums albums={detail.albums} />
      <LearnLyrics detail={detail} />
      <Credits credits={detail.credits} />
      <KeyDates dates={detail.dates} />
      <LearnRights iswc={song.iswc} owners={detail.owners} />
      <LearnToken song={song} />
    </>
  );
}

function About({ description, tags }: { description: string; tags: SongDetail["tags"] }) {
  const { t } = useTranslation();
  return (
    <section className="leaf about">
      <h2 className="vh">{t("wrap.about")}</h2>
      {description.trim() === "" ? (
        <EmptySection>{t("wrap.noDescription")}</EmptySection>
      ) : (
        <p className="lead">{description}</p>
      )}
      {tags.length === 0 ? null : (
        <p className="small about-tags">
          <span className="dim">{t("wrap.tags")}</span>{" "}
          {tags.map(({ id, tag }, at) => (
            <Fragment key={id}>
              {at === 0 ? "" : ", "}
              <TagLink tag={tag} />
            </Fragment>
          ))}
        </p>
      )}
    </section>
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
