import { lazy } from "react";

// Chunks of their own, which the server renders: most experiences are open and have no phases, and most readers do not open the
// tab of the artwork. What depends on the session is no chunk, because it would be hydrated after the session is known.

export const ArtworkTab = lazy(async () => ({ default: (await import("./artwork-tab.tsx")).ArtworkTab }));

const loadPhases = () => import("../phases/phases.tsx");

export const Phases = lazy(loadPhases);
export const OpensAt = lazy(async () => ({ default: (await loadPhases()).OpensAt }));
export const BeforeOpening = lazy(async () => ({ default: (await loadPhases()).BeforeOpening }));
