import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getReceivedClaims } from "@wrapsody/shared/rewards/claims.ts";
import { deleteReward, getLevels } from "@wrapsody/shared/rewards/reward-levels.ts";
import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import Trash from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch, isNotFound } from "../../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../../paths.ts";
import { StatusMessage, useStatusMessage } from "../../../../../ui/feedback/status-message.tsx";
import { formatCount, formatTotal } from "../../../../../ui/format/format.ts";
import { EmptySection, Section } from "../../../../../ui/layout/section.tsx";
import { ConfirmButton, Permitted, useAuthedQuery } from "../../../../accounts/index.ts";
import { useRejectionText, useSongChanged } from "../own-song.ts";
import { LevelStatus } from "./level-status.tsx";
import { RewardForm } from "./reward-form.tsx";

/** Lists the reward levels, with a form to add one. */
export function Rewards({ song, rewards }: { song: OwnSong; rewards: SongDetail["rewards"] }) {
  const { t } = useTranslation();
  const [message, announce] = useStatusMessage();
  const changed = useSongChanged();
  const inOrder = [...rewards].sort((a, b) => a.reward_points_earned - b.reward_points_earned);
  const remove = async (level: Reward) => {
    const params = { id: String(song.id), rewardId: String(level.id) };
    await apiFetch(deleteReward, { params }).catch((error: unknown) => {
      // The level is deleted already.
      if (!isNotFound(error)) throw error;
    });
    await changed(song.id);
    announce(t("manage.rewards.deleted", { name: level.name }));
  };
  return (
    <>
      <Section title={t("manage.rewards.title")}>
        <p className="small manage-rule">{t("manage.rewards.rule")}</p>
        {rewards.length === 0 ? (
          <EmptySection>{t("manage.rewards.none")}</EmptySection>
        ) : (
          <ol className="levels-own">
            {inOrder.map((level) => (
              <Level key={level.id} song={song} level={level} remove={remove} />
            ))}
          </ol>
        )}
        <StatusMessage {...message} />
        <Permitted call={getReceivedClaims} quiet>
          <Claims song={song} />
        </Permitted>
      </Section>
      <Section title={t("manage.rewards.add")}>
        <RewardForm
          song={song}
          added={(level) => announce(t("manage.rewards.added", { name: level.name }))}
          next={song.next_step === "ADD_REWARDS"}
        />
      </Section>
    </>
  );
}

/** Number of claims of the wrap's levels, with a link to them. */
function Claims({ song }: { song: OwnSong }) {
  const { t, i18n } = useTranslation();
  const filters = [{ key: "song_id", operator: "==", value: song.id } as const];
  const { data } = useAuthedQuery(getReceivedClaims, { list: { limit: 1, filters } });
  if (data === undefined || data.total === 0) return null;
  return (
    <p className="small">
      <Link className="u b" to={paths.receivedClaims({ song: song.id })}>
        {t("manage.rewards.claims", { count: data.total, total: formatTotal(data.total, i18n.language) })}
      </Link>
    </p>
  );
}

type OwnLevel = { song: OwnSong; level: Reward; remove: (level: Reward) => Promise<void> };

function Level({ song, level, remove }: OwnLevel) {
  const { t, i18n } = useTranslation();
  const reason = useRejectionText();
  const { data } = useAuthedQuery(getLevels, { params: { id: String(song.id) } });
  const availability = data?.find(({ id }) => id === level.id);
  const left = availability === undefined ? level.stock_left : availability.stock_left;
  const points = formatCount(level.reward_points_earned, i18n.language);
  const kind = t(`wrap.reward.${level.reward_type}`);
  return (
    <li>
      <span className="no num">
        {points}
        <span className="vh"> {t("manage.rewards.points")}</span>
      </span>
      <div>
        <p className="b">{level.name}</p>
        {kind === level.name ? null : <p className="small dim">{kind}</p>}
        <p className="small">{level.description}</p>
        {left === null ? null : (
          <p className="small dim num">
            {t("manage.rewards.left", { count: left, left: formatCount(left, i18n.language) })}
          </p>
        )}
        {availability === undefined ? null : (
          <LevelStatus songId={song.id} level={level} availability={availability} />
        )}
      </div>
      <Permitted call={deleteReward} quiet>
        <ConfirmButton
          className="btn s"
          label={
            <>
              {t("manage.rewards.delete")} <span className="vh">{level.name}</span>
              <Trash className="i" aria-hidden="true" />
            </>
          }
          title={t("manage.rewards.question", { name: level.name })}
          text={t("manage.rewards.warning")}
          confirm={t("manage.rewards.delete")}
          run={() => remove(level)}
          reason={reason}
        />
      </Permitted>
    </li>
  );
}
