import type { ReactNode } from "react";

/** The words of the large button on the page of an experience. */
export function SlabWords({ title, why }: { title: ReactNode; why: string }) {
  return (
    <span className="slab-words">
      <span className="b">{title}</span>
      <span className="small">{why}</span>
    </span>
  );
}
