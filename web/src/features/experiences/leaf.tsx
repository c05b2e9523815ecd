import type { ReactNode } from "react";

/** A label, then what it is about, under a line. */
export function Leaf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="ex-leaf">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}
