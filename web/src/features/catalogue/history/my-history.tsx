import { getMyHistory } from "@wrapsody/shared/catalogue.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { PagedList, useAuthedQuery } from "../../accounts/index.ts";
import type { Route } from "./+types/my-history";
import { ListenedDays } from "./listened-list.tsx";
import "./my-history.css";

const list = { pageSize: 20, params: {}, path: paths.myHistory };

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.history.title"), language);
}

export default function MyHistoryPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const query = useAuthedQuery(getMyHistory, { list: params.list });
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("accounts.history.title")}</h1>
        <p className="small dim">{t("accounts.history.lead")}</p>
      </header>
      <section className="sec history" aria-label={t("accounts.history.title")}>
        <PagedList
          query={query}
          params={params}
          loading={{ rows: 8, height: "4.5rem" }}
          empty={
            query.data?.total === 0 ? <NoListens /> : <EmptyState title={t("accounts.history.noMore")} />
          }
        >
          {(listens) => <ListenedDays listens={listens} />}
        </PagedList>
      </section>
    </>
  );
}

function NoListens() {
  const { t } = useTranslation();
  return (
    <div className="void">
      <p className="lead">{t("accounts.history.none")}</p>
      <p className="small dim">{t("accounts.history.noneText")}</p>
      <Link className="btn go" to={paths.wraps()}>
        {t("accounts.history.toWraps")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
