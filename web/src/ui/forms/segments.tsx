import { useId } from "react";

type SegmentsProps<Value extends string> = {
  label: string;
  name: string;
  options: readonly { value: Value; text: string }[];
  value: Value;
  onChoose(value: Value): void;
};

/** One choice of a few short ones, side by side. */
export function Segments<Value extends string>({
  label,
  name,
  options,
  value,
  onChoose,
}: SegmentsProps<Value>) {
  const id = useId();
  return (
    <div className="f" role="radiogroup" aria-labelledby={id}>
      <span id={id} className="lab">
        {label}
      </span>
      <div className="seg num">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            {option.text}
          </label>
        ))}
      </div>
    </div>
  );
}
