import { useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { getMyDapp, getMyDapps, type OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { getDrop, getDrops } from "@wrapsody/shared/experiences/experiences.ts";
import { getOwnPhases, phaseLimits, putPhases } from "@wrapsody/shared/experiences/phases.ts";
import Plus from "lucide-react/icons/plus";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { changedValues, readFormValues } from "../../../../lib/drafts/form-values.ts";
import { type FormDraft, useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { useUploadForm } from "../../../../lib/forms/upload-form.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { browserZone, listZones } from "../../../../ui/format/time-zones.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { SelectField } from "../../../../ui/forms/field.tsx";
import { SaveBar } from "../../../../ui/forms/save-bar.tsx";
import { StoredValue } from "../../../../ui/forms/stored-value.tsx";
import { FormFailure } from "../../../accounts/index.ts";
import { phaseErrorText } from "./error-messages.ts";
import { PhaseFields } from "./phase-fields.tsx";
import { describeRows, fieldName, isOfNewRow, lastNewRow, listRows, readPhases } from "./phase-rows.ts";

type Props = {
  campaign: OwnCampaign;
  saved: AnswerOf<typeof getOwnPhases>;
  announce(text: string): void;
  onUnsaved(unsaved: boolean): void;
};

/** The rows of all phases, which are saved together. A failure keeps them as they were, and the browser keeps a draft. */
export function PhasesForm({ campaign, saved, announce, onUnsaved }: Props) {
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const draft = useFormDraft(`phases-${campaign.id}`, form);
  const [zone, setZone] = useState(() => draft.values.time_zone ?? saved.time_zone ?? browserZone());
  const { rows, add, remove, reset } = useRows(saved, draft.values.rows);
  const { problems, failure, busy, submit, clearErrors } = useUploadForm({
    async send() {
      if (form.current === null) throw new Error("The form is not on the page.");
      const body = await validate(putPhases.body, readPhases(form.current, rows));
      return apiFetch(putPhases, { params: { id: String(campaign.id) }, body });
    },
    onSuccess() {
      draft.finish();
      invalidateQueries(client, getOwnPhases, getMyDapp, getMyDapps, getDrop, getDrops);
      setChanges(0);
      announce(t("phaseEditor.saved"));
    },
    form,
  });
  const [changes, setChanges] = useChanges(form, draft);
  useEffect(() => onUnsaved(changes > 0), [changes, onUnsaved]);
  const problem = (field: string) => phaseErrorText(t, problems[field], i18n.language);
  // Errors name phases by their place, which adding and removing change.
  const changeRows = (change: () => void) => {
    change();
    clearErrors(Object.keys(problems));
  };
  const clearErrorOf = (name: string) => {
    const at = rows.findIndex((row) => name.startsWith(fieldName(row, "")));
    clearErrors([at === -1 ? name : `phases.${at}.${name.split(".").at(-1)}`]);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={t("phaseEditor.title")}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onInput={({ target }) => {
        if ("name" in target && typeof target.name === "string") clearErrorOf(target.name);
      }}
    >
      <DraftNotice draft={draft} />
      <StoredValue name="rows" value={describeRows(saved.phases, rows)} />
      {rows.length === 0 ? (
        <input type="hidden" name="time_zone" value={zone} />
      ) : (
        <SelectField
          label={t("phaseEditor.zone")}
          name="time_zone"
          value={zone}
          problem={problem("time_zone")}
          onChange={({ currentTarget: { value } }) => setZone(value)}
        >
          {listZones(zone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll("_", " ")}
            </option>
          ))}
        </SelectField>
      )}
      <ol key={draft.round} className="phase-rows">
        {rows.map((row, index) => (
          <PhaseFields
            key={row.key}
            campaign={campaign}
            row={row}
            number={index + 1}
            typed={draft.values}
            zone={saved.time_zone ?? zone}
            problem={(field) => problem(`phases.${index}.${field}`)}
            onRemove={() => changeRows(() => remove(row.key))}
          />
        ))}
      </ol>
      {problems.phases === undefined ? null : (
        <p className="msg" role="alert" tabIndex={-1}>
          {problem("phases")}
        </p>
      )}
      {rows.length < phaseLimits.phases ? (
        <p>
          <button type="button" className="btn" onClick={() => changeRows(add)}>
            {t("phaseEditor.add")} <Plus className="i" aria-hidden="true" />
          </button>
        </p>
      ) : null}
      <SaveBar
        changes={changes}
        busy={busy}
        label={t(busy ? "phaseEditor.busy" : "phaseEditor.save")}
        onDiscard={() => {
          draft.discard();
          setZone(saved.time_zone ?? browserZone());
          reset();
          clearErrors(Object.keys(problems));
        }}
      >
        <FormFailure failure={failure} otherwise="phaseEditor.failed" />
      </SaveBar>
    </form>
  );
}

/** Counts the changed fields of saved phases. New and removed phases are one change of the list. */
function useChanges(form: RefObject<HTMLFormElement | null>, { values, round }: FormDraft) {
  const first = useRef<ReadonlyMap<string, string>>(new Map());
  const [changes, setChanges] = useState(0);
  const count = useEffectEvent(() => {
    if (form.current === null) return;
    const changed = changedValues(readFormValues(form.current), first.current, values);
    setChanges(Object.keys(changed).filter((name) => !isOfNewRow(name)).length);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: discarding the draft starts with new fields
  useEffect(() => {
    if (form.current !== null) first.current = readFormValues(form.current);
    count();
    const listening = new AbortController();
    for (const event of ["input", "change"])
      form.current?.addEventListener(event, () => setTimeout(count), { signal: listening.signal });
    return () => listening.abort();
  }, [form, round]);
  return [changes, setChanges] as const;
}

/** The rows, with those of a draft by its text of `describeRows`. */
function useRows(saved: Props["saved"], stored: string | undefined) {
  const [rows, setRows] = useState(() => listRows(saved.phases, stored));
  const last = useRef(lastNewRow(rows));
  return {
    rows,
    add() {
      last.current += 1;
      const key = `new${last.current}`;
      setRows((before) => [...before, { key, saved: undefined }]);
    },
    remove: (key: string) => setRows((before) => before.filter((row) => row.key !== key)),
    reset: () => setRows(listRows(saved.phases)),
  };
}
