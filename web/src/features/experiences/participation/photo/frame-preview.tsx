import type { Campaign, Component } from "@wrapsody/shared/experiences/experiences.ts";
import { describeSvgFilter } from "@wrapsody/shared/experiences/photo-filters.ts";
import { CANVAS_SIDE_PX, type LayerBox } from "@wrapsody/shared/experiences/placing.ts";
import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { drawPhoto, type Shot } from "./draw-photo.ts";
import { type FrameLayer, frameOf } from "./frame.ts";

type FrameProps = {
  campaign: Campaign;
  components: readonly Component[];
  /** The component that the photo fills. */
  photoId: number;
  /** Without a photo, its place is shown empty. */
  shot: Shot | undefined;
};

/** The position of the photo in the artwork, among components as they may be drawn. */
export function FramePreview({ campaign, components, photoId, shot }: FrameProps) {
  const { t } = useTranslation();
  const layers = frameOf(campaign, components, photoId);
  const chance = layers.some(({ kind }) => kind === "part");
  return (
    <figure className="ph-frame">
      <div className="ph-frame-in" role="img" aria-label={t("participation.frame.label")}>
        {layers.map((layer) => (
          <CanvasLayer key={layer.key} place={layer.place}>
            <Content layer={layer} shot={shot} />
          </CanvasLayer>
        ))}
      </div>
      <figcaption className="small dim">
        {t(chance ? "participation.frame.chance" : "participation.frame.text")}
      </figcaption>
    </figure>
  );
}

function Content({ layer, shot }: { layer: FrameLayer; shot: Shot | undefined }) {
  if (layer.kind !== "photo") return <Picture image={layer.image} alt="" sizes="20rem" priority />;
  return shot === undefined ? <span className="ph-frame-none" /> : <PhotoCanvas shot={shot} side={450} />;
}

/** A layer in its place on a canvas, an element of the class `ph-frame-in`. */
export function CanvasLayer({ place, children }: { place: LayerBox; children: ReactNode }) {
  const share = (pixels: number) => `${(100 * pixels) / CANVAS_SIDE_PX}%`;
  const style: CSSProperties = {
    left: share(place.left),
    top: share(place.top),
    width: share(place.width),
    height: share(place.height),
  };
  return <div style={style}>{children}</div>;
}

/** A photo as the server makes it, `side` pixels wide. Nothing reads its pixels, so that it is right in browsers that return noise. */
export function PhotoCanvas({ shot, side }: { shot: Shot; side: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = useId();
  const { picture, square, filter } = shot;
  useEffect(() => {
    if (canvas.current !== null) drawPhoto(canvas.current, { picture, square }, side);
  }, [picture, square, side]);
  const drawn = describeSvgFilter(filter);
  const style = drawn && { filter: `url("#${id}")` };
  return (
    <>
      <canvas ref={canvas} width={side} height={side} style={style} aria-hidden />
      {drawn === undefined ? null : (
        <svg className="ph-filter" aria-hidden="true">
          <filter id={id} colorInterpolationFilters="sRGB" x="0" y="0" width="1" height="1">
            <feColorMatrix type="matrix" values={drawn.matrix} />
            {drawn.table === undefined ? null : (
              <feComponentTransfer>
                <feFuncR type="table" tableValues={drawn.table} />
                <feFuncG type="table" tableValues={drawn.table} />
                <feFuncB type="table" tableValues={drawn.table} />
              </feComponentTransfer>
            )}
          </filter>
        </svg>
      )}
    </>
  );
}
