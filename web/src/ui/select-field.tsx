import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ComponentProps, useId } from "react";

type SelectFieldProps = {
  label: string;
  name: string;
  hint?: string;
  /** What is wrong with what is chosen. */
  problem: string | undefined;
} & Omit<ComponentProps<"select">, "id" | "name" | "className">;

/** A labelled choice of one among several; the options are its children. */
export function SelectField({ label, name, hint, problem, ...select }: SelectFieldProps) {
  const id = useId();
  const notes = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`];
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className={problem === undefined ? "in" : "in err"}>
        <select
          {...select}
          id={id}
          name={name}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={notes.join(" ").trim() || undefined}
        />
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="meta dim">
          {hint}
        </p>
      )}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} className="msg">
          <TriangleAlert className="i" aria-hidden="true" /> {problem}
        </p>
      )}
    </div>
  );
}
