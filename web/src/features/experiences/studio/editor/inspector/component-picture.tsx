import ImageUp from "lucide-react/icons/image-up";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FileButton } from "../../../../../ui/forms/file-input.tsx";
import { sizeOf } from "../../../../../ui/pictures/picture-errors.ts";
import { pictureTypes } from "../../../../../ui/pictures/picture-types.ts";
import { LayerPicture } from "../canvas/layer-picture.tsx";
import { refusalOf } from "../error-messages.ts";
import { prepareImage } from "../images/shrink-image.ts";
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
  const { t, i18n } = useTranslation();
  const [refused, setRefused] = useState<Error>();
  const [shrunk, setShrunk] = useState<{ from: number; to: number }>();
  if (part.type !== "IMAGE")
    return (
      <p className="small dim">
        {t(part.type === "QR_CODE" ? "components.type.qrText" : "components.type.photoText")}
      </p>
    );
  const replace = async (file: File) => {
    setShrunk(undefined);
    try {
      const prepared = await prepareImage(file);
      setRefused(undefined);
      const to = (await saving.save(part, prepared.file))?.shrunk_bytes;
      if (to !== undefined) setShrunk({ from: file.size, to });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setRefused(error);
    }
  };
  const bytes = (of: number) => sizeOf(of, i18n.language);
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
          <FileButton className="u small row" accept={pictureTypes} onFiles={([file]) => void replace(file)}>
            <ImageUp className="i" aria-hidden="true" /> {t("components.replace")}
          </FileButton>
        )}
        <p className="meta dim" role="status">
          {shrunk === undefined
            ? ""
            : t("components.shrunk", { from: bytes(shrunk.from), to: bytes(shrunk.to) })}
        </p>
        {refused === undefined ? null : (
          <p className="msg" role="alert">
            {refusalOf(t, refused)}
          </p>
        )}
      </div>
    </div>
  );
}
