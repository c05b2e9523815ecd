import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDay, formatTime } from "../format/local-time.ts";
import { Field, type FieldProps } from "./field.tsx";
import "./moment-field.css";

type MomentFieldProps = Omit<FieldProps, "type" | "defaultValue"> & { defaultValue?: string | undefined };

/** A field for a day and a time. Below it stands the moment as the site writes it, because browsers write it in their own way. */
export function MomentField({ defaultValue = "", hint, onChange, ...field }: MomentFieldProps) {
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState(defaultValue);
  const notes = typed === "" ? [hint] : [`${formatDay(typed, i18n.language)}, ${formatTime(typed)}.`, hint];
  return (
    <Field
      {...field}
      type="datetime-local"
      defaultValue={defaultValue}
      data-blank={typed === "" || undefined}
      hint={notes.filter(Boolean).join(" ") || undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange?.(event);
      }}
    />
  );
}
