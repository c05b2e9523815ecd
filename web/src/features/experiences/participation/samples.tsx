import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { CANVAS_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";
import { postSamples, type SampleLayer } from "@wrapsody/shared/experiences/samples.ts";
import type { TFunction } from "i18next";
import Dices from "lucide-react/icons/dices";
import UserRound from "lucide-react/icons/user-round";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { ErrorState, LoadingRows } from "../../../ui/feedback/states.tsx";
import { useFileDrop } from "../../../ui/forms/file-input.tsx";
import { QrCode } from "../../../ui/graphics/qr-code.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { errorKey } from "../../accounts/index.ts";
import type { Shot } from "./photo/draw-photo.ts";
import { CanvasLayer, PhotoCanvas } from "./photo/frame-preview.tsx";
import { PhotoSource } from "./photo/photo-source.tsx";
import { usePhoto } from "./photo/use-photo.ts";
import "./photo.css";
import "./samples.css";

type Drawn = AnswerOf<typeof postSamples>;
type Sample = Drawn["samples"][number];

/** Samples that are shown at a time. */
const SHOWN = 4;
/** Displayed side of a sample in pixels. */
const SIDE_PX = 220;
/** Displayed side of the sample beside the form. */
const LARGE_SIDE_PX = 480;

/** Queries samples of an experience once. Artworks that are all alike look like the experience's picture, and need none. */
export function useSamples(
  { id, is_alike }: Pick<Campaign, "id" | "is_alike">,
  { isWanted, code }: { isWanted: boolean; code: string | undefined },
) {
  const options = { params: { id: String(id) }, body: code === undefined ? {} : { code } };
  return useQuery({
    ...queryOf(postSamples, options),
    enabled: isWanted && !is_alike,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // A code is no longer needed once it reserved a spot.
    placeholderData: keepPreviousData,
  });
}

/** Returns the first sample of an experience that anyone may join, once the page has queried it. */
export function useFirstSample(campaign: Campaign | undefined): ReactNode {
  const options = { params: { id: String(campaign?.id) }, body: {} };
  const { data } = useQuery({ ...queryOf(postSamples, options), enabled: false });
  const [sample] = data?.samples ?? [];
  if (data === undefined || sample === undefined) return undefined;
  return (
    // The list of samples describes it.
    <div aria-hidden="true">
      <SampleArtwork sample={sample} qrRows={data.qr_rows} shot={undefined} side={LARGE_SIDE_PX} />
    </div>
  );
}

/** Sample artworks, a few at a time, with the fan's photo if the experience uses one. The photo stays in the browser. */
export function Samples({ query }: { query: ReturnType<typeof useSamples> }) {
  const { t } = useTranslation();
  const { data, error, fetchStatus, refetch } = query;
  if (data === undefined && error === null && fetchStatus === "idle") return null;
  if (data?.samples.length === 0) return null;
  return (
    <Section title={t("participation.samples.title")}>
      {data !== undefined ? (
        <SampleChoice drawn={data} />
      ) : error === null ? (
        <LoadingRows rows={1} height="8rem" />
      ) : (
        <ErrorState message={failureText(t, error)} retry={() => void refetch()} />
      )}
    </Section>
  );
}

/** Asks to wait after too many requests. After other errors, joining continues without samples. */
function failureText(t: TFunction, error: Error): string {
  const isLimited = error instanceof ApiError && error.code === "E0010";
  return t(isLimited ? errorKey(error) : "participation.samples.failed");
}

function SampleChoice({ drawn: { samples, qr_rows: qrRows } }: { drawn: Drawn }) {
  const { t } = useTranslation();
  const photo = usePhoto();
  const [set, setSet] = useState(0);
  const sets = Math.ceil(samples.length / SHOWN);
  const start = (set % sets) * SHOWN;
  // The last set is filled up from the first.
  const visible = [...samples, ...samples].slice(start, start + Math.min(SHOWN, samples.length));
  const usesPhoto = samples.some(({ layers }) => layers.some(({ kind }) => kind === "PHOTO"));
  return (
    <div className="samples">
      <p className="small">{t("participation.samples.text")}</p>
      <ul>
        {visible.map((sample) => (
          <li key={samples.indexOf(sample)}>
            <SampleArtwork sample={sample} qrRows={qrRows} shot={photo.shot} />
          </li>
        ))}
      </ul>
      {sets === 1 ? null : (
        <p>
          <button type="button" className="btn" onClick={() => setSet(set + 1)}>
            {t("participation.samples.others")} <Dices className="i" aria-hidden="true" />
          </button>
          <span className="vh" role="status">
            {set === 0 ? "" : t("participation.samples.shown", { set: (set % sets) + 1, sets })}
          </span>
        </p>
      )}
      {usesPhoto ? <OwnPhoto photo={photo} /> : null}
    </div>
  );
}

function OwnPhoto({ photo }: { photo: ReturnType<typeof usePhoto> }) {
  const { t } = useTranslation();
  const { field, over } = useFileDrop(([file]) => photo.choose(file));
  return (
    <div ref={field} className={over ? "ph-source over" : "ph-source"}>
      <p className="small">{t("participation.samples.photo")}</p>
      <PhotoSource photo={photo} added={t("participation.samples.photoAdded")} />
    </div>
  );
}

type SampleArtworkProps = {
  sample: Sample;
  qrRows: readonly string[];
  shot: Shot | undefined;
  side?: number;
};

/** A sample that is marked as one, so that it is not mistaken for an artwork that someone owns. Appears once all its layers are loaded. */
function SampleArtwork({ sample: { components, layers }, qrRows, shot, side = SIDE_PX }: SampleArtworkProps) {
  const { t } = useTranslation();
  const label = t("participation.samples.label", { components: components.join(", ") });
  const [loading, setLoading] = useState(() => layers.filter(({ kind }) => kind === "IMAGE").length);
  const settle = () => setLoading((count) => count - 1);
  return (
    <div
      className={loading > 0 ? "ph-frame-in sample is-loading" : "ph-frame-in sample"}
      role="img"
      aria-label={label}
      onLoadCapture={settle}
      onErrorCapture={settle}
    >
      {layers.map((layer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a component may appear twice, and layers never move
        <CanvasLayer key={index} place={layer.box}>
          <LayerContent layer={layer} qrRows={qrRows} shot={shot} side={side} />
        </CanvasLayer>
      ))}
      <svg className="sample-mark" viewBox="0 0 100 100" aria-hidden="true">
        <rect y="37" width="8" height="26" />
        <text transform="translate(4 50) rotate(-90)">{t("participation.samples.mark")}</text>
      </svg>
    </div>
  );
}

type LayerContentProps = Required<Omit<SampleArtworkProps, "sample">> & { layer: SampleLayer };

function LayerContent({ layer, qrRows, shot, side }: LayerContentProps) {
  switch (layer.kind) {
    case "IMAGE": {
      const width = Math.ceil((side * layer.box.width) / CANVAS_SIDE_PX);
      return <Picture image={layer.image} alt="" sizes={`${width}px`} priority />;
    }
    case "QR_CODE":
      return <QrCode rows={qrRows} foreground={layer.foreground} background={layer.background} />;
    case "PHOTO":
      return shot === undefined ? (
        <span className="sample-photo">
          <UserRound className="i" aria-hidden="true" />
        </span>
      ) : (
        <PhotoCanvas shot={shot} side={2 * side} />
      );
  }
}
