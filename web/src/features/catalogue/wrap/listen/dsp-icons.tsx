import type { ReactNode } from "react";

/** Simplified icons of the services, in the stroke width of the other icons. */
const signs: Record<string, ReactNode> = {
  AMAZON: (
    <>
      <path d="M3 14c5.5 5 12.5 5 18 .5" />
      <path d="M17 13.5l4.5-.5-.5 4.5" />
    </>
  ),
  APPLE: (
    <>
      <path d="M9 17V6l10-2v11" />
      <ellipse cx="6.5" cy="17.5" rx="2.5" ry="2" />
      <ellipse cx="16.5" cy="15.5" rx="2.5" ry="2" />
    </>
  ),
  DEEZER: <path d="M2 18h4M8 18h4M8 14h4M14 18h4M14 14h4M14 10h4M20 18h2M20 14h2M20 10h2M20 6h2" />,
  SOUNDCLOUD: <path d="M3 13v4M6 11v6M9 9v8M12 17V7c4-2 7 0 7.5 4 4 .5 3.5 6-.5 6z" />,
  SPOTIFY: <path d="M4 8c5.5-2 11.5-1.5 16 1M5 12.5c4.5-1.5 9.5-1 13 1M6 16.5c3.5-1 7.5-.5 10.5 1" />,
  TIDAL: <path d="M6 6l3 3-3 3-3-3zM12 6l3 3-3 3-3-3zM18 6l3 3-3 3-3-3zM12 12l3 3-3 3-3-3z" />,
  YOUTUBE: (
    <>
      <path d="M2 5h20v14H2z" />
      <path d="M10 9v6l5-3z" fill="currentColor" />
    </>
  ),
};

const otherSign = <path d="M12 3a9 9 0 1 0 9 9M12 8a4 4 0 1 0 4 4M14 10l7-7M15 3h6v6" />;

export function DspIcon({ dsp }: { dsp: string }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      {signs[dsp.toUpperCase()] ?? otherSign}
    </svg>
  );
}
