import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, memo, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { Cell } from "./cell.tsx";
import { type Column, columns } from "./columns.ts";
import type { Change, ListName, Row } from "./draft.ts";
import { noteOf } from "./draft.ts";
import type { Problems } from "./payload.ts";
import { serviceOf } from "./streaming.ts";

export type RowAction = "up" | "down" | "remove" | "add";

type ListRowProps = {
  list: ListName;
  row: Row;
  /** Index from 0. */
  at: number;
  last: boolean;
  /** Errors by field. */
  problems: Problems | undefined;
  edit(change: Change): void;
  onAction(action: RowAction, key: string, at: number): void;
  /** Class of the pattern that marks the owner's share. */
  sign: string | undefined;
};

/** A row of a list with its fields and its buttons to move and remove it. */
export const ListRow = memo(function ListRow({
  list,
  row,
  at,
  last,
  problems,
  edit,
  onAction,
  sign,
}: ListRowProps) {
  const { t } = useTranslation();
  const { key, values } = row;
  const onValue = useCallback(
    (field: string, value: string) => {
      edit({ type: "cell", list, key, field, value });
      // The URL of the track implies the service.
      const service = list === "dsps" && field === "songId" ? serviceOf(value) : undefined;
      if (service !== undefined) edit({ type: "cell", list, key, field: "id", value: service });
    },
    [edit, list, key],
  );
  const onLines = useCallback(
    (field: string, lines: string[][]) => edit({ type: "paste", list, key, field, lines }),
    [edit, list, key],
  );
  const name = t(`wrapForm.${list}.row`, { number: at + 1 });
  const control = (kind: RowAction, Sign: typeof X, off: boolean) => (
    <button
      type="button"
      className="sq"
      data-act={kind}
      aria-label={t(`wrapForm.row.${kind}`, { name })}
      aria-disabled={off || undefined}
      onClick={() => {
        if (!off) onAction(kind, key, at);
      }}
    >
      <Sign className="i" aria-hidden="true" />
    </button>
  );
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as the columns of a row */}
      <div
        className={`row-of row-${list}`}
        role="group"
        aria-label={name}
        onKeyDown={(event) => addOnEnter(event, () => onAction("add", key, at))}
      >
        {sign === undefined ? null : <i className={`key ${sign}`} aria-hidden="true" />}
        {columns[list].map((column: Column) => (
          <Cell
            key={column.field}
            place={`${list}.${key}.${column.field}`}
            label={t(`wrapForm.${list}.${column.field}`)}
            column={column}
            value={values[column.field] ?? ""}
            note={noteOf(t, list, column.field, values)}
            problem={problems?.[column.field]}
            onValue={onValue}
            onLines={onLines}
          />
        ))}
        <span className="row-acts">
          {at === 0 && last ? null : (
            <>
              {control("up", ArrowUp, at === 0)}
              {control("down", ArrowDown, last)}
            </>
          )}
          {control("remove", X, false)}
        </span>
      </div>
    </li>
  );
});

/** Adds a row on Enter instead of submitting the form. */
function addOnEnter(event: KeyboardEvent, add: () => void): void {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing)
    return;
  event.preventDefault();
  add();
}
