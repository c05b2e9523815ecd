import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { formatPercent } from "../../../../ui/format/format.ts";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";

type Owner = SongDetail["owners"][number];
type Rate = "ownership_rate" | "royalty_rate";

/** Number of patterns before they repeat. */
const PATTERN_COUNT = 6;

/** The code of the work, and its owners with their shares, as bars that print in black and as a table. */
export function LearnRights({ iswc, owners }: { iswc: string | null; owners: Owner[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t("wrap.rights")}>
      <p className="small">
        <span className="dim">{t("wrap.iswc")}</span>{" "}
        {iswc === null ? t("wrap.notListed") : <span className="code-l">{iswc}</span>}
      </p>
      <TermNote term="iswc" />
      {owners.length === 0 ? (
        <EmptySection>{t("wrap.noOwners")}</EmptySection>
      ) : (
        <>
          <TermNote term="split" />
          <ShareBar title={t("wrap.owned")} owners={owners} rate="ownership_rate" />
          <ShareBar title={t("wrap.royalties")} owners={owners} rate="royalty_rate" />
          <OwnerTable owners={owners} />
        </>
      )}
    </Section>
  );
}

function ShareBar({ title, owners, rate }: { title: string; owners: Owner[]; rate: Rate }) {
  const { t, i18n } = useTranslation();
  const total = totalOf(owners, rate);
  const shares = owners.map((owner) => t("wrap.share", { name: owner.name, rate: asPercent(owner[rate]) }));
  if (total < 100) shares.push(t("wrap.share", { name: t("wrap.unassigned"), rate: asPercent(100 - total) }));
  return (
    <div className="share-bar">
      <p className="split meta dim">
        <span>{title}</span>
        <span className="num">{formatPercent(total, i18n.language, 2)}</span>
      </p>
      <div
        className="bars"
        role="img"
        aria-label={t("wrap.shares", { kind: title, shares: shares.join(", ") })}
      >
        {owners.map((owner, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an owner may appear twice, and the order never changes
          <span key={at} className={`p${(at % PATTERN_COUNT) + 1}`} style={{ flexGrow: owner[rate] }} />
        ))}
        {total < 100 && <span className="rest" style={{ flexGrow: 100 - total }} />}
      </div>
    </div>
  );
}

function OwnerTable({ owners }: { owners: Owner[] }) {
  const { t } = useTranslation();
  return (
    <table className="tbl num owners">
      <thead>
        <tr>
          <th scope="col">{t("wrap.owner")}</th>
          <th scope="col" className="r">
            {t("wrap.ownRate")}
          </th>
          <th scope="col" className="r">
            {t("wrap.royaltyRate")}
          </th>
        </tr>
      </thead>
      <tbody>
        {owners.map((owner, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an owner may appear twice, and the order never changes
          <tr key={at}>
            <th scope="row" className="b">
              <i className={`key p${(at % PATTERN_COUNT) + 1}`} aria-hidden />
              {owner.name}
            </th>
            <td className="r code-l">{asPercent(owner.ownership_rate)}</td>
            <td className="r code-l">{asPercent(owner.royalty_rate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Adds in hundredths, so that 33.33, 33.33 and 33.34 add up to exactly 100. */
function totalOf(owners: Owner[], rate: Rate): number {
  return owners.reduce((sum, owner) => sum + Math.round(owner[rate] * 100), 0) / 100;
}

function asPercent(rate: number): string {
  return rate.toFixed(2);
}
