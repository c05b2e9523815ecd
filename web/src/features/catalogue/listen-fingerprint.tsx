import type { SongDetail } from "@wrapsody/shared/catalogue.ts";
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Leaf, LeafNone } from "./wrap-leaf.tsx";

/** The audio fingerprint, which is long and for the few: it is shown when asked for. */
export function ListenFingerprint({ footprints }: { footprints: SongDetail["audioFootprints"] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Leaf title={t("wrap.fingerprint")}>
      {footprints.length === 0 ? (
        <LeafNone>{t("wrap.noFingerprint")}</LeafNone>
      ) : (
        <>
          <p className="small dim">{t("wrap.fingerprintNote")}</p>
          <button
            type="button"
            className="btn s note"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t(open ? "wrap.hideFingerprint" : "wrap.showFingerprint")}
            {open ? <Minus className="i" aria-hidden /> : <Plus className="i" aria-hidden />}
          </button>
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
    </Leaf>
  );
}
