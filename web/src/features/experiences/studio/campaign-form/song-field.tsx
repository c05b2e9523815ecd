import { useTranslation } from "react-i18next";
import { useWrapSource } from "../../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../../ui/pickers/picker.tsx";
import type { PickerOption } from "../../../../ui/pickers/picker-options.ts";
import { campaignErrorText } from "../shared/error-messages.ts";

type Props = {
  chosen: PickerOption | undefined;
  problem: string | undefined;
  onChoose(song: PickerOption | undefined): void;
};

/** The publisher's wrap that the experience belongs to. */
export function SongField({ chosen, problem, onChoose }: Props) {
  const { t, i18n } = useTranslation();
  const source = useWrapSource();
  return (
    <Picker
      label={t("campaignForm.song")}
      name="song_id"
      source={source}
      chosen={chosen}
      placeholder={t("campaignForm.chooseSong")}
      required
      problem={campaignErrorText(t, problem, i18n.language)}
      onChoose={onChoose}
    />
  );
}
