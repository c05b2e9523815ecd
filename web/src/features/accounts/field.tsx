import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ComponentProps, type ReactNode, useId } from "react";

export type FieldProps = {
  label: string;
  name: string;
  hint?: string;
  /** What is wrong with what is in it. */
  problem: string | undefined;
  /** A control that belongs to the field and stands at its end. */
  after?: ReactNode;
} & Omit<ComponentProps<"input">, "id" | "name" | "className">;

/** A labelled line to fill in, with what is wrong with it below. */
export function Field({ label, name, hint, problem, after, ...input }: FieldProps) {
  const id = useId();
  const notes = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`];
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className={problem === undefined ? "in" : "in err"}>
        <input
          {...input}
          id={id}
          name={name}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={notes.join(" ").trim() || undefined}
        />
        {after}
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
