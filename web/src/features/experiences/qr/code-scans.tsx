import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Component } from "@wrapsody/shared/experiences/experiences.ts";
import { getScans, type Scans } from "@wrapsody/shared/experiences/qr.ts";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format/format.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";

type Props = { campaign: OwnCampaign; components: readonly Component[] };

/**
 * Scan and confirmation counts of an experience's secure codes, and the names of its plain codes, whose scans are not
 * counted. Empty without codes.
 */
export function CodeScans({ campaign, components }: Props) {
  const { t, i18n } = useTranslation();
  const codes = components.filter((part) => part.component_type === "QR_CODE");
  if (codes.length === 0 || campaign.stage === "DRAFT") return null;
  const plain = codes.filter((part) => !part.secure_link).map(({ name }) => name);
  const names = new Intl.ListFormat(i18n.language).format(plain);
  return (
    <Section title={t("campaigns.scans.title")}>
      {plain.length === codes.length ? null : <Counted campaign={campaign} />}
      {plain.length === 0 ? null : <p className="small dim">{t("campaigns.scans.plain", { names })}</p>}
    </Section>
  );
}

function Counted({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getScans, { params: { id: String(campaign.id) } });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  return (
    <>
      <p className="small dim">{t("campaigns.scans.text")}</p>
      <div className="scroll">
        <Table scans={data.components} />
      </div>
    </>
  );
}

function Table({ scans }: { scans: readonly Scans[] }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <table className="tbl num" aria-label={t("campaigns.scans.title")}>
      <thead>
        <tr>
          <th scope="col">{t("campaigns.scans.column")}</th>
          <th scope="col" className="r">
            {t("campaigns.scans.scans")}
          </th>
          <th scope="col" className="r">
            {t("campaigns.scans.confirmed")}
          </th>
          <th scope="col" className="r">
            {t("campaigns.scans.last")}
          </th>
        </tr>
      </thead>
      <tbody>
        {scans.map((code) => (
          <tr key={code.component_id}>
            <th scope="row">{code.component}</th>
            <td className="r">{count(code.scans)}</td>
            <td className="r">{count(code.confirmed)}</td>
            <td className="r">
              {code.last_confirmed_at === null
                ? t("campaigns.scans.never")
                : formatDay(code.last_confirmed_at, i18n.language)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
