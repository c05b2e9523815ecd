import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { Pager } from "../../../ui/layout/pager.tsx";
import "./decision-list.css";

/** Rows per page of a decision list. */
export const pageSize = 20;

/** Texts of an empty list and its link. */
type EmptyText = { title: string; text?: string | undefined; link: { to: string; label: string } };

type Props<Row> = {
  rows: readonly Row[];
  total: number;
  page: number;
  href: (page: number) => string;
  /** Renders the rows; `announce` reports a decision above them. */
  show: (rows: readonly Row[], announce: (text: string) => void) => ReactNode;
  nothing: EmptyText;
};

/** A page of items that wait for a decision, with the last decision and a pager. */
export function DecisionList<Row>({
  rows,
  total,
  page,
  href,
  show,
  nothing: { title, text, link },
}: Props<Row>) {
  const [status, announce] = useStatusMessage();
  return (
    <>
      <StatusMessage {...status} />
      {rows.length > 0 ? (
        show(rows, announce)
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
