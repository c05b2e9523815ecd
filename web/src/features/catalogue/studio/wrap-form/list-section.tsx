import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import Plus from "lucide-react/icons/plus";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { studioErrorText } from "../error-messages.ts";
import { type Change, type ListName, lists, type Row } from "./draft.ts";
import { ListRow, type RowAction } from "./list-row.tsx";
import { Part } from "./part.tsx";
import type { Problems } from "./payload.ts";

type ListSectionProps = {
  list: ListName;
  rows: readonly Row[];
  /** Error of the whole list. `problems` holds the errors of its rows by key and field. */
  problem: string | undefined;
  problems: Readonly<Record<string, Problems>> | undefined;
  edit(change: Change): void;
  /** Returns the class of the pattern at the start of a row. */
  sign?: (at: number) => string;
  children?: ReactNode;
};

/** Focus target after a change of the rows: a control of the row at an index. */
type Aim = { at: number; to: "field" | RowAction };

/** A list of the form. Rows can be added, removed and moved by mouse and keyboard, and each change is announced. */
export const ListSection = memo(function ListSection(props: ListSectionProps) {
  const { list, rows, problem, problems, edit, sign, children } = props;
  const { t } = useTranslation();
  const { list: element, add, runAction, announcement } = useRowActions(list, rows, edit);
  const full = rows.length >= studioLimits.rows;
  return (
    <Part name={list}>
      {rows.length === 0 ? null : (
        <ol ref={element} className={`rows rows-${list}`}>
          {rows.map((row, at) => (
            <ListRow
              key={row.key}
              list={list}
              row={row}
              at={at}
              last={at === rows.length - 1}
              problems={problems?.[row.key]}
              edit={edit}
              onAction={runAction}
              sign={sign?.(at)}
            />
          ))}
        </ol>
      )}
      <p className="row">
        <button
          type="button"
          className="btn s"
          ref={add}
          aria-disabled={full || undefined}
          onClick={() => runAction("add", undefined, rows.length - 1)}
        >
          {t(`wrapForm.${list}.add`)} <Plus className="i" aria-hidden="true" />
        </button>
        {full ? <span className="small dim">{t("wrapForm.full", { most: studioLimits.rows })}</span> : null}
      </p>
      <p className="vh" role="status">
        {announcement}
      </p>
      {children}
      {problem === undefined ? null : (
        <p id={list} className="msg" tabIndex={-1} data-problem>
          <TriangleAlert className="i" aria-hidden="true" /> <span>{studioErrorText(t, problem)}</span>
        </p>
      )}
    </Part>
  );
});

function useRowActions(list: ListName, rows: readonly Row[], edit: (change: Change) => void) {
  const { t } = useTranslation();
  const element = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const aim = useRef<Aim>(undefined);
  const [announcement, setAnnouncement] = useState("");
  const count = useRef(rows.length);
  useEffect(() => {
    count.current = rows.length;
    const target = aim.current;
    aim.current = undefined;
    if (target === undefined) return;
    const row = element.current?.children[Math.min(target.at, rows.length - 1)];
    const control = row?.querySelector<HTMLElement>(
      target.to === "field" ? "input, select" : `[data-act=${target.to}]`,
    );
    (control ?? add.current)?.focus();
  }, [rows]);
  const runAction = useCallback(
    (action: RowAction, key: string | undefined, at: number) => {
      const name = t(`wrapForm.${list}.row`, { number: at + 1 });
      const values = { name, number: at + 1 + (action === "up" ? -1 : 1), count: count.current };
      if (action === "add") {
        if (count.current >= studioLimits.rows) return;
        aim.current = { at: at + 1, to: "field" };
        edit({ type: "add", list, ...(key === undefined ? {} : { after: key }) });
        setAnnouncement("");
      } else if (key !== undefined && action === "remove") {
        aim.current = { at, to: "remove" };
        edit({ type: "remove", list, key });
        setAnnouncement(t("wrapForm.row.removed", values));
      } else if (key !== undefined) {
        const by = action === "up" ? -1 : 1;
        aim.current = { at: at + by, to: action };
        edit({ type: "move", list, key, by });
        setAnnouncement(t("wrapForm.row.moved", values));
      }
    },
    [t, list, edit],
  );
  return { list: element, add, runAction, announcement };
}

/** Returns true if a name is a list of the form. */
export function isList(name: string): name is ListName {
  return Object.hasOwn(lists, name);
}
