import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { type Audience, audiences } from "@wrapsody/shared/experiences/phase-rules.ts";
import type { OwnPhase } from "@wrapsody/shared/experiences/phases.ts";
import { getMySong } from "@wrapsody/shared/studio/studio.ts";
import { toLocalTime } from "@wrapsody/shared/text/time-zones.ts";
import Trash from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../../ui/format/format.ts";
import { Field, SelectField, TextArea } from "../../../../ui/forms/field.tsx";
import { MomentField } from "../../../../ui/forms/moment-field.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { fieldName, isLocked, type PhaseRow } from "./phase-rows.ts";

type Props = {
  campaign: OwnCampaign;
  row: PhaseRow;
  /** From 1. */
  number: number;
  /** Values of the draft by the names of the fields. */
  typed: Readonly<Record<string, string>>;
  /** In which the saved times are shown. */
  zone: string;
  problem(field: string): string | undefined;
  onRemove(): void;
};

/** The fields of one phase. */
export function PhaseFields({ campaign, row, number, typed, zone, problem, onRemove }: Props) {
  const { t } = useTranslation();
  const { saved } = row;
  const isTaken = isLocked(row);
  const draftOf = (name: string) => typed[fieldName(row, name)];
  /** A draft changes nothing that is fixed since. */
  const unlocked = (name: string) => (isTaken ? undefined : draftOf(name));
  const [audience, setAudience] = useState<Audience>(
    audiences.find((each) => each === unlocked("audience")) ?? saved?.audience ?? "EVERYONE",
  );
  const field = (name: string) => ({ name: fieldName(row, name), problem: problem(name) });
  const local = (instant: string | null | undefined) =>
    instant == null ? "" : toLocalTime(new Date(instant), zone);
  return (
    <li>
      <fieldset>
        <legend className="small b">{t("phaseEditor.phase", { number })}</legend>
        {saved === undefined ? null : <Taken saved={saved} />}
        <Field
          label={t("phaseEditor.name")}
          {...field("name")}
          defaultValue={draftOf("name") ?? saved?.name}
          required
        />
        <div className="phase-pair">
          <MomentField
            label={t("phaseEditor.start")}
            {...field("starts_at")}
            required
            readOnly={isTaken}
            defaultValue={unlocked("starts_at") ?? local(saved?.starts_at)}
          />
          <MomentField
            label={t("phaseEditor.end")}
            {...field("ends_at")}
            defaultValue={draftOf("ends_at") ?? local(saved?.ends_at)}
            hint={t("phaseEditor.endHint")}
          />
          <Field
            label={t("phaseEditor.price")}
            {...field("price")}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            defaultValue={draftOf("price") ?? saved?.price ?? campaign.cost_per_nft}
            after={<span className="sfx small">{t("campaignForm.usd")}</span>}
          />
          <Field
            label={t("phaseEditor.spots")}
            {...field("spots")}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            defaultValue={draftOf("spots") ?? saved?.spots ?? ""}
            hint={t("phaseEditor.spotsHint")}
          />
        </div>
        <SelectField
          label={t("phaseEditor.audience")}
          {...field("audience")}
          value={audience}
          onChange={({ currentTarget: { value } }) =>
            setAudience(audiences.find((each) => each === value) ?? "EVERYONE")
          }
        >
          {audiences
            .filter((each) => !isTaken || each === audience)
            .map((each) => (
              <option key={each} value={each}>
                {t(`phaseEditor.audiences.${each}`)}
              </option>
            ))}
        </SelectField>
        {audience === "HOLDERS" ? (
          <Field
            label={t("phaseEditor.experience")}
            {...field("experience")}
            defaultValue={unlocked("experience") ?? saved?.experience ?? ""}
            readOnly={isTaken}
            hint={t("phaseEditor.experienceHint")}
          />
        ) : null}
        {audience === "LIST" ? (
          <TextArea
            label={t("phaseEditor.entries")}
            {...field("entries")}
            defaultValue={draftOf("entries") ?? saved?.entries.join("\n")}
            hint={t("phaseEditor.entriesHint")}
          />
        ) : null}
        {audience === "CLAIMERS" ? (
          <RewardField
            campaign={campaign}
            initial={draftOf("reward_id") ?? saved?.reward_id ?? ""}
            {...field("reward_id")}
          />
        ) : null}
        {isTaken ? null : (
          <button type="button" className="btn" onClick={onRemove}>
            {t("phaseEditor.remove")} <Trash className="i" aria-hidden="true" />
          </button>
        )}
      </fieldset>
    </li>
  );
}

/** How many spots are taken, and what may still change then. */
function Taken({ saved: { taken, waiting } }: { saved: OwnPhase }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  if (taken === 0 && waiting === 0) return null;
  return (
    <p className="small dim">
      {t("phaseEditor.taken", { count: taken, taken: count(taken) })}{" "}
      {taken > 0 ? t("phaseEditor.locked") : ""}
      {waiting > 0 ? ` ${t("phaseEditor.waiting", { count: waiting, waiting: count(waiting) })}` : ""}
    </p>
  );
}

type RewardProps = {
  campaign: OwnCampaign;
  initial: string | number;
  name: string;
  problem: string | undefined;
};

function RewardField({ campaign, initial, name, problem }: RewardProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMySong, { params: { id: String(campaign.song_id) } });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={1} />;
  return (
    <SelectField label={t("phaseEditor.reward")} name={name} defaultValue={initial} problem={problem}>
      <option value="">{t("phaseEditor.rewardNone")}</option>
      {data.detail.rewards.map((reward) => (
        <option key={reward.id} value={reward.id}>
          {reward.name}
        </option>
      ))}
    </SelectField>
  );
}
