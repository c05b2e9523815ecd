import { lazy } from "react";

/** A chunk of its own, because most experiences are open and have no phases. The server renders it. */
const loadPhases = () => import("../phases/phases.tsx");

export const Phases = lazy(loadPhases);
export const OpensAt = lazy(async () => ({ default: (await loadPhases()).OpensAt }));
export const BeforeOpening = lazy(async () => ({ default: (await loadPhases()).BeforeOpening }));
