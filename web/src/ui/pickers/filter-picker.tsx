import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Picker } from "./picker.tsx";
import type { PickerOption, PickerSource } from "./picker-options.ts";

type FilterPickerProps = {
  name: string;
  label: string;
  source: PickerSource;
  /** The id in the URL. */
  value: number | undefined;
  /** The entry with this id, once it is loaded. */
  chosen: PickerOption | undefined;
  /** Label of the entry that filters nothing. */
  none: string;
};

/** A filter of `ListFilters` whose entries the server searches. A choice applies immediately. */
export function FilterPicker({ name, label, source, value, chosen, none }: FilterPickerProps) {
  const place = useRef<HTMLDivElement>(null);
  const id = value === undefined ? undefined : String(value);
  const { displayed, choose } = useOptimisticChoice(id, chosen);
  return (
    <div ref={place} className="filter-picker">
      <Picker
        label={label}
        name={name}
        source={source}
        chosen={displayed}
        none={none}
        problem={undefined}
        onChoose={(option) => {
          // The form is submitted with the new value.
          flushSync(() => choose(option));
          place.current?.closest("form")?.requestSubmit();
        }}
      />
    </div>
  );
}

/** Shows a choice until the URL has it. Afterwards the URL decides, which history navigation changes too. */
function useOptimisticChoice(id: string | undefined, loaded: PickerOption | undefined) {
  const [{ since, isPending, picked }, setState] = useState({ since: id, isPending: false, picked: loaded });
  if (since !== id) setState({ since: id, isPending: false, picked });
  const known = [picked, loaded].find((option) => option !== undefined && option.id === id);
  // The form keeps the id while the name is loading, and if it is not the user's.
  const fromUrl = id === undefined ? undefined : (known ?? { id, name: wrapNumber(Number(id)) });
  return {
    displayed: isPending ? picked : fromUrl,
    choose: (option: PickerOption | undefined) => setState({ since: id, isPending: true, picked: option }),
  };
}
