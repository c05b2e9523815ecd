import { type ReactNode, useId } from "react";

type Props = {
  label: string;
  /** Undefined if nothing is filtered. */
  value: string | number | undefined;
  choose: (value: string) => void;
  children: ReactNode;
};

/** Filters a list on change; its children are the options. */
export function FilterSelect({ label, value, choose, children }: Props) {
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className="in">
        <select id={id} value={value ?? ""} onChange={({ target }) => choose(target.value)}>
          {children}
        </select>
      </div>
    </div>
  );
}
