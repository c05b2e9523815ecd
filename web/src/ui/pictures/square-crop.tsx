import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import ReactCrop, { type PercentCrop } from "react-image-crop";
import { type OpenedPicture, type Square, squareWithin } from "./picture-file.ts";
import "react-image-crop/dist/ReactCrop.css";
import "./square-crop.css";

export type SquareCropProps = {
  picture: OpenedPicture;
  square: Square;
  onCrop(square: Square): void;
};

/**
 * A square crop on a picture: dragged, moved with arrow keys, or typed as numbers. Pixels are those of the picture,
 * whatever its displayed size.
 */
export function SquareCrop({ picture, square, onCrop }: SquareCropProps) {
  const { t } = useTranslation();
  const { width, height } = picture;
  const { image, scale } = useScale(width);
  const minSide = picture.minSide * scale;
  const crop = (change: Partial<Square>) => onCrop(squareWithin({ ...square, ...change }, picture));
  return (
    <fieldset className="square-crop">
      <legend className="meta dim">{t("crop.legend")}</legend>
      <ReactCrop
        className="ReactCrop--no-animate"
        aspect={1}
        keepSelection
        minWidth={minSide}
        minHeight={minSide}
        crop={percentOf(square, picture)}
        onChange={(_, percent) => onCrop(squareWithin(squareOf(percent, picture), picture))}
        ariaLabels={labelsOf(t)}
      >
        <img ref={image} src={picture.address} alt={t("crop.whole")} width={width} height={height} />
      </ReactCrop>
      <div className="square-numbers">
        <PixelField
          label={t("crop.left")}
          value={square.left}
          range={[0, width - square.side]}
          onSet={(left) => crop({ left })}
        />
        <PixelField
          label={t("crop.top")}
          value={square.top}
          range={[0, height - square.side]}
          onSet={(top) => crop({ top })}
        />
        <PixelField
          label={t("crop.side")}
          value={square.side}
          range={[picture.minSide, Math.min(width, height)]}
          onSet={(side) => crop({ side })}
        />
      </div>
      <p className="meta dim">{t("crop.how")}</p>
    </fieldset>
  );
}

function percentOf({ left, top, side }: Square, { width, height }: OpenedPicture): PercentCrop {
  return {
    unit: "%",
    x: (100 * left) / width,
    y: (100 * top) / height,
    width: (100 * side) / width,
    height: (100 * side) / height,
  };
}

function squareOf({ x, y, width }: PercentCrop, picture: OpenedPicture): Square {
  return {
    left: (x / 100) * picture.width,
    top: (y / 100) * picture.height,
    side: (width / 100) * picture.width,
  };
}

/** Measures the scale from picture pixels to screen pixels. */
function useScale(width: number) {
  const image = useRef<HTMLImageElement>(null);
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const element = image.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setScale(element.clientWidth / width));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return { image, scale };
}

const corners = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;

function labelsOf(t: (key: string) => string) {
  const label = t("crop.corner");
  const handles = Object.fromEntries(corners.map((corner) => [`${corner}DragHandle`, label])) as Record<
    `${(typeof corners)[number]}DragHandle`,
    string
  >;
  return { cropArea: t("crop.area"), ...handles };
}

type PixelFieldProps = {
  label: string;
  value: number;
  /** Minimum and maximum, inclusive. */
  range: readonly [number, number];
  onSet(value: number): void;
};

/** An input in pixels. Blur resets an invalid value. */
function PixelField({ label, value, range: [min, max], onSet }: PixelFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const take = (text: string) => {
    const pixels = text === "" ? Number.NaN : Number(text);
    const fits = Number.isInteger(pixels) && pixels >= min && pixels <= max;
    setTyped(fits ? undefined : text);
    if (fits) onSet(pixels);
  };
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className="in">
        <input
          id={id}
          className="num"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          value={typed ?? String(value)}
          onChange={({ currentTarget }) => take(currentTarget.value)}
          onBlur={() => setTyped(undefined)}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
        <span className="sfx meta">px</span>
      </div>
    </div>
  );
}
