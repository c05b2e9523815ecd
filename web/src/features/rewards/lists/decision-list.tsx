import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { Told, useTold } from "../../../ui/feedback/status-message.tsx";
import { Pager } from "../../../ui/layout/pager.tsx";
import "./decision-list.css";

/** Rows on a page of a list that somebody decides about. */
export const pageSize = 20;

/** What stands where there are no rows, and where it leads. */
type Nothing = { title: string; text?: string | undefined; link: { to: string; label: string } };

type Given<Row> = {
  rows: readonly Row[];
  total: number;
  page: number;
  href: (page: number) => string;
  /** Shows the rows; `tell` says above them what was decided. */
  show: (rows: readonly Row[], tell: (text: string) => void) => ReactNode;
  nothing: Nothing;
};

/** A page of what waits for a decision, with what was decided last, and the way to the other pages. */
export function ToDecide<Row>({ rows, total, page, href, show, nothing: { title, text, link } }: Given<Row>) {
  const [told, tell] = useTold();
  return (
    <>
      <Told {...told} />
      {rows.length > 0 ? (
        show(rows, tell)
      ) : (
        <EmptyState title={title}>
          {text === undefined ? null : <p>{text}</p>}
          <Link className="u b" to={link.to}>
            {link.label}
          </Link>
        </EmptyState>
      )}
      {page === 1 && total <= pageSize ? null : (
        <Pager page={page} hasNext={page * pageSize < total || rows.length === pageSize} href={href} />
      )}
    </>
  );
}
