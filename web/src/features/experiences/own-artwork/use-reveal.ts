import { useQueryClient } from "@tanstack/react-query";
import type { Participant } from "@wrapsody/shared/experiences/experiences.ts";
import { useEffect, useState } from "react";
import { useMarkedArtworks } from "../artworks/marked-artworks.ts";
import { preloadLayers, type RevealLayer } from "./preload-layers.ts";
import { type ArtworkProof, layersOf } from "./proof.ts";

/** Time of all layers together, and the shortest and longest time of one. */
const TOTAL_MS = 9_000;
const MIN_LAYER_MS = 450;
const MAX_LAYER_MS = 1_400;

type RevealState =
  | { is: "idle" }
  | { is: "preparing" }
  /** Layers up to `at` are shown. */
  | { is: "playing"; layers: readonly RevealLayer[]; at: number };

type RevealOutcome = { is: "finished"; layers: readonly RevealLayer[] } | { is: "failed" };

export type Reveal = {
  state: RevealState;
  /** How the last one ended; undefined before, and if it was skipped while it was prepared. */
  outcome: RevealOutcome | undefined;
  /** Without motion, the finished picture is all there is. */
  isOffered: boolean;
  play(): void;
  skip(): void;
};

/**
 * Reveals an artwork layer by layer: autoplays once, when `stage`, the element over which it plays, is first visible, and then on
 * request. Escape and a click on the stage end it. Whatever fails, it ends on the finished picture.
 */
export function useReveal(
  artwork: Participant,
  { proof, stage }: { proof: ArtworkProof; stage: HTMLElement },
): Reveal {
  const client = useQueryClient();
  const { isMarked, mark } = useMarkedArtworks("revealed");
  const [isOffered] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  const [state, setState] = useState<RevealState>({
    is: isOffered && !isMarked(artwork) ? "preparing" : "idle",
  });
  const [outcome, setOutcome] = useState<RevealOutcome>();
  const end = (ended: RevealOutcome | undefined) => {
    setOutcome(ended);
    setState({ is: "idle" });
    mark(artwork);
  };
  const skip = () => {
    if (state.is !== "idle")
      end(state.is === "playing" ? { is: "finished", layers: state.layers } : undefined);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each time that it is prepared
  useEffect(() => {
    if (state.is !== "preparing") return;
    const { signal, abort } = abortable();
    const prepare = async () => {
      const side = stage.clientWidth * devicePixelRatio;
      const { layers } = await client.fetchQuery(layersOf(proof));
      const loaded = await preloadLayers(layers, { side });
      await untilSeen(stage, signal);
      if (signal.aborted) return;
      if (loaded.length === 0) end(undefined);
      else setState({ is: "playing", layers: loaded, at: 0 });
    };
    prepare().catch(() => {
      if (!signal.aborted) end({ is: "failed" });
    });
    return abort;
  }, [state.is]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each layer starts a timer
  useEffect(() => {
    if (state.is !== "playing") return;
    const { layers, at } = state;
    const timer = setTimeout(
      () => {
        if (at + 1 < layers.length) setState({ ...state, at: at + 1 });
        else end({ is: "finished", layers });
      },
      Math.min(MAX_LAYER_MS, Math.max(MIN_LAYER_MS, TOTAL_MS / layers.length)),
    );
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state.is === "idle") return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") skip();
    };
    document.addEventListener("keydown", onKey);
    stage.addEventListener("click", skip);
    return () => {
      document.removeEventListener("keydown", onKey);
      stage.removeEventListener("click", skip);
    };
  });

  const play = () => {
    // It plays where it is seen, and the button may be a screen below.
    stage.scrollIntoView({ block: "center" });
    setOutcome(undefined);
    setState({ is: "preparing" });
  };
  return { state, outcome, isOffered, play, skip };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Resolves once half of an element is on the screen, of a page that is visible. */
function untilSeen(element: HTMLElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true && !signal.aborted) return;
        observer.disconnect();
        resolve();
      },
      { threshold: 0.5 },
    );
    observer.observe(element);
    signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  });
}
