import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useId } from "react";

type RadioGroupProps<Value extends string> = {
  label: string;
  name: string;
  /** Each with the sentence that says what it means; of one that is off, why. */
  options: readonly { value: Value; name: string; text: string; off?: boolean }[];
  initial: Value | undefined;
  problem: string | undefined;
  onChange?(value: Value): void;
};

/** A choice of one among a few, where each is explained. */
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
