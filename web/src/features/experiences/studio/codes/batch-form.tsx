import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import {
  type CodeBatch,
  type Discount,
  discountKinds,
  postCodeBatch,
  spotCodeLimits,
} from "@wrapsody/shared/experiences/spot-codes.ts";
import { toInstant } from "@wrapsody/shared/text/time-zones.ts";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "../../../../lib/api/idempotency-key.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { MomentField } from "../../../../ui/forms/moment-field.tsx";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";
import { FormFailure, useApiForm } from "../../../accounts/index.ts";
import { batchErrorText } from "./batch-texts.ts";

type Props = { campaign: OwnCampaign; onAdded(batch: CodeBatch): void };

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates a batch. A new one starts from an empty form. */
export function BatchForm(props: Props) {
  const [key, setKey] = useState(newIdempotencyKey);
  return (
    <BatchFields
      key={key}
      idempotencyKey={key}
      campaign={props.campaign}
      onAdded={(batch) => {
        setKey(newIdempotencyKey());
        props.onAdded(batch);
      }}
    />
  );
}

function BatchFields({ campaign, onAdded, idempotencyKey }: Props & { idempotencyKey: string }) {
  const { t } = useTranslation();
  const [zone] = useState(browserZone);
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postCodeBatch,
    request: { params: { id: String(campaign.id) }, key: idempotencyKey },
    body: ({ name = "", count = "", discount = "", percent, amount, expires_at = "" }) => ({
      name,
      count,
      discount: discountKinds.find((each) => each === discount) ?? kind,
      ...(percent === undefined ? {} : { percent }),
      ...(amount === undefined ? {} : { amount }),
      expires_at: expires_at === "" ? null : (toInstant(expires_at, zone)?.toISOString() ?? ""),
    }),
    onSuccess(batch) {
      draft.finish();
      onAdded(batch);
    },
  });
  const draft = useFormDraft(`codes-${campaign.id}`, form);
  const [kind, setKind] = useState(
    () => discountKinds.find((each) => each === draft.values.discount) ?? "FREE",
  );
  const field = (name: string) => ({
    name,
    defaultValue: draft.values[name],
    problem: batchErrorText(t, problems[name]),
    onChange: () => clearError(name),
  });
  return (
    <form ref={form} className="codes-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice
        draft={draft}
        onDiscard={() => {
          draft.discard();
          setKind("FREE");
        }}
      />
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Fragment key={draft.round}>
        <Field
          {...field("name")}
          label={t("codes.name")}
          maxLength={spotCodeLimits.name}
          required
          autoComplete="off"
          hint={t("codes.nameHint")}
        />
        <Field
          {...field("count")}
          label={t("codes.number")}
          type="number"
          inputMode="numeric"
          min={1}
          max={spotCodeLimits.codes}
          step={1}
          required
          hint={t("codes.numberHint", { most: spotCodeLimits.codes })}
        />
        <RadioGroup<Discount["discount"]>
          label={t("codes.discount")}
          name="discount"
          options={discountKinds.map((value) => ({
            value,
            name: t(`codes.kind.${value}`),
            text: t(`codes.kind.${value}Text`),
          }))}
          initial={kind}
          problem={batchErrorText(t, problems.discount)}
          onChange={setKind}
        />
        {kind === "PERCENT" ? (
          <Field
            {...field("percent")}
            label={t("codes.percent")}
            type="number"
            inputMode="numeric"
            min={1}
            max={99}
            step={1}
            required
            hint={t("codes.smallRest")}
            after={<span className="sfx small">%</span>}
          />
        ) : null}
        {kind === "AMOUNT" ? (
          <Field
            {...field("amount")}
            label={t("codes.amount")}
            type="number"
            inputMode="decimal"
            min={0.01}
            step={0.01}
            required
            hint={t("codes.smallRest")}
            after={<span className="sfx small">USD</span>}
          />
        ) : null}
        <MomentField
          {...field("expires_at")}
          label={t("codes.end")}
          hint={t("codes.endHint", { zone: zone.replaceAll("_", " ") })}
        />
      </Fragment>
      <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
        {t(busy ? "codes.creating" : "codes.create")}
      </button>
    </form>
  );
}
