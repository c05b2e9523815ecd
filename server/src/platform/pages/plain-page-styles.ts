import { siteLook } from "./site-look.ts";

/** Styles of plain pages, which load nothing but the typeface. */
export const plainPageStyles = `${siteLook}
main { max-width: calc(40rem + 2 * var(--gutter)); }
main:has(> .split) { max-width: 90rem; }
h1 + * { margin-top: 1.5rem; }
h2 { margin: 2.5rem 0 0; padding: 0.5rem 0; font-size: 0.9375rem; line-height: 1.375rem; font-weight: 600;
  border-top: 3px solid var(--ink); }
button, input { font: inherit; color: inherit; border-radius: 0; }
button { cursor: pointer; text-align: start; background: none; }
.row {
  display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline;
  width: 100%; min-height: 3rem; padding: 0.75rem 0; border: 0; border-top: 1px solid var(--rule);
}
.row:hover { background: var(--sheet); }
.row { font-weight: 600; }
.row span { color: var(--ink-2); font-size: 0.8125rem; line-height: 1.25rem; font-weight: 400; }
.field { margin: 1rem 0 0; }
label { display: block; font-size: 0.8125rem; line-height: 1.25rem; color: var(--ink-2); }
input {
  width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; background: var(--sheet);
  border: 0; border-bottom: 1px solid var(--field-line);
}
input[aria-invalid] { border-bottom: 3px solid var(--bad); }
.note { font-size: 0.8125rem; line-height: 1.25rem; color: var(--ink-2); }
.bad { font-size: 0.9375rem; line-height: 1.375rem; color: var(--bad); }
.sum { font-size: clamp(1.75rem, 1.4rem + 1.2vw, 2.5rem); line-height: 1.1; font-weight: 560; font-stretch: 86%; font-variant-numeric: tabular-nums; }
.sum.no { font-size: clamp(5rem, 2rem + 13vw, 14rem); line-height: 0.9; font-weight: 520; font-stretch: 70%; letter-spacing: -0.045em; }
.split { display: grid; gap: 2rem calc(var(--gutter) * 2); align-items: start; }
.split h2:first-child { margin-top: 0; }
.split .bad { margin-top: 1rem; }
@media (min-width: 821px) { .split { grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); } }
.flash { margin: 0 0 1rem; padding: 0.75rem 0 0.75rem 1rem; border-inline-start: 3px solid var(--ink); font-weight: 600; }
a.row { color: inherit; text-decoration: none; }
a.row b { text-decoration: underline; text-underline-offset: 0.25em; }
b { font-weight: inherit; }
.whole { white-space: nowrap; }
.sum + .lead { margin-top: 0.75rem; }
.dot { display: inline-block; width: 0.625em; height: 0.625em; margin-inline-end: 0.5em; border: 2px solid currentcolor; border-radius: 50%; }
.dot.full { background: currentcolor; print-color-adjust: exact; }
.sum + dl { margin-top: 2rem; border-top: 1px solid var(--ink); }
dl div {
  display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline;
  padding: 0.625rem 0; border-top: 1px solid var(--rule);
}
dl div:first-child { border-top: 0; }
dt { font-size: 0.9375rem; line-height: 1.375rem; color: var(--ink-2); }
dd { font-variant-numeric: tabular-nums; }
.on { display: inline-block; margin-top: 2rem; color: inherit; font-weight: 600; text-underline-offset: 0.25em; }
.go, .back { min-height: 3rem; padding: 0 1rem; border: 1px solid var(--ink); font-weight: 600; }
.go { display: flex; align-items: center; justify-content: space-between; margin-top: 1.5rem; width: 100%; background: var(--signal); color: var(--on-signal); border-color: var(--on-signal); }
.go:hover { background: var(--on-signal); color: var(--signal); border-color: var(--signal); }
.go::after { content: "→" / ""; }
.back { margin-top: 2.5rem; }
.back.near { margin-top: 1rem; }
.go + .note { margin-top: 0.5rem; }
.back:hover { background: var(--ink); color: var(--paper); }
@media print {
  :root { color-scheme: light; }
  main { padding: 0; }
  form, .on { display: none; }
  h1 { margin-top: 1.5rem; }
}
`;
