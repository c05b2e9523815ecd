import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { experienceNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { getDrops } from "@wrapsody/shared/experiences/experiences.ts";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { parseListParams, useListParams } from "../../../lib/pages/list-params.ts";
import { pageMeta, siteOf } from "../../../lib/pages/meta.ts";
import { pageData, queryOf, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatTotal } from "../../../ui/format/format.ts";
import { ListPage } from "../../../ui/lists/paged-list.tsx";
import { Programme } from "../programme/index.ts";
import type { Route } from "./+types/experience-list";

const list = { pageSize: 12, params: {}, path: paths.experiences };

const page = pageData(({ url }) => [
  required(getDrops, { list: parseListParams(url.searchParams, list).list }),
]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ matches, location }: Route.MetaArgs) {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const params = parseListParams(new URLSearchParams(location.search), list);
  return pageMeta({
    title: t("experiences.title"),
    description: t("experiences.description"),
    path: params.pathOfPage(params.page),
    image: paths.card("experiences", "newest"),
    publicUrl,
    language,
  });
}

export default function ExperiencesPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      <Experiences />
    </HydrationBoundary>
  );
}

/** A chunk of its own, which the server renders: most sites have experiences. */
const EmptySpread = lazy(async () => ({
  default: (await import("../../../ui/feedback/empty-spread.tsx")).EmptySpread,
}));

function Experiences() {
  const { t, i18n } = useTranslation();
  const params = useListParams(list);
  const { data } = useQuery(queryOf(getDrops, { list: params.list }));
  const campaigns = data?.data ?? [];
  const total = data?.total ?? 0;
  if (data?.total === 0)
    return (
      <>
        <h1 className="vh">{t("experiences.heading")}</h1>
        <Suspense>
          <EmptySpread
            label={t("experiences.heading")}
            number={experienceNumber(0)}
            title={t("experiences.none")}
            text={t("experiences.noneHint")}
            to={paths.wraps()}
            action={t("wrap.browse")}
          />
        </Suspense>
      </>
    );
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("experiences.heading")}</h1>
        {total === 0 ? null : (
          <p className="small dim" data-result-count>
            {t("experiences.listed", { count: total, total: formatTotal(total, i18n.language) })}
          </p>
        )}
      </header>
      <section className="sec list-sec" aria-label={t("experiences.heading")}>
        <ListPage
          rows={campaigns}
          {...(data === undefined ? {} : { total })}
          params={params}
          empty={
            <EmptyState title={t("experiences.noneFurther")}>
              <Link className="u b" to={paths.wraps()}>
                {t("wrap.browse")}
              </Link>
            </EmptyState>
          }
        >
          {(rows) => <Programme campaigns={rows} />}
        </ListPage>
      </section>
    </>
  );
}
