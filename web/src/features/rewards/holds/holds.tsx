import { getHolds, type Hold, holdReasons } from "@wrapsody/shared/rewards/holds.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { choiceParam, textParam, useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { FilterSelect } from "../../../ui/lists/filters.tsx";
import { useAuthedQuery } from "../../accounts/index.ts";
import type { Route } from "./+types/holds";
import { AddedPoints } from "./added-points.tsx";
import { HoldList } from "./hold-list.tsx";
import { HoldRows } from "./hold-rows.tsx";
import { PlayHolds } from "./play-holds.tsx";
import "../decision-list.css";

const list = {
  pageSize: 20,
  params: {
    show: choiceParam(["plays"]),
    reason: choiceParam(holdReasons, "reason"),
    account: textParam("account_id", "=="),
  },
  path: paths.holds,
};

export async function clientLoader() {
  await loadNamespaces("claims");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.nav.holds"), language);
}

/** Points or plays on hold for suspected farming. */
export default function HoldsPage() {
  const { show } = useListParams(list).filters;
  return show === "plays" ? <PlayHolds /> : <PointHolds />;
}

/** Points on hold, oldest first. */
function PointHolds() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const { reason, account } = params.filters;
  const query = useAuthedQuery(getHolds, { list: { ...params.list, sortDir: "ASC" } });
  return (
    <HoldList
      show=""
      texts="holds"
      query={query}
      params={params}
      empty={<NoHolds reason={reason} account={account} />}
      filters={
        <FilterSelect name="reason" label={t("holds.reasonLabel")} value={reason}>
          <option value="">{t("holds.everyReason")}</option>
          {holdReasons.map((each) => (
            <option key={each} value={each}>
              {t(`holds.reasonShort.${each}`)}
            </option>
          ))}
        </FilterSelect>
      }
      rows={(holds, announce) => <HoldRows holds={holds} announce={announce} />}
    >
      {account === undefined ? null : <AddedPoints account={account} />}
    </HoldList>
  );
}

function NoHolds({ reason, account }: { reason: Hold["reason"] | undefined; account: string | undefined }) {
  const { t } = useTranslation();
  if (reason === undefined && account === undefined) {
    return (
      <EmptyState title={t("holds.none")}>
        <p>{t("holds.noneText")}</p>
        <Link className="u b" to={paths.users()}>
          {t("holds.toUsers")}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t(reason === undefined ? "holds.noneOfAccount" : "holds.noneFound")}>
      <Link className="u b" to={paths.holds()}>
        {t("holds.all")}
      </Link>
    </EmptyState>
  );
}
