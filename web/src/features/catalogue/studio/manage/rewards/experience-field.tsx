import { useQuery } from "@tanstack/react-query";
import type { Filter } from "@wrapsody/shared/api/page.ts";
import { experienceNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { getMyDapp, getMyDapps, type OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../../../lib/pages/page-data.ts";
import { paths } from "../../../../../paths.ts";
import { TermNote } from "../../../../../ui/format/term-note.tsx";
import { searchList } from "../../../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../../../ui/pickers/picker.tsx";
import type { PickerOption, PickerSource } from "../../../../../ui/pickers/picker-options.ts";
import { QueryState, useAuthedQuery } from "../../../../accounts/index.ts";

type Props = {
  song: OwnSong;
  /** Offers any token of the wrap instead of an experience to unlock. */
  any?: boolean;
  /** Id of the experience that a restored draft has. */
  initial: string;
  problem: string | undefined;
  onChange: () => void;
};

/** A level can unlock experiences that are neither public nor closed. */
const canBeOpened: readonly Filter[] = [
  { key: "is_public_mintable", operator: "==", value: false },
  { key: "stage", operator: "!=", value: "COMPLETED" },
];

/** Selects the experience of a level: one that it unlocks, or any whose token a file requires. */
export function ExperienceField({ song, any = false, initial, problem, onChange }: Props) {
  const { t } = useTranslation();
  const ofSong: Filter = { key: "song_id", operator: "==", value: song.id };
  const fitting = any ? [ofSong] : [ofSong, ...canBeOpened];
  const all = useAuthedQuery(getMyDapps, { list: { limit: 1, filters: [ofSong] } });
  const suitable = useAuthedQuery(getMyDapps, { list: { limit: 1, filters: fitting } });
  const restored = useRestored(song, initial);
  if (all.data === undefined || suitable.data === undefined) {
    const waited = all.data === undefined ? all : suitable;
    return <QueryState error={waited.error} refetch={waited.refetch} rows={1} />;
  }
  const hasToken = all.data.total > 0 || song.nft_confirmed;
  const isMissing = any ? !hasToken : suitable.data.total === 0;
  return (
    <div className="experience-field">
      <ExperiencePicker
        any={any}
        filters={fitting}
        key={restored?.id}
        initial={restored === undefined ? undefined : toExperienceOption(t, restored)}
        hint={any && hasToken ? t("manage.rewards.dappOfTokenHint") : undefined}
        none={any ? t("manage.rewards.anyDapp") : undefined}
        placeholder={t(`manage.rewards.${isMissing ? "noneToChoose" : "chooseDapp"}`)}
        problem={problem}
        onChange={onChange}
      />
      {isMissing ? <Missing song={song} any={any} others={all.data.total > 0} /> : null}
    </div>
  );
}

/** Loads the experience of a restored draft. Undefined without one, or if it is of another wrap. */
function useRestored(song: OwnSong, id: string): OwnCampaign | undefined {
  const { data } = useQuery({ ...queryOf(getMyDapp, { params: { id } }), enabled: id !== "" });
  return data?.campaign.song_id === song.id ? data.campaign : undefined;
}

type ExperiencePickerProps = {
  any: boolean;
  filters: readonly Filter[];
  initial: PickerOption | undefined;
  hint: string | undefined;
  none: string | undefined;
  placeholder: string;
  problem: string | undefined;
  onChange: () => void;
};

function ExperiencePicker({ any, filters, initial, none, onChange, ...field }: ExperiencePickerProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(initial);
  const source: PickerSource = {
    queryKey: [`${getMyDapps.method} ${getMyDapps.path}`, filters],
    async load(search, signal) {
      const list = searchList(search);
      const { data, total } = await apiFetch(
        getMyDapps,
        { list: { ...list, filters: [...filters, ...list.filters] } },
        signal,
      );
      return { options: data.map((campaign) => toExperienceOption(t, campaign)), total };
    },
  };
  return (
    <Picker
      {...field}
      {...(none === undefined ? {} : { none })}
      label={t(any ? "manage.rewards.dappOfToken" : "manage.rewards.dapp")}
      name="alt_id"
      source={source}
      chosen={chosen}
      required={!any}
      onChoose={(option) => {
        setChosen(option);
        onChange();
      }}
    />
  );
}

function toExperienceOption(t: TFunction, { id, name, stage, image }: OwnCampaign): PickerOption {
  return {
    id: String(id),
    name: stage === "ACTIVE" ? name : t(`manage.rewards.stage.${stage}`, { name }),
    detail: experienceNumber(id),
    image,
  };
}

/** Explains why there is nothing to select, and how to change that. */
function Missing({ song, any, others }: { song: OwnSong; any: boolean; others: boolean }) {
  const { t } = useTranslation();
  const reason = any ? "noTokens" : others ? "noPrivateDapps" : "noDapps";
  return (
    <>
      <p className="small">
        {t(`manage.rewards.${reason}`)}{" "}
        <Link className="u b" to={paths.createExperience({ song: song.id })}>
          {t("manage.rewards.createDapp")}
        </Link>
      </p>
      {any ? <TermNote term="wnft" /> : null}
    </>
  );
}
