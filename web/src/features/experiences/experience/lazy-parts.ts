import { lazy } from "react";

// Chunks of their own, which the server renders: most experiences are open and have no phases, and most readers open no other tab.

export const AccessTab = lazy(async () => ({ default: (await import("./access-tab.tsx")).AccessTab }));
export const ArtworkTab = lazy(async () => ({ default: (await import("./artwork-tab.tsx")).ArtworkTab }));

const loadPhases = () => import("../phases/phases.tsx");

export const Phases = lazy(loadPhases);
export const OpensAt = lazy(async () => ({ default: (await loadPhases()).OpensAt }));
export const BeforeOpening = lazy(async () => ({ default: (await loadPhases()).BeforeOpening }));
