import { studioTexts, sumOfShares } from "@wrapsody/shared/studio/studio.ts";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { studioErrorText } from "../error-messages.ts";
import type { Change, Row } from "./draft.ts";
import { ListSection } from "./list-section.tsx";
import { type Problems, readShare } from "./payload.ts";

type Rate = "ownership" | "royalty";

/** Number of patterns before they repeat. */
const PATTERN_COUNT = 6;
/** Returns the class of the pattern of an owner's share. */
const patternOf = (at: number) => `p${(at % PATTERN_COUNT) + 1}`;

type OwnersSectionProps = {
  rows: readonly Row[];
  problem: string | undefined;
  problems: Readonly<Record<string, Problems>> | undefined;
  edit(change: Change): void;
};

/** Owners of the song and their shares, with running totals. */
export const OwnersSection = memo(function OwnersSection(props: OwnersSectionProps) {
  const { rows, edit } = props;
  return (
    <ListSection {...props} problem={undefined} list="owners" sign={patternOf}>
      <div
        className="shares"
        id="owners"
        tabIndex={-1}
        data-problem={props.problem === undefined ? undefined : ""}
      >
        <Shares rows={rows} rate="ownership" edit={edit} />
        <Shares rows={rows} rate="royalty" edit={edit} />
      </div>
    </ListSection>
  );
});

/** Shares of one kind: the total, and a bar per owner that prints in black. */
function Shares({ rows, rate, edit }: { rows: readonly Row[]; rate: Rate; edit(change: Change): void }) {
  const { t } = useTranslation();
  const shares = rows.map(({ values }) => shareOf(values[rate]));
  const total = sumOfShares(shares);
  const over = total > 100;
  const rest = Math.round((100 - total) * 100) / 100;
  const kind = t(`wrapForm.owners.${rate}`);
  return (
    <div className={over ? "share-sum too-much" : "share-sum"}>
      <p className="split">
        <span className="small b">{kind}</span>
        <span className="no num">
          {total.toFixed(2)} <small>%</small>
        </span>
      </p>
      <div
        className="bars"
        role="img"
        aria-label={t("wrapForm.owners.sum", { kind, total: total.toFixed(2) })}
      >
        {shares.map((share, at) =>
          share === 0 ? null : (
            <span key={rows[at]?.key} className={patternOf(at)} style={{ flexGrow: share }} />
          ),
        )}
        {rest > 0 ? <span className="rest" style={{ flexGrow: rest }} /> : null}
      </div>
      <div role="status" className="share-said">
        {over ? (
          <p className="msg">
            <span>{studioErrorText(t, studioTexts.splits)}</span>
            <span>{t("wrapForm.owners.take", { rate: (-rest).toFixed(2) })}</span>
          </p>
        ) : null}
      </div>
      {over || rest === 0 || total === 0 ? null : (
        <p className="small">
          {t("wrapForm.owners.rest", { rate: rest.toFixed(2) })}{" "}
          <GiveRest rows={rows} rate={rate} rest={rest} edit={edit} />
        </p>
      )}
    </div>
  );
}

/** Button that assigns the unassigned rest to the first owner. */
function GiveRest({
  rows,
  rate,
  rest,
  edit,
}: {
  rows: readonly Row[];
  rate: Rate;
  rest: number;
  edit(change: Change): void;
}) {
  const { t } = useTranslation();
  const first = rows.find(({ values }) => (values.name ?? "").trim() !== "");
  if (first === undefined) return null;
  const value = String(sumOfShares([shareOf(first.values[rate]), rest]));
  return (
    <button
      type="button"
      className="u b"
      onClick={() => edit({ type: "cell", list: "owners", key: first.key, field: rate, value })}
    >
      {t("wrapForm.owners.give", { name: first.values.name ?? "" })}
    </button>
  );
}

function shareOf(typed: string | undefined): number {
  const share = readShare(typed ?? "");
  return Number.isFinite(share) ? share : 0;
}
