import type { ReactNode } from "react";

/** A section of a page: title in the margin, content beside it, a line above. Links may lead to its `id`. */
export function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="leaf">
      <h2>{title}</h2>
      <div className="leaf-in">{children}</div>
    </section>
  );
}

/** Content of a section that has nothing to show. */
export function EmptySection({ children }: { children: ReactNode }) {
  return <p className="small dim">{children}</p>;
}
