import { HydrationBoundary, useQuery } from "@tanstack/react-query";
import { getDrops } from "@wrapsody/shared/experiences.ts";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { readLoaded } from "../../../lib/pages/loaded.ts";
import { pageMeta, siteOf } from "../../../lib/pages/meta.ts";
import { pageData, queryOf, required } from "../../../lib/pages/page-data.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatTotal } from "../../../ui/format/format.ts";
import { Pager } from "../../../ui/layout/pager.tsx";
import { Programme } from "../programme/index.ts";
import type { Route } from "./+types/experience-list";

const pageSize = 12;

const page = pageData(({ url }) => [required(getDrops, toListQuery(pageNumber(url.searchParams)))]);
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const number = pageNumber(new URLSearchParams(location.search));
  const first = loaderData && readLoaded(loaderData.dehydrated, getDrops, toListQuery(number))?.data[0];
  return pageMeta({
    title: t("experiences.title"),
    description: t("experiences.description"),
    path: pathOf(number),
    ...(first === undefined ? {} : { image: paths.card("experience", first.id) }),
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

function Experiences() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const { data } = useQuery(queryOf(getDrops, toListQuery(number)));
  const campaigns = data?.data ?? [];
  const total = data?.total ?? 0;
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("experiences.heading")}</h1>
        {total === 0 ? null : (
          <p className="small dim">
            {t("experiences.listed", { count: total, total: formatTotal(total, i18n.language) })}
          </p>
        )}
      </header>
      <section className="sec list-sec" aria-label={t("experiences.heading")}>
        {campaigns.length === 0 ? (
          <EmptyState title={t(total === 0 ? "experiences.none" : "experiences.noneFurther")}>
            {total === 0 ? t("experiences.noneHint") : undefined}
          </EmptyState>
        ) : (
          <Programme campaigns={campaigns} />
        )}
        <Pager page={number} hasNext={campaigns.length === pageSize} href={pathOf} />
      </section>
    </>
  );
}

const toListQuery = (number: number) => ({ list: rowsOfPage(number, pageSize) });

function pathOf(number: number): string {
  return paths.experiences(number > 1 ? { page: number } : {});
}
