import { getMyDapps, postDrop } from "@wrapsody/shared/experiences/campaigns.ts";
import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { useFlashParam } from "../../../../lib/pages/flash-param.ts";
import { useListParams } from "../../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { EmptyState, FirstStep } from "../../../../ui/feedback/states.tsx";
import { StatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { formatCount } from "../../../../ui/format/format.ts";
import { ListHeader } from "../../../../ui/lists/paged-list.tsx";
import { PagedList, type PageHandle, useAuthedQuery, useMay } from "../../../accounts/index.ts";
import type { Route } from "./+types/my-experiences";
import { CampaignRows } from "./campaign-rows.tsx";
import "./my-experiences.css";

const list = { pageSize: 12, params: {}, path: paths.myExperiences };

const loading = { rows: 6, height: "6rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("campaigns.list.title"), language);
}

export default function MyExperiencesPage() {
  const { t, i18n } = useTranslation();
  const params = useListParams(list);
  const success = useFlashParam("success");
  const query = useAuthedQuery(getMyDapps, {
    list: { ...params.list, sortKey: "created_at", sortDir: "DESC" },
  });
  const count = query.data?.total;
  const mayAdd = useMay()(postDrop);
  return (
    <>
      <ListHeader
        title={t("campaigns.list.title")}
        status={
          count === undefined || count === 0
            ? undefined
            : t("campaigns.list.total", { count, total: formatCount(count, i18n.language) })
        }
      >
        {count === 0 || !mayAdd ? null : (
          <Link className="btn" to={paths.createExperience()}>
            {t("campaigns.list.new")} <Plus className="i" aria-hidden="true" />
          </Link>
        )}
      </ListHeader>
      <StatusMessage text={success} />
      <section className="sec my-drops" aria-label={t("campaigns.list.title")}>
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={count === 0 ? <NoneYet /> : <NoMore />}
        >
          {(campaigns) => <CampaignRows campaigns={campaigns} />}
        </PagedList>
      </section>
    </>
  );
}

function NoneYet() {
  const { t } = useTranslation();
  return (
    <FirstStep
      title={t("campaigns.list.empty")}
      text={t("campaigns.list.emptyText")}
      to={paths.createExperience()}
      label={t("campaigns.list.first")}
    />
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
