import { useQueryClient } from "@tanstack/react-query";
import { getPlayHolds, type PlayHold, postPlayHold } from "@wrapsody/shared/rewards/play-holds.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { choiceParam, textParam, useListParams } from "../../../lib/pages/list-params.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatCount, formatDate } from "../../../ui/format/format.ts";
import { formatTime } from "../../../ui/format/local-time.ts";
import { useAuthedQuery } from "../../accounts/index.ts";
import { type Decision, HoldDecisions } from "./hold-decisions.tsx";
import { HoldList } from "./hold-list.tsx";

const list = {
  pageSize: 20,
  params: { show: choiceParam(["plays"]), network: textParam("network", "==") },
  path: paths.holds,
};

/** Plays on hold for suspected farming, oldest first. */
export function PlayHolds() {
  const params = useListParams(list);
  const { network } = params.filters;
  const query = useAuthedQuery(getPlayHolds, { list: { ...params.list, sortDir: "ASC" } });
  return (
    <HoldList
      show="plays"
      texts="holds.plays"
      query={query}
      params={params}
      empty={<NoPlayHolds network={network} />}
      rows={(holds, announce) => (
        <ul className="to-decide-rows">
          {holds.map((hold) => (
            <PlayHoldRow key={hold.id} hold={hold} announce={announce} />
          ))}
        </ul>
      )}
    />
  );
}

function PlayHoldRow({ hold, announce }: { hold: PlayHold; announce: (text: string) => void }) {
  const { t, i18n } = useTranslation();
  const { song, network, plays, listeners, song_listeners, day, created_at, last_held_at } = hold;
  const number = (value: number) => ({ count: value, total: formatCount(value, i18n.language), network });
  return (
    <li className="hold">
      <div className="to-decide-part">
        <h2 className="b">
          <Link className="u" to={paths.wrap(song.pretty_id)}>
            {song.name}
          </Link>
        </h2>
        <p className="small dim">{song.artist}</p>
        <p className="small">{t("holds.plays.count", number(plays))}</p>
        <p className="small">{t("holds.plays.listeners", number(listeners))}</p>
        <p className="small">
          <Link className="u" to={paths.holds({ show: "plays", network })}>
            {t("holds.plays.allOfNetwork")} <span className="vh">{network}</span>
          </Link>
        </p>
      </div>
      <div className="to-decide-part">
        <p className="small">{t("holds.plays.reason")}</p>
        <p className="small">{t("holds.plays.counted", number(song_listeners))}</p>
        <p className="small dim num">
          <time dateTime={created_at}>
            {formatDate(`${day}T00:00:00Z`, i18n.language)}, {formatTime(created_at)}
          </time>
          {" – "}
          <time dateTime={last_held_at}>{formatTime(last_held_at)}</time>
        </p>
      </div>
      <PlayDecisions hold={hold} announce={announce} />
    </li>
  );
}

function PlayDecisions({ hold, announce }: { hold: PlayHold; announce: (text: string) => void }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { song, network } = hold;
  const decide = async (body: Decision) => {
    try {
      const { decided } = await apiFetch(postPlayHold, { params: { id: hold.id }, body });
      const total = formatCount(decided, i18n.language);
      announce(t(`holds.plays.message.${body.decision}`, { count: decided, total }));
    } finally {
      await client
        .invalidateQueries({ queryKey: [`${getPlayHolds.method} ${getPlayHolds.path}`] })
        .catch(() => undefined);
    }
  };
  return (
    <HoldDecisions
      texts="holds.plays"
      name={song.name}
      values={{ name: song.name, network }}
      decide={decide}
    />
  );
}

function NoPlayHolds({ network }: { network: string | undefined }) {
  const { t } = useTranslation();
  if (network === undefined)
    return (
      <EmptyState title={t("holds.plays.none")}>
        <p>{t("holds.plays.noneText")}</p>
      </EmptyState>
    );
  return (
    <EmptyState title={t("holds.plays.noneOfNetwork")}>
      <Link className="u b" to={paths.holds({ show: "plays" })}>
        {t("holds.plays.all")}
      </Link>
    </EmptyState>
  );
}
