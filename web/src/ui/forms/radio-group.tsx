import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useId } from "react";

type RadioGroupProps<Value extends string> = {
  label: string;
  name: string;
  /** Options with an explanation, or the reason why one is off. */
  options: readonly { value: Value; name: string; text: string; off?: boolean }[];
  initial: Value | undefined;
  problem: string | undefined;
  onChange?(value: Value): void;
};

/** Radio buttons with an explanation each. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, name, options, initial, problem, onChange } = props;
  const id = useId();
  return (
    <fieldset
      className={problem === undefined ? "radios" : "radios err"}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      <legend className="meta dim">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === initial}
            disabled={option.off}
            aria-labelledby={`${id}-${option.value}-name`}
            aria-describedby={`${id}-${option.value}`}
            aria-invalid={problem === undefined ? undefined : true}
            onChange={() => onChange?.(option.value)}
          />
          <span id={`${id}-${option.value}-name`} className="b">
            {option.name}
          </span>
          <span id={`${id}-${option.value}`} className="small dim">
            {option.text}
          </span>
        </label>
      ))}
      {problem === undefined ? null : (
        <p id={`${id}-problem`} className="msg">
          <TriangleAlert className="i" aria-hidden="true" /> {problem}
        </p>
      )}
    </fieldset>
  );
}
