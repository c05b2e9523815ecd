/** The site's colours; plain pages load none of its files. */
export const plainPageStyles = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfdfb, #0c0c0b);
  --sheet: light-dark(#f1f1ed, #181816);
  --ink: light-dark(#0a0a0a, #f4f4ef);
  --ink-2: light-dark(#595954, #a8a8a1);
  --line: light-dark(#767670, #7d7d77);
  --rule: light-dark(#d3d3cd, #32322f);
  --signal: #ffdd00;
  --on-signal: #0a0a0a;
  --bad: light-dark(#c00d1e, #ff7a76);
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; padding: 0 clamp(1rem, 4vw, 2rem) 4rem;
  background: var(--paper); color: var(--ink);
  font: 400 1.0625rem / 1.625rem "Archivo Variable", "Helvetica Neue", Arial, sans-serif;
}
header, main { max-width: 40rem; margin: 0 auto; }
h1, h2, p, ul, fieldset { margin: 0; padding: 0; border: 0; }
ul { list-style: none; }
.service { padding: 1.5rem 0 0.75rem; font-weight: 700; border-bottom: 3px solid var(--ink); }
.notice { padding: 0.75rem 0; font-size: 0.9375rem; line-height: 1.375rem; border-bottom: 1px solid var(--ink); }
h1 {
  margin: 3rem 0 1rem; font-size: clamp(2.25rem, 1.7rem + 1.9vw, 3.25rem); line-height: 1;
  font-weight: 560; letter-spacing: -0.02em; overflow-wrap: anywhere;
}
.lead { max-width: 32rem; }
h2 { margin: 2.5rem 0 0; padding: 0.5rem 0; font-size: 0.9375rem; line-height: 1.375rem; font-weight: 600;
  border-top: 1px solid var(--ink); }
button, input { font: inherit; color: inherit; border-radius: 0; }
button { cursor: pointer; text-align: start; background: none; }
.row {
  display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline;
  width: 100%; min-height: 3rem; padding: 0.75rem 0; border: 0; border-top: 1px solid var(--rule);
}
.row:hover { background: var(--sheet); }
.row span { color: var(--ink-2); font: 0.8125rem / 1.25rem ui-monospace, Menlo, monospace; overflow-wrap: anywhere; }
.field { margin: 1rem 0 0; }
label { display: block; font-size: 0.8125rem; line-height: 1.25rem; color: var(--ink-2); }
input {
  width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; background: var(--sheet);
  border: 0; border-bottom: 1px solid var(--line);
}
input[aria-invalid] { border-bottom: 3px solid var(--bad); }
.note { font-size: 0.8125rem; line-height: 1.25rem; color: var(--ink-2); }
.bad { font-size: 0.9375rem; line-height: 1.375rem; color: var(--bad); }
.sum { font-size: clamp(1.75rem, 1.4rem + 1.2vw, 2.5rem); line-height: 1.2; font-weight: 560; font-variant-numeric: tabular-nums; }
.flash { margin: 0 0 1rem; padding: 0.75rem 0 0.75rem 1rem; border-inline-start: 3px solid var(--ink); font-weight: 600; }
a.row { color: inherit; text-decoration: none; }
a.row b { text-decoration: underline; text-underline-offset: 0.25em; }
b { font-weight: inherit; }
.whole { white-space: nowrap; }
.sum + .lead { margin-top: 0.75rem; }
.dot { display: inline-block; width: 0.625em; height: 0.625em; margin-inline-end: 0.5em; border: 2px solid currentcolor; border-radius: 50%; }
.dot.full { background: currentcolor; print-color-adjust: exact; }
dl { margin: 0; }
.sum + dl { margin-top: 2rem; border-top: 1px solid var(--ink); }
dl div {
  display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline;
  padding: 0.625rem 0; border-top: 1px solid var(--rule);
}
dl div:first-child { border-top: 0; }
dt { font-size: 0.9375rem; line-height: 1.375rem; color: var(--ink-2); }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.on { display: inline-block; margin-top: 2rem; color: inherit; font-weight: 600; text-underline-offset: 0.25em; }
.go, .back { min-height: 3rem; padding: 0 1rem; border: 1px solid var(--ink); font-weight: 600; }
.go { margin-top: 1.5rem; width: 100%; background: var(--signal); color: var(--on-signal); border-color: var(--on-signal); }
.go:hover { background: var(--on-signal); color: var(--signal); border-color: var(--signal); }
.back { margin-top: 2.5rem; }
.back.near { margin-top: 1rem; }
.go + .note { margin-top: 0.5rem; }
.back:hover { background: var(--ink); color: var(--paper); }
@media print {
  :root { color-scheme: light; }
  body { padding: 0; }
  form, .on { display: none; }
  h1 { margin-top: 1.5rem; }
}
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
`;
