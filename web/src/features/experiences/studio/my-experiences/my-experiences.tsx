import { getMyDapps } from "@wrapsody/shared/campaigns.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { useFlashParam } from "../../../../lib/pages/flash-param.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../../../lib/pages/page-number.ts";
import { paths } from "../../../../paths.ts";
import { EmptyState } from "../../../../ui/feedback/states.tsx";
import { StatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { formatCount } from "../../../../ui/format/format.ts";
import { Pager } from "../../../../ui/layout/pager.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import type { Route } from "./+types/my-experiences";
import { CampaignRows } from "./campaign-rows.tsx";
import "./my-experiences.css";

const pageSize = 12;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("campaigns.list.title"), language);
}

export default function MyExperiencesPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const success = useFlashParam("success");
  const list = { ...rowsOfPage(number, pageSize), sortKey: "created_at", sortDir: "DESC" } as const;
  const { data, error, refetch } = useAuthedQuery(getMyDapps, { list });
  const empty = data?.total === 0;
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("campaigns.list.title")}</h1>
          <p className="small dim" role="status">
            {data === undefined || empty
              ? ""
              : t("campaigns.list.total", {
                  count: data.total,
                  total: formatCount(data.total, i18n.language),
                })}
          </p>
        </div>
        {empty ? null : (
          <Link className="btn" to={paths.createExperience()}>
            {t("campaigns.list.new")} <Plus className="i" aria-hidden="true" />
          </Link>
        )}
      </header>
      <StatusMessage text={success} />
      <section className="sec my-drops" aria-label={t("campaigns.list.title")}>
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={6} height="6rem" />
        ) : empty ? (
          <NoneYet />
        ) : (
          <>
            {data.data.length === 0 ? <NoMore /> : <CampaignRows campaigns={data.data} />}
            {number === 1 && data.total <= pageSize ? null : (
              <Pager
                page={number}
                hasNext={number * pageSize < data.total}
                href={(page) => paths.myExperiences(page > 1 ? { page } : {})}
              />
            )}
          </>
        )}
      </section>
    </>
  );
}

function NoneYet() {
  const { t } = useTranslation();
  return (
    <div className="void">
      <p className="lead">{t("campaigns.list.empty")}</p>
      <p className="small dim">{t("campaigns.list.emptyText")}</p>
      <Link className="btn go" to={paths.createExperience()}>
        {t("campaigns.list.first")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}

function NoMore() {
  const { t } = useTranslation();
  return (
    <EmptyState title={t("campaigns.list.noMore")}>
      <Link className="u b" to={paths.myExperiences()}>
        {t("campaigns.list.back")}
      </Link>
    </EmptyState>
  );
}
