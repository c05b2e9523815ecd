import { isFulfilledInstantly } from "@wrapsody/shared/rewards/claims.ts";
import { needsStock, postRewardByForm, rewardLimits } from "@wrapsody/shared/rewards/reward-levels.ts";
import { type Reward, rewardTypes } from "@wrapsody/shared/rewards/rewards.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "../../../../../lib/api/idempotency-key.ts";
import { useFormDraft } from "../../../../../lib/drafts/use-form-draft.ts";
import { DraftNotice } from "../../../../../ui/forms/draft-notice.tsx";
import { Field, SelectField, TextArea } from "../../../../../ui/forms/field.tsx";
import { FormFailure, useApiForm } from "../../../../accounts/index.ts";
import { useSongChanged } from "../own-song.ts";
import { ExperienceField } from "./experience-field.tsx";
import { QuestionsField, readQuestions } from "./questions-field.tsx";
import { rewardErrorText } from "./reward-errors.ts";
import { parseStock, StockField } from "./stock-field.tsx";

const firstType = "DAPP_ACCESS";

type Props = { song: OwnSong; added: (level: Reward) => void; next: boolean };

/** Form of a reward level. */
export function RewardForm({ song, added, next }: Props) {
  const { t } = useTranslation();
  const [chosenType, setType] = useState<Reward["reward_type"]>();
  const [key, setKey] = useState(newIdempotencyKey);
  const changed = useSongChanged();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postRewardByForm,
    // The idempotency key prevents a duplicate after a lost response.
    request: { params: { id: String(song.id) }, key },
    body: toRequestBody,
    failed(error) {
      if (error.code === "E0029") setKey(newIdempotencyKey());
      return false;
    },
    onSuccess(level) {
      draft.discard();
      setType(undefined);
      setKey(newIdempotencyKey());
      added(level);
      void changed(song.id);
    },
  });
  const draft = useFormDraft(`reward-${song.id}`, form);
  const { values } = draft;
  const type = chosenType ?? typeNamed(values.reward_type) ?? firstType;
  const isCounted = needsStock(type);
  const problem = (field: string) => rewardErrorText(t, problems[field]);
  return (
    <form ref={form} className="manage-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice
        draft={draft}
        onDiscard={() => {
          draft.discard();
          setType(undefined);
        }}
      />
      <FormFailure failure={failure} otherwise={failureKey(failure?.code)} />
      <Fragment key={draft.round}>
        <div className="manage-pair">
          <Field
            label={t("manage.rewards.name")}
            name="name"
            defaultValue={values.name}
            maxLength={rewardLimits.name}
            required
            autoComplete="off"
            problem={problem("name")}
            onChange={() => clearError("name")}
          />
          <Field
            label={t("manage.rewards.needs")}
            name="reward_points_earned"
            defaultValue={values.reward_points_earned}
            type="number"
            inputMode="numeric"
            min={1}
            max={rewardLimits.points}
            step={1}
            required
            problem={problem("reward_points_earned")}
            onChange={() => clearError("reward_points_earned")}
          />
        </div>
        <TextArea
          label={t("manage.rewards.description")}
          name="description"
          defaultValue={values.description}
          maxLength={rewardLimits.description}
          required
          problem={problem("description")}
          onChange={() => clearError("description")}
        />
        <SelectField
          label={t("manage.rewards.type")}
          name="reward_type"
          value={type}
          hint={t(`manage.rewards.kind.${type}`)}
          problem={problem("reward_type")}
          onChange={({ currentTarget }) => {
            setType(typeNamed(currentTarget.value));
            for (const field of ["alt_id", "stock", "details"]) clearError(field);
          }}
        >
          {rewardTypes.map((kind) => (
            <option key={kind} value={kind}>
              {t(`wrap.reward.${kind}`)}
            </option>
          ))}
        </SelectField>
        {type === "DAPP_ACCESS" || type === "WRAPPED_MP3" ? (
          <ExperienceField
            key={type}
            song={song}
            any={type === "WRAPPED_MP3"}
            initial={values.alt_id ?? ""}
            problem={problem("alt_id")}
            onChange={() => clearError("alt_id")}
          />
        ) : null}
        {type === "DAPP_ACCESS" ? null : (
          <StockField
            key={isCounted ? "counted" : "open"}
            required={isCounted}
            initial={values}
            problem={problem("stock")}
            onChange={() => clearError("stock")}
          />
        )}
        <TextArea
          label={t(isCounted ? "manage.rewards.detailsLabel" : "manage.rewards.details")}
          name="details"
          defaultValue={values.details}
          hint={t("manage.rewards.detailsHint")}
          required={isCounted}
          maxLength={rewardLimits.details}
          problem={problem("details")}
          onChange={() => clearError("details")}
        />
        {isFulfilledInstantly(type) ? null : (
          <QuestionsField
            initial={values}
            problem={(field) => problem(field)}
            onChange={(field) => clearError(field)}
          />
        )}
      </Fragment>
      <div className="row manage-send">
        <button type="submit" className={next ? "btn go" : "btn solid"} aria-disabled={busy || undefined}>
          {t(busy ? "manage.rewards.adding" : "manage.rewards.add")}
        </button>
      </div>
    </form>
  );
}

function typeNamed(name: string | undefined): Reward["reward_type"] | undefined {
  return rewardTypes.find((type) => type === name);
}

function toRequestBody({
  name = "",
  description = "",
  reward_points_earned,
  details,
  ...fields
}: Record<string, string>) {
  const type = typeNamed(fields.reward_type);
  const questions = readQuestions(fields);
  return {
    name,
    description,
    reward_points_earned,
    details,
    reward_type: type,
    alt_id: fields.alt_id === "" ? null : fields.alt_id,
    stock: parseStock(type !== undefined && needsStock(type), fields),
    ...(questions === undefined ? {} : { questions }),
  };
}

function failureKey(code: string | undefined): string {
  if (code === "E0027") return "manage.rewards.full";
  if (code === "E0001") return "manage.refused.deleted";
  return code === "E0029" ? "manage.rewards.duplicate" : "errors.unknown";
}
