import { type AccountEntry, getAccountEntries } from "@wrapsody/shared/rewards/corrections.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { formatDay, formatTime } from "../../../ui/format/local-time.ts";
import { EmptySection, Section } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { MoreButton } from "../my-rewards/more-button.tsx";
import { RevokePoints } from "./revoke-points.tsx";

/** Entries per page. */
const PAGE_SIZE = 30;

/** The point entries of one account, newest first. Earned points can be revoked. */
export function AddedPoints({ account }: { account: string }) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [status, announce] = useStatusMessage();
  const { data, error, refetch } = useAuthedQuery(getAccountEntries, {
    params: { id: account },
    list: { limit },
  });
  return (
    <Section title={t("holds.added.title")}>
      <StatusMessage {...status} />
      <p className="small">
        <Link className="u b" to={paths.user(account)}>
          {t("holds.added.account")}
        </Link>
      </p>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} />
      ) : data.total === 0 ? (
        <EmptySection>{t("holds.added.none")}</EmptySection>
      ) : (
        <>
          <ul className="to-decide-rows added-rows">
            {data.data.map((entry) => (
              <Added
                key={`${entry.song.id} ${entry.key}`}
                account={account}
                entry={entry}
                announce={announce}
              />
            ))}
          </ul>
          <MoreButton count={data.data.length} total={data.total} more={() => setLimit(limit + PAGE_SIZE)} />
        </>
      )}
    </Section>
  );
}

type Row = { account: string; entry: AccountEntry; announce: (text: string) => void };

function Added({ account, entry, announce }: Row) {
  const { t, i18n } = useTranslation();
  const { kind, points, created_at, song, reason } = entry;
  const count = formatCount(Math.abs(points), i18n.language);
  return (
    <li className="added">
      <div className="to-decide-part">
        <p>
          <span className="num b">{points < 0 ? `−${count}` : count}</span>{" "}
          {t(`holds.added.kind.${kind === "REVERSAL" && points > 0 ? "GIVEN_BACK" : kind}`)}
        </p>
        <p className="small dim">
          {song.name === null ? t("holds.added.deletedWrap") : `${song.name}, ${song.artist}`}
        </p>
        {reason === null ? null : <p className="small">{t("points.reason", { reason })}</p>}
      </div>
      <time className="small dim num" dateTime={created_at}>
        {formatDay(created_at, i18n.language)}, {formatTime(created_at)}
      </time>
      {entry.can_be_taken_back ? (
        <RevokePoints account={account} entry={entry} announce={announce} />
      ) : (
        <span />
      )}
    </li>
  );
}
