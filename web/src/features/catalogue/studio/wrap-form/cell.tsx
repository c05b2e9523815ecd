import ChevronDown from "lucide-react/icons/chevron-down";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ClipboardEvent, memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { studioErrorText } from "../error-messages.ts";
import type { Column } from "./columns.ts";
import { linesOf } from "./draft.ts";

type FrameProps = {
  /** Id and name of the field in the form. */
  place: string;
  label: string;
  hint?: ReactNode;
  /** A hint about the typed value that is not an error. */
  note?: ReactNode;
  problem?: string | undefined;
  children: ReactNode;
};

/** Label of a field, with its hint, note and error. */
export function FieldFrame({ place, label, hint, note, problem, children }: FrameProps) {
  const { t } = useTranslation();
  return (
    <div className="f">
      <label htmlFor={place}>{label}</label>
      {children}
      {hint === undefined ? null : (
        <p id={`${place}-hint`} className="meta dim">
          {hint}
        </p>
      )}
      {note === undefined ? null : (
        <p id={`${place}-note`} className="meta">
          {note}
        </p>
      )}
      {problem === undefined ? null : (
        <p id={`${place}-problem`} className="msg">
          <TriangleAlert className="i" aria-hidden="true" /> <span>{studioErrorText(t, problem)}</span>
        </p>
      )}
    </div>
  );
}

/** Returns the attributes that link a field to its hint, note and error. */
export function fieldAttributes({ place, hint, note, problem }: Omit<FrameProps, "label" | "children">) {
  const ids = [
    hint === undefined ? "" : `${place}-hint`,
    note === undefined ? "" : `${place}-note`,
    problem === undefined ? "" : `${place}-problem`,
  ];
  return {
    id: place,
    name: place,
    "aria-invalid": problem === undefined ? undefined : true,
    "aria-describedby": ids.join(" ").trim() || undefined,
  };
}

type CellProps = {
  place: string;
  label: string;
  column: Column;
  value: string;
  note?: string | undefined;
  problem: string | undefined;
  onValue(field: string, value: string): void;
  onLines(field: string, lines: string[][]): void;
};

/** One field of a row. */
export const Cell = memo(function Cell({ column, onValue, onLines, ...cell }: CellProps) {
  const { place, label, value, note, problem } = cell;
  const { field, written, keys, code, placeholder, suffix, choice } = column;
  const tied = fieldAttributes({ place, note, problem });
  const edge = problem === undefined ? "in" : "in err";
  const set = (typed: string) => onValue(field, typed);
  const paste = (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData("text/plain"));
    if (lines.length === 0) return;
    event.preventDefault();
    onLines(field, lines);
  };
  const normalizeValue = () => {
    const read = value.trim() === "" ? undefined : written?.(value);
    if (read !== undefined && read !== value) set(read);
  };
  return (
    <FieldFrame place={place} label={label} note={note} problem={problem}>
      <div className={edge}>
        {choice === undefined ? (
          <input
            {...tied}
            type="text"
            placeholder={placeholder}
            inputMode={keys}
            className={code === true ? "code-l" : undefined}
            autoComplete="off"
            spellCheck={code === true ? false : undefined}
            value={value}
            onChange={(event) => set(event.currentTarget.value)}
            onBlur={normalizeValue}
            onPaste={paste}
          />
        ) : (
          <Options {...tied} choice={choice} value={value} set={set} />
        )}
        {suffix === undefined ? null : <span className="sfx small">{suffix}</span>}
      </div>
    </FieldFrame>
  );
});

type OptionsProps = {
  choice: NonNullable<Column["choice"]>;
  value: string;
  set(value: string): void;
} & ReturnType<typeof fieldAttributes>;

function Options({ choice, value, set, ...tied }: OptionsProps) {
  const { t } = useTranslation();
  const optionsOf = (options: readonly string[]) =>
    options.map((option) => (
      <option key={option} value={option}>
        {choice.text(t, option)}
      </option>
    ));
  return (
    <>
      <select {...tied} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {choice.hasDefault === true ? null : <option value="">{t("wrapForm.choose")}</option>}
        {choice.groups === undefined
          ? optionsOf(choice.options)
          : Object.entries(choice.groups).map(([group, options]) => (
              <optgroup key={group} label={t(`wrapForm.roleGroup.${group}`)}>
                {optionsOf(options)}
              </optgroup>
            ))}
      </select>
      <ChevronDown className="i" aria-hidden="true" />
    </>
  );
}
