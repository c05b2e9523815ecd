import { getMyDapps, type OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../../paths.ts";
import { SelectField } from "../../../../../ui/forms/field.tsx";
import { QueryState, useAuthedQuery } from "../../../../accounts/index.ts";

type Props = {
  song: OwnSong;
  /** Offers any token of the wrap instead of an experience to unlock. */
  any?: boolean;
  problem: string | undefined;
  onChange: () => void;
};

/** Selects the experience of a level: one that it unlocks, or any whose token a file requires. */
export function ExperienceField({ song, any = false, problem, onChange }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMyDapps, {
    list: {
      limit: 999,
      sortKey: "is_active",
      sortDir: "DESC",
      filters: [{ key: "song_id", operator: "==", value: song.id }],
    },
  });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={1} />;
  const fitting = any ? data.data : data.data.filter(canBeOpened);
  const hasToken = data.data.length > 0 || song.nft_confirmed;
  const isMissing = any ? !hasToken : fitting.length === 0;
  const first = any ? "anyDapp" : isMissing ? "noneToChoose" : "chooseDapp";
  return (
    <div className="experience-field">
      <SelectField
        label={t(any ? "manage.rewards.dappOfToken" : "manage.rewards.dapp")}
        name="alt_id"
        defaultValue=""
        {...(any && hasToken ? { hint: t("manage.rewards.dappOfTokenHint") } : {})}
        problem={problem}
        onChange={onChange}
      >
        <option value="">{t(`manage.rewards.${first}`)}</option>
        {fitting.map(({ id, name, stage }) => (
          <option key={id} value={id}>
            {stage === "ACTIVE" ? name : t(`manage.rewards.stage.${stage}`, { name })}
          </option>
        ))}
      </SelectField>
      {isMissing ? <Missing song={song} any={any} others={data.data.length > 0} /> : null}
    </div>
  );
}

/** Returns true if a level can unlock the experience: it is neither public nor closed. */
function canBeOpened({ stage, is_public_mintable }: OwnCampaign): boolean {
  return stage !== "COMPLETED" && !is_public_mintable;
}

/** Explains why there is nothing to select, and how to change that. */
function Missing({ song, any, others }: { song: OwnSong; any: boolean; others: boolean }) {
  const { t } = useTranslation();
  const reason = any ? "noTokens" : others ? "noPrivateDapps" : "noDapps";
  return (
    <p className="small">
      {t(`manage.rewards.${reason}`)}{" "}
      <Link className="u b" to={paths.createExperience({ song: song.id })}>
        {t("manage.rewards.createDapp")}
      </Link>
    </p>
  );
}
