import { getMySong } from "@wrapsody/shared/studio/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { SelectField } from "../../../../ui/forms/field.tsx";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import type { CampaignBody } from "./read-fields.ts";

type Props = {
  initial: CampaignBody;
  song: number | undefined;
  problem(field: string): string | undefined;
};

/** Fields for who can join and, for a private experience, which reward level unlocks it. */
export function AccessFields({ initial, song, problem }: Props) {
  const { t } = useTranslation();
  const [isPublic, setPublic] = useState(initial.is_public_mintable);
  return (
    <div className="drop-fields">
      <RadioGroup
        label={t("campaignForm.access")}
        name="is_public_mintable"
        options={[
          { value: "true", name: t("campaignForm.public"), text: t("campaignForm.publicText") },
          { value: "false", name: t("campaignForm.private"), text: t("campaignForm.privateText") },
        ]}
        initial={initial.is_public_mintable ? "true" : "false"}
        problem={problem("is_public_mintable")}
        onChange={(value) => setPublic(value === "true")}
      />
      {isPublic ? null : song === undefined ? (
        <p className="small dim">{t("campaignForm.levelSongFirst")}</p>
      ) : (
        <LevelField key={song} song={song} initial={initial.reward_level} problem={problem("reward_level")} />
      )}
    </div>
  );
}

type LevelProps = { song: number; initial: number | null; problem: string | undefined };

function LevelField({ song, initial, problem }: LevelProps) {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMySong, { params: { id: String(song) } });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={1} />;
  const { rewards } = data.detail;
  if (rewards.length === 0) return <NoLevels song={song} />;
  return (
    <SelectField
      label={t("campaignForm.level")}
      name="reward_level"
      defaultValue={initial ?? ""}
      problem={problem}
    >
      <option value="">{t("campaignForm.levelNone")}</option>
      {rewards.map(({ id, name, reward_points_earned: count }) => (
        <option key={id} value={id}>
          {t("campaignForm.levelOption", { name, count, points: formatCount(count, i18n.language) })}
        </option>
      ))}
    </SelectField>
  );
}

function NoLevels({ song }: { song: number }) {
  const { t } = useTranslation();
  return (
    <p className="small">
      {t("campaignForm.noLevels")}{" "}
      <Link className="u" to={paths.manage(song, { tab: "rewards" })} target="_blank">
        {t("campaignForm.addLevels")}
      </Link>
    </p>
  );
}
