import { campaignLimits, campaignTexts } from "@wrapsody/shared/campaigns.ts";
import ImageUp from "lucide-react/icons/image-up";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FileButton, pictureTypes } from "../../../../../ui/forms/file-input.tsx";
import { LayerPicture } from "../canvas/layer-picture.tsx";
import { componentErrorText } from "../error-messages.ts";
import type { EditorComponent } from "../state/components.ts";
import type { Saving } from "../state/use-saving.ts";

/** The picture of a component. An image can be replaced, which is saved immediately. */
export function ComponentPicture({
  part,
  saving,
  fixed,
}: {
  part: EditorComponent;
  saving: Saving;
  fixed: boolean;
}) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState(false);
  if (part.type !== "IMAGE")
    return (
      <p className="small dim">
        {t(part.type === "QR_CODE" ? "components.type.qrText" : "components.type.photoText")}
      </p>
    );
  const replace = (file: File) => {
    const fit = ["image/png", "image/jpeg"].includes(file.type) && file.size <= campaignLimits.imageBytes;
    setRefused(!fit);
    if (fit) void saving.save(part, file);
  };
  return (
    <div className="picture-of">
      <span className="th large">
        <LayerPicture part={part} width={160} />
      </span>
      <div>
        {part.image === null ? null : (
          <p className="code dim">
            {part.image.width} × {part.image.height}
          </p>
        )}
        {fixed ? null : (
          <FileButton className="u small" accept={pictureTypes} onFiles={([file]) => replace(file)}>
            <ImageUp className="i" aria-hidden="true" /> {t("components.replace")}
          </FileButton>
        )}
        {refused ? (
          <p className="msg" role="alert">
            {componentErrorText(t, campaignTexts.image)}
          </p>
        ) : null}
      </div>
    </div>
  );
}
