import Search from "lucide-react/icons/search";
import { useEffect, useId, useRef } from "react";
import "./search-field.css";

type SearchFieldProps = {
  /** What is looked for now. */
  q: string;
  label: string;
  /** What its button is called, which sends the form that it stands in. */
  go: string;
  className?: string;
};

/** The field of a form that looks for something, with its button; `foundIn` reads it. */
export function SearchField({ q, label, go, className = "" }: SearchFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Back and forward change what was looked for, but not what stands in a field.
  useEffect(() => {
    if (field.current !== null && field.current.value.trim() !== q) field.current.value = q;
  }, [q]);
  return (
    <div className={`f find-field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <div className="in">
        <input
          ref={field}
          id={id}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="find-field-go" aria-label={go}>
          <Search className="i" aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

/** What is to be looked for, by a form with a `FindField`. */
export function searchTextOf(form: HTMLFormElement): string {
  return String(new FormData(form).get("q") ?? "").trim();
}
