import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ComponentProps, useId } from "react";

type TextAreaProps = {
  label: string;
  name: string;
  hint?: string;
  /** What is wrong with what is in it. */
  problem: string | undefined;
} & Omit<ComponentProps<"textarea">, "id" | "name" | "className">;

/** A labelled text of several lines to fill in; it grows with what is in it. */
export function TextArea({ label, name, hint, problem, ...area }: TextAreaProps) {
  const id = useId();
  const notes = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`];
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className={problem === undefined ? "in in-area" : "in in-area err"}>
        <textarea
          rows={3}
          {...area}
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
