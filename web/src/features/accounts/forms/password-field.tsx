import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldProps } from "../../../ui/forms/field.tsx";

type PasswordFieldProps = Omit<FieldProps, "type" | "after" | "ref" | "autoComplete"> & {
  autoComplete: "current-password" | "new-password";
};

/** A password field with a show/hide button. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [visible, setVisible] = useState(false);
  // Hides the password on submit; otherwise the browser offers it as autocomplete text.
  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setVisible(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  const Icon = visible ? EyeOff : Eye;
  return (
    <Field
      {...props}
      ref={input}
      type={visible ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          className="entry-eye"
          aria-label={t("accounts.showPassword", { field: props.label })}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <Icon className="i" aria-hidden="true" />
        </button>
      }
    />
  );
}
