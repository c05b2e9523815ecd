import type { RevealedLayer } from "@wrapsody/shared/experiences/own-artworks.ts";
import { CANVAS_SIDE_PX, type LayerBox } from "@wrapsody/shared/experiences/placing.ts";
import type { TFunction } from "i18next";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { RarityLabel, rarityKeys } from "../artworks/rarity.tsx";
import type { Reveal } from "./use-reveal.ts";

/** Covers the finished picture while the layers of an artwork appear, with the name and rarity of the last one. */
export function RevealLayers({ state }: { state: Reveal["state"] }) {
  const { t } = useTranslation();
  if (state.is === "idle") return null;
  const layers = state.is === "playing" ? state.layers.slice(0, state.at + 1) : [];
  const last = layers.at(-1);
  return (
    <div className="rv-layers">
      {layers.map(({ address, box }, index) =>
        address === undefined ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a component may appear twice, and layers never move
          <img key={index} className="rv-layer" src={address} alt="" style={styleOf(box)} />
        ),
      )}
      <p className="rv-caption small">
        {last === undefined || state.is !== "playing" ? (
          t("ownArtwork.reveal.preparing")
        ) : (
          // Words of another length would shift those of the layer before.
          <Fragment key={state.at}>
            <span className="num dim">
              {t("ownArtwork.reveal.layer", { at: state.at + 1, all: state.layers.length })}
            </span>
            <span className="b">{nameOf(t, last)}</span>
            {!last.rarity_label ? null : <RarityLabel name={last.rarity_label} />}
          </Fragment>
        )}
      </p>
    </div>
  );
}

/** Lists the layers in words, for screen readers. */
export function describeLayers(t: TFunction, layers: readonly RevealedLayer[]): string {
  return layers
    .map((layer) =>
      layer.rarity_label ? `${nameOf(t, layer)} (${t(rarityKeys[layer.rarity_label])})` : nameOf(t, layer),
    )
    .join(", ");
}

function nameOf(t: TFunction, { name }: RevealedLayer): string {
  return name ?? t("ownArtwork.reveal.base");
}

function styleOf({ left, top, width, height }: LayerBox) {
  const share = (pixels: number) => `${(100 * pixels) / CANVAS_SIDE_PX}%`;
  return { left: share(left), top: share(top), width: share(width), height: share(height) };
}
