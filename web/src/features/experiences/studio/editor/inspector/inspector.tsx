import { campaignLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import Copy from "lucide-react/icons/copy";
import Trash from "lucide-react/icons/trash-2";
import Undo from "lucide-react/icons/undo-2";
import { type RefObject, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../../../ui/forms/field.tsx";
import { FormAlert } from "../../../../accounts/index.ts";
import { componentErrorText, refusalOf } from "../error-messages.ts";
import { type EditorComponent, partsIn } from "../state/components.ts";
import type { Draft } from "../state/draft.ts";
import type { EditorComponents } from "../state/use-components.ts";
import type { Saving } from "../state/use-saving.ts";
import { ComponentPicture } from "./component-picture.tsx";
import type { Fields } from "./fields.tsx";
import { PlacementFields } from "./placement-fields.tsx";
import { QrFields } from "./qr-fields.tsx";
import { RarityField } from "./rarity-field.tsx";

type InspectorProps = {
  campaign: Pick<Campaign, "type" | "slot_names">;
  part: EditorComponent;
  parts: EditorComponents;
  saving: Saving;
  /** Saves all components. */
  save(): void;
  remove(): void;
  fixed: boolean;
};

const typeKeys = { IMAGE: "image", QR_CODE: "qr", PRESELECTED: "photo" } as const;

/** The fields of the selected component, which are saved together. */
export function Inspector({ campaign, part, parts, saving, save, remove, fixed }: InspectorProps) {
  const { t } = useTranslation();
  const heading = useId();
  const among = partsIn(parts.parts, part.numbers.slot_number);
  const refusal = saving.refusalOf(part);
  const form = useRef<HTMLFormElement>(null);
  useFocusAfterSave(form, saving.isSaved(part));
  const fields: Fields = {
    part,
    fixed,
    problem: (field) => componentErrorText(t, refusal?.fields[field]),
    set(changes) {
      for (const field of Object.keys(changes) as (keyof Draft)[]) saving.clearError(part, field);
      parts.change(part, changes, Object.keys(changes).join(" "));
    },
  };
  return (
    <section className="insp" aria-labelledby={heading} tabIndex={fixed ? 0 : -1} data-pane>
      <div className="pane-h">
        <h2 id={heading}>{part.draft.name || t("components.nameless")}</h2>
        <span className="code dim">
          {t("components.partOf", { at: among.indexOf(part) + 1, of: among.length })}
        </span>
      </div>
      <form
        ref={form}
        className="insp-in"
        noValidate
        aria-labelledby={heading}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {refusal === undefined || hasOwnField(form.current, refusal.fields) ? null : (
          <FormAlert text={refusalOf(t, refusal.error)} />
        )}
        <fieldset className="insp-fields" disabled={fixed}>
          <legend className="vh">{t(`components.type.${typeKeys[part.type]}`)}</legend>
          <Field
            label={t("components.name")}
            name="name"
            value={part.draft.name}
            maxLength={campaignLimits.componentName}
            autoComplete="off"
            aria-required
            problem={fields.problem("name")}
            onChange={({ currentTarget }) => fields.set({ name: currentTarget.value })}
          />
          <ComponentPicture part={part} saving={saving} fixed={fixed} />
          {part.type === "QR_CODE" ? <QrFields {...fields} /> : null}
          {among.length === 1 ? null : <RarityField {...fields} parts={parts.parts} type={campaign.type} />}
          <PlacementFields {...fields} campaign={campaign} grid={campaign.type === "RANDOM"} />
        </fieldset>
        {fixed ? null : <InspectorActions part={part} parts={parts} saving={saving} remove={remove} />}
      </form>
    </section>
  );
}

type WaysProps = {
  part: EditorComponent;
  parts: EditorComponents;
  saving: Saving;
  remove(): void;
};

function InspectorActions({ part, parts, saving, remove }: WaysProps) {
  const { t } = useTranslation();
  const busy = saving.isBusy(part);
  const full = parts.parts.length >= campaignLimits.components;
  return (
    <div className="insp-ways">
      <button
        type="button"
        className="sq"
        aria-label={t("components.delete.open")}
        aria-disabled={busy || undefined}
        onClick={remove}
      >
        <Trash className="i" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="sq"
        aria-label={t("components.duplicate")}
        aria-disabled={full || undefined}
        onClick={() => {
          if (!full) parts.copy(part);
        }}
      >
        <Copy className="i" aria-hidden="true" />
      </button>
      {part.unsaved && part.saved !== undefined ? (
        <button
          type="button"
          className="sq"
          aria-label={t("components.revert")}
          onClick={() => {
            saving.forget(part);
            parts.revert(part);
          }}
        >
          <Undo className="i" aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}

/** Moves the focus to the inspector of the saved component, whose id and fields replace the unsaved ones. */
function useFocusAfterSave(form: RefObject<HTMLFormElement | null>, saved: boolean): void {
  const first = useRef(saved);
  useEffect(() => {
    if (first.current && document.activeElement === document.body)
      form.current?.closest<HTMLElement>(".insp")?.focus({ preventScroll: true });
  }, [form]);
}

/** Returns true if an error belongs to a field of the form. False before the form is mounted. */
function hasOwnField(form: HTMLFormElement | null, fields: Readonly<Record<string, string>>): boolean {
  return Object.keys(fields).some((field) => form?.elements.namedItem(field) != null);
}
