import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { DisclosureButton } from "../../../../ui/layout/disclosure.tsx";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";

/** The audio fingerprint, collapsed because it is long and rarely needed. */
export function ListenFingerprint({ footprints }: { footprints: SongDetail["audioFootprints"] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Section title={t("wrap.fingerprint")}>
      {footprints.length === 0 ? (
        <EmptySection>{t("wrap.noFingerprint")}</EmptySection>
      ) : (
        <>
          <p className="small dim">{t("wrap.fingerprintNote")}</p>
          <DisclosureButton
            id={id}
            open={open}
            className="btn s note"
            label={t(open ? "wrap.hideFingerprint" : "wrap.showFingerprint")}
            onToggle={setOpen}
          />
          <ul id={id} className="prints" hidden={!open}>
            {footprints.map(({ footprint, acoustid_id }) => (
              <li key={footprint}>
                <p className="code-l print">{footprint}</p>
                <p className="small dim">
                  {acoustid_id === null ? t("wrap.noReference") : t("wrap.reference", { id: acoustid_id })}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
