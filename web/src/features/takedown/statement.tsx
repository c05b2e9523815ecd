import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useId } from "react";

type StatementProps = { name: string; text: string; problem: string | undefined; onChange(): void };

/** A statement that the sender of a form has to make. */
export function Statement({ name, text, problem, onChange }: StatementProps) {
  const id = useId();
  return (
    <div className="statement">
      <label className="small">
        <input
          type="checkbox"
          name={name}
          value="true"
          required
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : id}
          onChange={onChange}
        />
        <span>{text}</span>
      </label>
      {problem === undefined ? null : (
        <p id={id} className="msg">
          <TriangleAlert className="i" aria-hidden="true" /> {problem}
        </p>
      )}
    </div>
  );
}
