import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../../ui/forms/field.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { appliedText } from "./code-texts.ts";
import { priceWithCode, type SpotCode } from "./use-spot-code.ts";

type CodeFieldProps = {
  campaign: Campaign;
  code: SpotCode;
  /** Called when the text changes. */
  onChange?(): void;
};

/** The field for a code, with the price that it gives. */
export function CodeField({ campaign, code, onChange }: CodeFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { typed, applied, problem, busy } = code;
  const change = (text: string) => {
    onChange?.();
    code.type(text);
  };
  return (
    <div className="pt-code">
      <Field
        ref={input}
        label={t("participation.code.label")}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        value={typed}
        hint={t("participation.code.hint")}
        problem={problem}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        after={
          <button
            type="button"
            className="btn s"
            aria-disabled={busy || undefined}
            onClick={() => {
              if (applied === undefined) return applyTo(code, input.current);
              onChange?.();
              code.remove();
              input.current?.focus();
            }}
          >
            {t(`participation.code.${applied === undefined ? "apply" : "remove"}`)}
          </button>
        }
      />
      <p className="small b" role="status">
        {busy ? t("participation.code.checking") : null}
        {applied === undefined
          ? null
          : appliedText(t, campaign, {
              discount: applied.discount,
              price: priceWithCode(campaign, applied),
            })}
      </p>
    </div>
  );
}

/** An empty field has nothing to check. */
function applyTo(code: SpotCode, input: HTMLInputElement | null): void {
  if (code.typed.trim() === "") input?.focus();
  else code.apply();
}

/** The field on its own, where only a code opens the experience. */
export function CodeSection({ campaign, code }: Pick<CodeFieldProps, "campaign" | "code">) {
  const { t } = useTranslation();
  return (
    <Section title={t("participation.code.title")}>
      <form
        className="pt-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (code.typed.trim() !== "") code.apply();
        }}
      >
        <CodeField campaign={campaign} code={code} />
      </form>
    </Section>
  );
}
