import Search from "lucide-react/icons/search";
import { useEffect, useId, useRef } from "react";
import "./search-field.css";

type SearchFieldProps = {
  /** Current search text. */
  q: string;
  label: string;
  /** Label of the submit button. */
  go: string;
  className?: string;
};

/** The search field of a form, with its submit button. `searchTextOf` reads it. */
export function SearchField({ q, label, go, className = "" }: SearchFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // History navigation changes the search, but not the value of the input.
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

/** Reads the text of the `SearchField` in a form. */
export function searchTextOf(form: HTMLFormElement): string {
  return String(new FormData(form).get("q") ?? "").trim();
}
