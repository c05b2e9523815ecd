import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../../../ui/forms/field.tsx";
import { campaignErrorText } from "../shared/error-messages.ts";

type Props = {
  songs: readonly OwnSong[];
  chosen: number | undefined;
  problem: string | undefined;
  onChoose(song: number | undefined): void;
};

/** The publisher's wrap that the experience belongs to. */
export function SongField({ songs, chosen, problem, onChoose }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <SelectField
      label={t("campaignForm.song")}
      name="song_id"
      value={chosen ?? ""}
      aria-required
      problem={campaignErrorText(t, problem, i18n.language)}
      onChange={({ currentTarget: { value } }) => onChoose(value === "" ? undefined : Number(value))}
    >
      <option value="">{t("campaignForm.chooseSong")}</option>
      {songs.map((song) => {
        const name = `${song.name}, ${song.artist}`;
        return (
          <option key={song.id} value={song.id}>
            {song.status === "ACTIVE" ? name : t("campaignForm.songNotPublic", { name })}
          </option>
        );
      })}
    </SelectField>
  );
}
