import { getMyDapps } from "@wrapsody/shared/campaigns.ts";
import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../../../ui/field.tsx";
import { OwnPending, useOwn } from "../../../accounts/index.ts";

type Props = {
  song: OwnSong;
  /** Whose token a level needs, and any of the wrap's will do, instead of which one it opens. */
  any?: boolean;
  problem: string | undefined;
  onChange: () => void;
};

/** Which of the wrap's experiences a level is about; those that are open come first. */
export function ExperienceField({ song, any = false, problem, onChange }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwn(getMyDapps, {
    list: {
      limit: 999,
      sortKey: "is_active",
      sortDir: "DESC",
      filters: [{ key: "song_id", operator: "==", value: song.id }],
    },
  });
  if (data === undefined) return <OwnPending error={error} refetch={refetch} rows={1} />;
  const none = data.data.length === 0;
  const first = any ? "anyDapp" : none ? "noneToChoose" : "chooseDapp";
  const hint = any ? "dappOfTokenHint" : none ? "noDapps" : undefined;
  return (
    <SelectField
      label={t(any ? "manage.rewards.dappOfToken" : "manage.rewards.dapp")}
      name="alt_id"
      defaultValue=""
      {...(hint === undefined ? {} : { hint: t(`manage.rewards.${hint}`) })}
      problem={problem}
      onChange={onChange}
    >
      <option value="">{t(`manage.rewards.${first}`)}</option>
      {data.data.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
