import { getMyHistory } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { textIn } from "../../../lib/language/language.ts";
import { useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { EmptyState, FirstStep } from "../../../ui/feedback/states.tsx";
import { ListHeader, useTotalText } from "../../../ui/lists/paged-list.tsx";
import { PagedList, type PageHandle, useAuthedQuery } from "../../accounts/index.ts";
import type { Route } from "./+types/my-history";
import { ListenedDays } from "./listened-list.tsx";

const list = { pageSize: 20, params: {}, path: paths.myHistory };

const loading = { rows: 8, height: "4.5rem" };
export const handle = { loading: { title: "accounts.history.title", ...loading } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.history.title"), language);
}

export default function MyHistoryPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const query = useAuthedQuery(getMyHistory, { list: params.list });
  const total = useTotalText("accounts.history.total", query.data?.total);
  return (
    <>
      <ListHeader title={t("accounts.history.title")} status={total}>
        <p className="small dim">{t("accounts.history.lead")}</p>
      </ListHeader>
      <section className="sec history" aria-label={t("accounts.history.title")}>
        <PagedList
          query={query}
          params={params}
          loading={loading}
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
    <FirstStep
      title={t("accounts.history.none")}
      text={t("accounts.history.noneText")}
      to={paths.wraps()}
      label={t("accounts.history.toWraps")}
    />
  );
}
