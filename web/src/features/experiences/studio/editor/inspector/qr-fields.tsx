import { findQrColourProblem } from "@wrapsody/shared/experiences/colours.ts";
import { useTranslation } from "react-i18next";
import { Field } from "../../../../../ui/forms/field.tsx";
import { componentErrorText } from "../error-messages.ts";
import type { Fields } from "./fields.tsx";
import { useQrCode } from "./use-qr-code.ts";

/** The link and the colours of a QR code. */
export function QrFields({ part, fixed, set, problem }: Fields) {
  const { t } = useTranslation();
  const code = useQrCode(part);
  const { fg_color: foreground, bg_color: background } = part.draft;
  const colourProblem = fixed ? undefined : findQrColourProblem({ foreground, background });
  const tooSmall = code !== undefined && part.numbers.width < code.least_width;
  return (
    <>
      <Field
        label={t("components.qr.link")}
        name="qr_code_link"
        type="url"
        inputMode="url"
        placeholder="https://"
        value={part.draft.qr_code_link}
        aria-required
        problem={problem("qr_code_link")}
        onChange={({ currentTarget }) => set({ qr_code_link: currentTarget.value })}
      />
      {tooSmall && problem("qr_code_width") === undefined ? (
        <p className="msg" role="status">
          {t("components.qr.least", { width: code.least_width })}
        </p>
      ) : null}
      <label className="check small">
        <input
          type="checkbox"
          name="secure_link"
          checked={part.draft.secure_link}
          onChange={({ currentTarget }) => set({ secure_link: currentTarget.checked })}
        />
        <span>
          {t("components.qr.secure")} <span className="dim">{t("components.qr.secureHint")}</span>
        </span>
      </label>
      <div className="two">
        <Field
          label={t("components.qr.ink")}
          name="fg_color"
          type="color"
          value={foreground}
          after={<span className="sfx code">{foreground}</span>}
          problem={problem("fg_color") ?? componentErrorText(t, colourProblem)}
          onChange={({ currentTarget }) => set({ fg_color: currentTarget.value })}
        />
        <Field
          label={t("components.qr.ground")}
          name="bg_color"
          type="color"
          value={background}
          after={<span className="sfx code">{background}</span>}
          problem={problem("bg_color")}
          onChange={({ currentTarget }) => set({ bg_color: currentTarget.value })}
        />
      </div>
    </>
  );
}
