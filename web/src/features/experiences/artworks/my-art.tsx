import { type CollectedArtwork, getMyArt } from "@wrapsody/shared/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { paths } from "../../../paths.ts";
import { EmptyState, ErrorState } from "../../../ui/feedback/states.tsx";
import { formatTotal } from "../../../ui/format/format.ts";
import { Pager } from "../../../ui/layout/pager.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { loadOpenedExperiences } from "../../rewards/index.ts";
import type { Route } from "./+types/my-art";
import { CollectedGrid } from "./collected-grid.tsx";
import "../experiences.css";

const pageSize = 12;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.art.title"), language);
}

export default function MyArtPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const { data, error, refetch } = useAuthedQuery(getMyArt, { list: rowsOfPage(number, pageSize) });
  const total = data?.total ?? 0;
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("accounts.art.title")}</h1>
        {total === 0 ? null : (
          <p className="small dim">
            {t("accounts.art.total", { count: total, total: formatTotal(total, i18n.language) })}
          </p>
        )}
      </header>
      <OpenedSection />
      <section className="sec list-sec" aria-label={t("accounts.art.title")}>
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} height="16rem" />
        ) : (
          <Collected artworks={data.data} total={data.total} number={number} />
        )}
      </section>
    </>
  );
}

/** The experiences that reward claims have unlocked, where the user may get a first artwork. */
function OpenedSection() {
  const { t } = useTranslation();
  const { part: OpenedExperiences, failed, retry } = useLazyModule("opened", loadOpenedExperiences);
  if (failed) return <ErrorState message={t("errors.part")} retry={retry} />;
  return OpenedExperiences === undefined ? null : <OpenedExperiences />;
}

type CollectedPage = { artworks: readonly CollectedArtwork[]; total: number; number: number };

function Collected({ artworks, total, number }: CollectedPage) {
  const { t } = useTranslation();
  if (total === 0) return <NothingCollected />;
  return (
    <>
      {artworks.length === 0 ? (
        <EmptyState title={t("experiences.noMore")} />
      ) : (
        <CollectedGrid artworks={artworks} />
      )}
      {number === 1 && total <= pageSize ? null : (
        <Pager
          page={number}
          hasNext={number * pageSize < total}
          href={(next) => paths.myArt(next > 1 ? { page: next } : {})}
        />
      )}
      <p className="small dim ex-note">{t("experiences.thirtyMinutes")}</p>
    </>
  );
}

function NothingCollected() {
  const { t } = useTranslation();
  return (
    <div className="void">
      <p className="lead">{t("accounts.art.none")}</p>
      <p className="small dim">{t("accounts.art.noneText")}</p>
      <Link className="btn go" to={paths.experiences()}>
        {t("accounts.art.toExperiences")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
      <p className="small dim">{t("accounts.art.linkText")}</p>
      <Link className="btn" to={paths.settings}>
        {t("accounts.art.toWallets")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
