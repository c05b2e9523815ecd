import { useTranslation } from "react-i18next";
import { Field } from "../../../../ui/forms/field.tsx";
import { Section } from "../../../../ui/layout/section.tsx";

/** Preview of an upcoming feature: many spots for one wallet. */
export function BulkPreview() {
  const { t } = useTranslation();
  return (
    <Section title={t("mints.bulk.title")}>
      <fieldset disabled className="mint-bulk">
        <legend className="small b">{t("mints.bulk.soon")}</legend>
        <Field label={t("mints.bulk.wallet")} name="wallet" placeholder="0x" problem={undefined} />
        <Field
          label={t("mints.bulk.total")}
          name="total"
          type="number"
          min={1}
          step={1}
          problem={undefined}
        />
      </fieldset>
    </Section>
  );
}
