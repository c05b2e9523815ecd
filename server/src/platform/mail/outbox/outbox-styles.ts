import { siteLook } from "../../pages/site-look.ts";

/** Styles of the outbox pages. */
export const outboxStyles = `${siteLook}
.back { margin-bottom: 1.5rem; font-size: 0.9375rem; }
.empty { margin-top: 1.5rem; color: var(--ink-2); }
table { width: 100%; margin-top: 2rem; border-top: 3px solid var(--ink); border-collapse: collapse; font-size: 0.9375rem; line-height: 1.375rem; }
th, td { padding: 0.75rem 1.5rem 0.75rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
th { color: var(--ink-2); font-size: 0.8125rem; font-weight: 400; }
.time { width: 15rem; font-variant-numeric: tabular-nums; }
.subject { font-weight: 620; }
dl { margin-top: 1.5rem; border-top: 3px solid var(--ink); font-size: 0.9375rem; line-height: 1.375rem; }
dl div { display: flex; gap: 1.5rem; padding: 0.75rem 0; border-bottom: 1px solid var(--rule); }
dt { flex: none; width: 4rem; color: var(--ink-2); }
.parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 3rem; margin-top: 3rem; align-items: start; }
section { min-width: 0; }
.head { display: flex; gap: 1.5rem; align-items: baseline; justify-content: space-between; }
h2 { font-size: 1.375rem; line-height: 1.875rem; font-weight: 560; font-stretch: 86%; letter-spacing: -0.015em; word-spacing: 0.07em; }
.head p { font-size: 0.9375rem; }
iframe { display: block; width: 100%; height: 46rem; margin-top: 1rem; border: 1px solid var(--ink); }
pre { margin: 1rem 0 0; padding: 1.5rem; border: 1px solid var(--rule); font: 0.875rem / 1.5rem var(--mono); white-space: pre-wrap; }
@media (max-width: 40rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: 0.75rem 0; border-bottom: 1px solid var(--rule); }
  td { display: block; padding: 0; border: 0; }
  td.time { width: auto; }
  .time { color: var(--ink-2); font-size: 0.8125rem; }
}
`;
