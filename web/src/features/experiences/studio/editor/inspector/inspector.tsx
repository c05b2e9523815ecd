import { campaignLimits } from "@wrapsody/shared/campaigns.ts";
import type { Campaign } from "@wrapsody/shared/experiences.ts";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Trash from "lucide-react/icons/trash-2";
import Undo from "lucide-react/icons/undo-2";
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
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
  campaign: Pick<Campaign, "type">;
  part: EditorComponent;
  parts: EditorComponents;
  saving: Saving;
  remove(): void;
  fixed: boolean;
};

const typeKeys = { IMAGE: "image", QR_CODE: "qr", PRESELECTED: "photo" } as const;

/** The fields of the selected component, which are saved together. */
export function Inspector({ campaign, part, parts, saving, remove, fixed }: InspectorProps) {
  const { t } = useTranslation();
  const heading = useId();
  const among = partsIn(parts.parts, part.numbers.slot_number);
  const refusal = saving.refusalOf(part);
  const saved = saving.isSaved(part);
  const { form, submit } = useSubmit(part, saving);
  useFocusAfterSave(form, saved);
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
    <section className="insp" aria-labelledby={heading}>
      <div className="pane-h">
        <h2 id={heading}>{part.draft.name || t("components.nameless")}</h2>
        <span className="code dim">
          {t("components.partOf", { at: among.indexOf(part) + 1, of: among.length })}
        </span>
      </div>
      <form ref={form} className="insp-in" noValidate onSubmit={submit} aria-labelledby={heading}>
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
          <PlacementFields {...fields} grid={campaign.type === "RANDOM"} />
          <RarityField {...fields} parts={parts.parts} type={campaign.type} />
        </fieldset>
        {fixed ? null : (
          <InspectorActions part={part} parts={parts} saving={saving} remove={remove} saved={saved} />
        )}
      </form>
    </section>
  );
}

type WaysProps = {
  part: EditorComponent;
  parts: EditorComponents;
  saving: Saving;
  remove(): void;
  saved: boolean;
};

function InspectorActions({ part, parts, saving, remove, saved }: WaysProps) {
  const { t } = useTranslation();
  const busy = saving.isBusy(part);
  const full = parts.parts.length >= campaignLimits.components;
  return (
    <>
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
        <button
          type="submit"
          className={part.unsaved ? "btn go" : "btn"}
          aria-disabled={busy || !part.unsaved || undefined}
        >
          {t(busy ? "components.saving" : "components.save")} <Check className="i" aria-hidden="true" />
        </button>
      </div>
      <p className="small" role="status">
        {saved ? t("components.saved") : ""}
      </p>
    </>
  );
}

function useSubmit(part: EditorComponent, saving: Saving) {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (invalid ?? form.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [refusals]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!part.unsaved || saving.isBusy(part)) return;
    void saving.save(part).then((saved) => {
      if (!saved) setRefusals((count) => count + 1);
    });
  };
  return { form, submit };
}

/** Moves the focus to the saved component, whose id and fields replace the unsaved ones. */
function useFocusAfterSave(form: RefObject<HTMLFormElement | null>, saved: boolean): void {
  const first = useRef(saved);
  useEffect(() => {
    if (first.current && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true });
  }, [form]);
}

/** Returns true if an error belongs to a field of the form. False before the form is mounted. */
function hasOwnField(form: HTMLFormElement | null, fields: Readonly<Record<string, string>>): boolean {
  return Object.keys(fields).some((field) => form?.elements.namedItem(field) != null);
}
