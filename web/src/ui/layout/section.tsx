import type { ReactNode } from "react";

/** A part of a page: its name in the margin, its content beside it, opened by a line. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="leaf">
      <h2>{title}</h2>
      <div className="leaf-in">{children}</div>
    </section>
  );
}

/** What stands in a part that has nothing to show. */
export function EmptySection({ children }: { children: ReactNode }) {
  return <p className="small dim">{children}</p>;
}
