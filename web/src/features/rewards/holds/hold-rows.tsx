import { useQueryClient } from "@tanstack/react-query";
import { getHolds, type Hold, postHold } from "@wrapsody/shared/rewards/holds.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { formatDay, formatTime } from "../../../ui/format/local-time.ts";
import { type Decision, HoldDecisions } from "./hold-decisions.tsx";

type Rows = { holds: readonly Hold[]; announce: (text: string) => void };

/** Points on hold, one row each with the reason. */
export function HoldRows({ holds, announce }: Rows) {
  return (
    <ul className="to-decide-rows">
      {holds.map((hold) => (
        <HoldRow key={hold.id} hold={hold} announce={announce} />
      ))}
    </ul>
  );
}

function HoldRow({ hold, announce }: { hold: Hold; announce: (text: string) => void }) {
  const { t, i18n } = useTranslation();
  const { account, song, kind, points, reason, created_at } = hold;
  const count = { count: points, points: formatCount(points, i18n.language) };
  return (
    <li className="hold">
      <div className="to-decide-part">
        <h2 className="b">
          <Link className="u" to={paths.user(account.id)}>
            {account.name}
          </Link>
        </h2>
        <p className="small dim">{account.email ?? t("holds.noEmail")}</p>
        <p className="small">
          {t(`holds.kind.${kind}`, count)}{" "}
          <Link className="u" to={paths.wrap(song.pretty_id)}>
            {song.name}
          </Link>
          {`, ${song.artist}`}
        </p>
        <p className="small">
          <Link className="u" to={paths.holds({ account: account.id })}>
            {t("holds.allPoints")} <span className="vh">{account.name}</span>
          </Link>
        </p>
      </div>
      <div className="to-decide-part">
        <p className="small">{t(`holds.reason.${reason}`)}</p>
        <time className="small dim num" dateTime={created_at}>
          {formatDay(created_at, i18n.language)}, {formatTime(created_at)}
        </time>
      </div>
      <Decisions hold={hold} announce={announce} />
    </li>
  );
}

function Decisions({ hold, announce }: { hold: Hold; announce: (text: string) => void }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { name } = hold.account;
  const decide = async (body: Decision) => {
    try {
      const { decided } = await apiFetch(postHold, { params: { id: hold.id }, body });
      announce(
        t(`holds.message.${body.decision}`, {
          name,
          count: decided,
          total: formatCount(decided, i18n.language),
        }),
      );
    } finally {
      await client
        .invalidateQueries({ queryKey: [`${getHolds.method} ${getHolds.path}`] })
        .catch(() => undefined);
    }
  };
  return <HoldDecisions texts="holds" name={name} values={{ name }} decide={decide} />;
}
