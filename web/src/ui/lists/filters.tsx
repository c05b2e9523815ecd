import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";
import type { ListParams } from "../../lib/pages/list-params.ts";
import { SelectField } from "../forms/field.tsx";
import "./filters.css";

/**
 * The filters of a list. Their names are query parameters, so that the URL identifies the filtered list. A change of a selection
 * applies immediately, a text with Enter or its button.
 */
export function ListFilters({
  label,
  params: { pathOfForm },
  className,
  children,
}: {
  label: string;
  /** Result of `useListParams`. */
  params: Pick<ListParams, "pathOfForm">;
  className: string;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <search aria-label={label}>
      <form
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(pathOfForm(new FormData(event.currentTarget)), { preventScrollReset: true });
        }}
      >
        {children}
      </form>
    </search>
  );
}

/** A text of `ListFilters`, named `q`, with its submit button. `go` is the label of the button. */
export function SearchField({
  q = "",
  label,
  go,
  className = "",
}: {
  q: string | undefined;
  label: string;
  go: string;
  className?: string;
}) {
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

/** A selection of `ListFilters`. Its children are the options; the empty one filters nothing. */
export function FilterSelect({
  name,
  label,
  value = "",
  children,
}: {
  name: string;
  label: string;
  value: string | number | undefined;
  children: ReactNode;
}) {
  return (
    <SelectField
      label={label}
      name={name}
      value={value}
      problem={undefined}
      onChange={({ target }) => target.form?.requestSubmit()}
    >
      {children}
    </SelectField>
  );
}
