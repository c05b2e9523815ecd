import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldProps } from "../../../ui/forms/field.tsx";

type PasswordFieldProps = Omit<FieldProps, "type" | "after" | "ref" | "autoComplete"> & {
  autoComplete: "current-password" | "new-password";
};

/** A field for a password, which its reader may look at while typing. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  // A browser would offer what it was sent in plain sight again, as it does with any other text.
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      ref={input}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          className="entry-eye"
          aria-label={t("accounts.showPassword", { field: props.label })}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon className="i" aria-hidden="true" />
        </button>
      }
    />
  );
}
