/** Styles of the outbox pages, after the site's own. */
export const outboxStyles = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfdfb, #0c0c0b);
  --ink: light-dark(#0a0a0a, #f4f4ef);
  --faded: light-dark(#595954, #a8a8a1);
  --rule: light-dark(#d3d3cd, #32322f);
  --gutter: clamp(1rem, 2.2vw, 2rem);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem / 1.625rem "Helvetica Neue", Helvetica, Arial, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere;
}
a { color: inherit; text-underline-offset: 0.2em; }
a:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
h1, h2, p, dl, dd { margin: 0; }
.notice {
  padding: 0.5rem var(--gutter);
  border-bottom: 1px solid var(--rule);
  font-size: 0.8125rem;
  line-height: 1.25rem;
}
.name { padding: 0.875rem var(--gutter); border-bottom: 1px solid var(--ink); font-weight: 700; letter-spacing: -0.02em; }
.name a { text-decoration: none; }
main { max-width: 80rem; padding: 3rem var(--gutter) 6rem; }
h1 { font-size: clamp(2.25rem, 1.7rem + 1.9vw, 3.25rem); line-height: 1; letter-spacing: -0.03em; text-wrap: balance; }
.back { margin-bottom: 1.5rem; font-size: 0.9375rem; }
.empty { margin-top: 1.5rem; color: var(--faded); }
table { width: 100%; margin-top: 2rem; border-top: 3px solid var(--ink); border-collapse: collapse; font-size: 0.9375rem; line-height: 1.375rem; }
th, td { padding: 0.75rem 1.5rem 0.75rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
th { color: var(--faded); font-size: 0.8125rem; font-weight: 400; }
.time { width: 14rem; font-variant-numeric: tabular-nums; }
.subject { font-weight: 600; }
dl { margin-top: 1.5rem; border-top: 3px solid var(--ink); font-size: 0.9375rem; line-height: 1.375rem; }
dl div { display: flex; gap: 1.5rem; padding: 0.75rem 0; border-bottom: 1px solid var(--rule); }
dt { flex: none; width: 4rem; color: var(--faded); }
.parts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 3rem; margin-top: 3rem; align-items: start; }
section { min-width: 0; }
.head { display: flex; gap: 1.5rem; align-items: baseline; justify-content: space-between; }
h2 { font-size: 1.375rem; line-height: 1.875rem; letter-spacing: -0.01em; }
.head p { font-size: 0.9375rem; }
iframe { display: block; width: 100%; height: 46rem; margin-top: 1rem; border: 1px solid var(--ink); }
pre { margin: 1rem 0 0; padding: 1.5rem; border: 1px solid var(--rule); font: 0.875rem / 1.5rem var(--mono); white-space: pre-wrap; }
@media (max-width: 40rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: 0.75rem 0; border-bottom: 1px solid var(--rule); }
  td { display: block; width: auto; padding: 0; border: 0; }
  .time { color: var(--faded); font-size: 0.8125rem; }
}
`;
