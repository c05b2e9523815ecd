import type { CSSProperties } from "react";

const paper = "#fdfdfb";
const ink = "#0a0a0a";
const faded = "#595954";
const rule = "#d3d3cd";
const signal = "#ffdd00";

const sans =
  "Archivo, 'Archivo Variable', 'Helvetica Neue', Helvetica, Arial, 'Segoe UI', Roboto, sans-serif";
const mono = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Courier New', monospace";

const text: CSSProperties = { fontFamily: sans, color: ink, overflowWrap: "anywhere" };
const small: CSSProperties = { ...text, fontSize: "14px", lineHeight: "21px", color: faded };

/** The site's colours as inline styles for mail programs. */
export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: paper },
  ground: { width: "100%", backgroundColor: paper },
  sheet: { width: "100%", maxWidth: "600px" },
  page: { padding: "32px 24px 40px", textAlign: "left" },
  preview: { display: "none", maxHeight: 0, maxWidth: 0, overflow: "hidden", opacity: 0 },
  masthead: { ...text, margin: "0 0 40px", padding: "0 0 12px", borderBottom: `3px solid ${ink}` },
  name: {
    fontSize: "18px",
    lineHeight: "24px",
    fontWeight: 700,
    fontStretch: "122%",
    letterSpacing: "-0.02em",
    color: ink,
    textDecoration: "none",
  },
  heading: {
    ...text,
    margin: "0 0 24px",
    fontSize: "40px",
    lineHeight: "40px",
    fontWeight: 600,
    fontStretch: "86%",
    letterSpacing: "-0.03em",
    textWrap: "balance",
  },
  paragraph: { ...text, margin: "0 0 16px", fontSize: "17px", lineHeight: "26px" },
  details: { width: "100%", margin: "24px 0", borderCollapse: "collapse" },
  detailLabel: { ...small, padding: "8px 16px 8px 0", borderTop: `1px solid ${rule}`, verticalAlign: "top" },
  detailValue: {
    ...text,
    verticalAlign: "top",
    padding: "8px 0",
    borderTop: `1px solid ${rule}`,
    fontSize: "16px",
    lineHeight: "24px",
  },
  aside: { ...small, margin: "0 0 12px" },
  buttonPlace: { margin: "32px 0 16px" },
  buttonCell: { textAlign: "left" },
  action: { backgroundColor: signal, border: `1px solid ${ink}` },
  offer: { border: `1px solid ${ink}` },
  button: {
    display: "inline-block",
    padding: "14px 16px",
    fontFamily: sans,
    fontSize: "15px",
    lineHeight: "20px",
    fontWeight: 600,
    color: ink,
    textDecoration: "none",
  },
  address: { ...small, margin: "0 0 32px", fontSize: "13px", lineHeight: "20px" },
  link: { color: faded, textDecoration: "underline", wordBreak: "break-all" },
  code: {
    margin: "32px 0",
    padding: "20px 0 20px",
    borderTop: `1px solid ${ink}`,
    borderBottom: `1px solid ${ink}`,
    fontFamily: mono,
    fontSize: "40px",
    lineHeight: "48px",
    letterSpacing: "0.18em",
    color: ink,
  },
  footer: {
    ...small,
    margin: "40px 0 0",
    padding: "16px 0 0",
    borderTop: `1px solid ${rule}`,
    fontSize: "13px",
    lineHeight: "20px",
  },
} satisfies Record<string, CSSProperties>;

/** Inline styles can be overridden only with `!important`. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #0c0c0b !important; }
  .ink { color: #f4f4ef !important; }
  .faded { color: #a8a8a1 !important; }
  .rule, .line { border-color: #f4f4ef !important; }
  .hairline { border-color: #32322f !important; }
  .signal { border-color: #ffdd00 !important; }
}
`;
