import { getDrops } from "@wrapsody/shared/experiences.ts";
import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../../../ui/select-field.tsx";
import { OwnPending, useOwn } from "../../../accounts/index.ts";

type Props = { song: OwnSong; problem: string | undefined; onChange: () => void };

/** Which of the wrap's experiences a level opens; those that are open come first. */
export function ExperienceField({ song, problem, onChange }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwn(getDrops, {
    list: {
      limit: 999,
      sortKey: "is_active",
      sortDir: "DESC",
      filters: [{ key: "song_id", operator: "==", value: song.id }],
    },
  });
  if (data === undefined) return <OwnPending error={error} refetch={refetch} rows={1} />;
  const none = data.data.length === 0;
  return (
    <SelectField
      label={t("manage.rewards.dapp")}
      name="alt_id"
      defaultValue=""
      {...(none ? { hint: t("manage.rewards.noDapps") } : {})}
      problem={problem}
      onChange={onChange}
    >
      <option value="">{t(none ? "manage.rewards.noneToChoose" : "manage.rewards.chooseDapp")}</option>
      {data.data.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
