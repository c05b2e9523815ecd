import { photoFilters } from "@wrapsody/shared/experiences/participation.ts";
import type { PhotoFilter } from "@wrapsody/shared/experiences/photo-filters.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Shot } from "./draw-photo.ts";
import { PhotoCanvas } from "./frame-preview.tsx";

/** Side of a preview in pixels, shown at half the size to be sharp on any screen. */
const previewSide = 160;

/** The filters, each as a preview of this photo. */
export function FilterChoice({ shot, onChange }: { shot: Shot; onChange(filter: PhotoFilter): void }) {
  const { t } = useTranslation();
  const { picture, square } = shot;
  const shots = useMemo(() => photoFilters.map((filter) => ({ picture, square, filter })), [picture, square]);
  return (
    <fieldset className="ph-filters">
      <legend className="meta dim">{t("participation.filters.legend")}</legend>
      <div className="ph-filter-row">
        {shots.map((variant) => (
          <label key={variant.filter}>
            <input
              type="radio"
              name="filter"
              value={variant.filter}
              checked={variant.filter === shot.filter}
              onChange={() => onChange(variant.filter)}
            />
            <PhotoCanvas shot={variant} side={previewSide} />
            <span className="small">{t(`participation.filters.${variant.filter}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
