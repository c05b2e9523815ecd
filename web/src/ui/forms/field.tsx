import ChevronDown from "lucide-react/icons/chevron-down";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ComponentProps, type ReactNode, useId } from "react";

type Notes = {
  hint?: string | undefined;
  /** Error message of the field. */
  problem: string | undefined;
};
type Labelled<Tag extends "input" | "select" | "textarea"> = { label: string; name: string } & Notes &
  Omit<ComponentProps<Tag>, "id" | "name" | "className">;

export type FieldProps = Labelled<"input"> & {
  /** A control that belongs to the field and stands at its end. */
  after?: ReactNode;
};

/** A labelled input with its error message below. */
export function Field({ label, hint, problem, after, ...input }: FieldProps) {
  const described = useFieldAttributes({ hint, problem });
  return (
    <Frame label={label} hint={hint} problem={problem} id={described.id}>
      <input {...input} {...described} />
      {after}
    </Frame>
  );
}

/** A labelled select; its children are the options. */
export function SelectField({ label, hint, problem, ...select }: Labelled<"select">) {
  const described = useFieldAttributes({ hint, problem });
  return (
    <Frame label={label} hint={hint} problem={problem} id={described.id}>
      <select {...select} {...described} />
      <ChevronDown className="i" aria-hidden="true" />
    </Frame>
  );
}

/** A labelled textarea that grows with its content. */
export function TextArea({ label, hint, problem, ...area }: Labelled<"textarea">) {
  const described = useFieldAttributes({ hint, problem });
  return (
    <Frame label={label} hint={hint} problem={problem} id={described.id} className="in in-area">
      <textarea rows={3} {...area} {...described} />
    </Frame>
  );
}

/** Returns the ARIA attributes that link a control to its hint and error. */
export function useFieldAttributes({ hint, problem }: Notes) {
  const id = useId();
  const notes = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`];
  return {
    id,
    "aria-invalid": problem === undefined ? undefined : true,
    "aria-describedby": notes.join(" ").trim() || undefined,
  };
}

type FrameProps = Notes & { id: string; label: string; className?: string; children: ReactNode };

/** A label above a control, with its hint and error below. */
export function Frame({ id, label, hint, problem, className = "in", children }: FrameProps) {
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className={problem === undefined ? className : `${className} err`}>{children}</div>
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
