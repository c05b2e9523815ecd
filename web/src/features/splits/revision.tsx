import type { SplitOwner, SplitRevision } from "@wrapsody/shared/studio/splits.ts";
import { sumOfShares } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import Check from "lucide-react/icons/check";
import { useTranslation } from "react-i18next";
import { formatPercent } from "../../ui/format/format.ts";
import { formatDay } from "../../ui/format/local-time.ts";
import "./splits.css";

type Rate = "ownership" | "royalty";

/** Number of patterns before they repeat. */
const PATTERN_COUNT = 6;
const patternOf = (at: number) => `p${(at % PATTERN_COUNT) + 1}`;
const percent = (rate: number) => rate.toFixed(2);

/** Owners of a revision, as bars that print in black and as a table. A proposal shows who has confirmed it. */
export function RevisionOwners({ revision }: { revision: SplitRevision }) {
  const { t } = useTranslation();
  const { owners, leaving } = revision;
  if (owners.length === 0 && leaving.length === 0) return <p className="small dim">{t("splits.noOwners")}</p>;
  return (
    <div className="split-revision">
      <div className="split-bars">
        <ShareBar owners={owners} rate="ownership" />
        <ShareBar owners={owners} rate="royalty" />
      </div>
      <OwnerTable revision={revision} />
    </div>
  );
}

function ShareBar({ owners, rate }: { owners: readonly SplitOwner[]; rate: Rate }) {
  const { t, i18n } = useTranslation();
  const total = sumOfShares(owners.map((owner) => owner[rate]));
  const title = t(`splits.${rate}`);
  const shares = owners.map((owner) => t("splits.share", { name: owner.name, rate: percent(owner[rate]) }));
  if (total < 100)
    shares.push(t("splits.share", { name: t("splits.unassigned"), rate: percent(100 - total) }));
  return (
    <div className="split-bar">
      <p className="split meta dim">
        <span>{title}</span>
        <span className="num">{formatPercent(total, i18n.language, 2)}</span>
      </p>
      <div
        className="bars"
        role="img"
        aria-label={t("splits.shares", { kind: title, shares: shares.join(", ") })}
      >
        {owners.map((owner, at) =>
          owner[rate] === 0 ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two owners may have the same name, and the revision never changes
            <span key={at} className={patternOf(at)} style={{ flexGrow: owner[rate] }} />
          ),
        )}
        {total < 100 ? <span className="rest" style={{ flexGrow: 100 - total }} /> : null}
      </div>
    </div>
  );
}

function OwnerTable({ revision }: { revision: SplitRevision }) {
  const { t } = useTranslation();
  const { owners, leaving, state } = revision;
  const isProposal = state === "PROPOSED";
  return (
    <table className="tbl num split-owners">
      <thead>
        <tr>
          <th scope="col">{t("splits.owner")}</th>
          <th scope="col" className="r">
            {t("splits.ownershipRate")}
          </th>
          <th scope="col" className="r">
            {t("splits.royaltyRate")}
          </th>
        </tr>
      </thead>
      <tbody>
        {owners.map((owner, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two owners may have the same name, and the revision never changes
          <tr key={at}>
            <th scope="row">
              <span className="split-who">
                <i className={`key ${patternOf(at)}`} aria-hidden />
                <span>
                  <b>{owner.name}</b>
                  {owner.is_you ? <span className="dim"> · {t("splits.you")}</span> : null}
                  {owner.email === null ? null : <span className="meta dim split-mail">{owner.email}</span>}
                  {isProposal && owner.has_account ? <Confirmation at={owner.confirmed_at} /> : null}
                </span>
              </span>
            </th>
            <td className="r code-l">{percent(owner.ownership)}</td>
            <td className="r code-l">{percent(owner.royalty)}</td>
          </tr>
        ))}
        {isProposal
          ? leaving.map((owner, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two owners may have the same name, and the revision never changes
              <tr key={`leaving-${at}`}>
                <th scope="row">
                  <span className="split-who">
                    <i className="key" aria-hidden />
                    <span>
                      <s>{owner.name}</s>
                      {owner.is_you ? <span className="dim"> · {t("splits.you")}</span> : null}
                      <span className="meta dim split-mail">{t("splits.leaving")}</span>
                      <Confirmation at={owner.confirmed_at} />
                    </span>
                  </span>
                </th>
                <td className="r code-l">{percent(0)}</td>
                <td className="r code-l">{percent(0)}</td>
              </tr>
            ))
          : null}
      </tbody>
    </table>
  );
}

function Confirmation({ at }: { at: string | null }) {
  const { t, i18n } = useTranslation();
  return (
    <span className="meta split-mail">
      {at === null ? (
        <span className="dim">{t("splits.notConfirmed")}</span>
      ) : (
        <>
          <Check className="i" aria-hidden="true" />{" "}
          {t("splits.confirmedOn", { day: formatDay(at, i18n.language) })}
        </>
      )}
    </span>
  );
}

/** Says since when a revision applies, or what became of it. */
export function revisionStatus(t: TFunction, revision: SplitRevision, language: string): string {
  const { state, effective_from, proposed_at, decided_at, decided_as } = revision;
  const day = (at: string) => formatDay(at, language);
  if (state === "DRAFT") return t("splits.status.DRAFT");
  if (state === "PROPOSED") return t("splits.status.PROPOSED", { day: day(proposed_at) });
  if (state === "DECLINED")
    return t(`splits.status.DECLINED.${decided_as ?? "OWNERS"}`, { day: day(decided_at ?? proposed_at) });
  return t(`splits.status.${state}`, { day: day(effective_from ?? proposed_at) });
}
