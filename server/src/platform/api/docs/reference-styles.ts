import { siteLook } from "../../pages/site-look.ts";

/** Styles of the API reference. */
export const referenceStyles = `${siteLook}
code, pre { font: 0.75rem / 1.375rem var(--mono); font-stretch: 78%; }
.sheet { display: grid; grid-template: auto 1fr / 13rem minmax(0, 1fr); gap: 0 calc(var(--gutter) * 2); padding: 2rem var(--gutter) 6rem; }
.sheet > div { grid-column: 2; }
.tags { grid-area: 1 / 1 / span 2; align-self: start; position: sticky; top: 1.5rem; max-height: calc(100vh - 3rem); overflow-y: auto; border-top: 3px solid var(--ink); }
.tags a { display: flex; justify-content: space-between; padding: 0.25rem 0; border-bottom: 1px solid var(--rule); font-size: 0.9375rem; text-decoration: none; }
.tags a:hover { background: var(--sheet); }
.tags [aria-current] { font-weight: 600; box-shadow: inset 0 -3px var(--ink); }
.tags span { color: var(--ink-2); font-variant-numeric: tabular-nums; }
.up { display: none; margin-bottom: 1rem; font-size: 0.9375rem; }
.text { max-width: 46rem; }
.text code { font-size: 0.8125em; }
.page-rest > .text { margin-top: 1.5rem; }
.text p { margin-top: 1rem; }
.first { border-top: 3px solid var(--ink); border-bottom: 0; margin-top: 2rem; }
.first pre { padding: 0.375rem 0.75rem; background: var(--sheet); }
.example { position: relative; background: var(--sheet); }
.first dd > pre:not(.answer) { margin-top: 0.375rem; }
.first .example:not(:last-child) { margin-bottom: 0.75rem; }
.example pre { margin-right: 3.5rem; overflow-x: auto; white-space: pre; }
.example pre:focus-visible { outline-offset: -3px; }
.copy { position: absolute; inset: 0 0 auto auto; width: 3.5rem; height: 2.125rem; border: 0; border-left: 1px solid var(--paper); background: var(--sheet); color: inherit; font: inherit; font-size: 0.8125rem; font-weight: 600; cursor: pointer; }
.copy:hover { text-decoration: underline; }
.copy[hidden] { display: none; }
.first .answer { background: none; color: var(--ink-2); }
.first > :is(dt, dd):nth-of-type(1) { border-top: 0; }
.operators dt { font: 0.75rem / 1.375rem var(--mono); font-stretch: 78%; color: var(--ink); }
.calls { margin-top: 2rem; border-top: 3px solid var(--ink); }
.calls a { display: grid; grid-template-columns: 4.5rem minmax(0, 2fr) minmax(0, 3fr); gap: 0 1rem; align-items: baseline; padding: 0.5rem 0; overflow-wrap: anywhere; border-bottom: 1px solid var(--rule); text-decoration: none; }
.calls a:hover { background: var(--sheet); }
.calls .short { color: var(--ink-2); font-size: 0.8125rem; line-height: 1.375rem; }
h2 { margin-top: 3rem; font-size: 1.375rem; line-height: 1.875rem; font-weight: 560; font-stretch: 86%; letter-spacing: -0.015em; }
h2 a { text-decoration: none; }
h2 + .calls { margin-top: 1rem; }
.call { margin-top: 3rem; border-top: 3px solid var(--ink); padding-top: 1rem; scroll-margin-top: 1rem; }
.call h2 { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; }
.call h2 code { font-size: 1.0625rem; line-height: 1.875rem; }
.call h2 a:hover { text-decoration: underline; }
.call:target { border-color: var(--signal); }
.call .text { margin-top: 0.5rem; }
.parts { display: grid; grid-template-columns: 12rem minmax(0, 1fr); margin-top: 1rem; border-bottom: 1px solid var(--rule); font-size: 0.9375rem; line-height: 1.375rem; }
.parts dt, .parts dd { padding: 0.5rem 0; border-top: 1px solid var(--rule); }
.parts dt { padding-right: 1rem; color: var(--ink-2); }
.parts dt:has(+ dd > .example:first-child) { padding-top: 0.875rem; }
pre { margin: 0; white-space: pre-wrap; }
@media (max-width: 51rem) {
  .sheet { grid-template: none / minmax(0, 1fr); }
  .sheet > div { grid-column: 1; }
  .sheet > .tags { grid-area: auto; position: static; order: 1; max-height: none; margin-top: 3rem; }
  .overview > .tags { order: 0; margin-top: 1rem; }
  .overview > .page-rest { order: 1; }
  .tags ul { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; }
  .up { display: block; }
  .tags a, .call dd > a { min-height: 2.75rem; align-items: center; }
  .call dd > a { display: inline-flex; min-width: 2.75rem; }
  /* The margin keeps the layout. */
  :is(h2, .up) > a { --reach: calc((2.75rem - 1em) / 2); position: relative; padding-block: var(--reach); margin-block: calc(-1 * var(--reach)); }
  :not(.call) > h2 > a { padding-inline: 0.5rem; margin-inline: -0.5rem; }
  .calls a { grid-template-columns: 2.75rem minmax(0, 1fr); gap: 0 0.75rem; }
  .calls .short { grid-column: 2; }
  .parts { grid-template-columns: minmax(0, 1fr); }
  .parts dt, .parts dt:has(+ dd > .example:first-child) { padding: 0.5rem 0 0; }
  .parts dd { padding-top: 0; border-top: 0; }
  .first pre { margin-block: 0.25rem; }
  .example, .first .example:not(:last-child) { margin-block: 0.25rem 0.75rem; }
  .example pre { display: grid; align-content: center; min-height: 2.75rem; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
  .copy { inset: -2.5rem 0 auto auto; width: auto; min-width: 2.75rem; height: 2.75rem; padding: 0; text-align: right; border: 0; background: none; text-decoration: underline; text-underline-offset: 0.2em; }
}
`;
