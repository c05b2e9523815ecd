import { render } from "@react-email/render";
import { createElement as h, type ReactNode } from "react";
import type { Block, Content, Frame } from "./content.ts";
import { safeDisplayName } from "./display-name.ts";
import { darkStyles, styles } from "./styles.ts";
import { greetingTexts, linkHint, unsubscribeLabel } from "./texts.ts";

/**
 * Renders an email as HTML: tables and inline styles, which mail programs support. Loads nothing remote, so
 * that it renders the same everywhere and opening it cannot be tracked.
 */
export function renderHtml(frame: Frame, content: Content): Promise<string> {
  return render(h(Mail, { frame, content }));
}

type EmailProps = { frame: Frame; content: Content };

function Mail({ frame, content }: EmailProps) {
  const { language } = frame;
  return h(
    "html",
    { lang: language, dir: "ltr" },
    h(Head, { subject: content.subject }),
    h(
      "body",
      { className: "ground", style: styles.body },
      h(Preview, { text: content.preview }),
      h(
        Centred,
        null,
        h(Masthead, { frame }),
        h("h1", { className: "ink", style: styles.heading }, content.heading),
        h("p", { className: "ink", style: styles.paragraph }, h(Greeting, { frame, content })),
        content.blocks.map((block, place) => h(MailBlock, { key: place, block, language })),
        h(Footer, { frame, content }),
      ),
    ),
  );
}

function Head({ subject }: { subject: string }) {
  return h(
    "head",
    null,
    h("meta", { httpEquiv: "Content-Type", content: "text/html; charset=UTF-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    // Mail programs with a dark mode then use its own dark colours.
    h("meta", { name: "color-scheme", content: "light dark" }),
    h("meta", { name: "supported-color-schemes", content: "light dark" }),
    // Otherwise iOS turns codes into telephone links.
    h("meta", { name: "format-detection", content: "telephone=no,date=no,address=no,email=no,url=no" }),
    h("title", null, subject),
    h("style", null, darkStyles),
  );
}

/** Invisible padding, so that mailbox lists do not show the body after the preview. */
const filler = "\u034f\u200c\u00a0".repeat(90);

function Preview({ text }: { text: string }) {
  return h("div", { style: styles.preview, "aria-hidden": true }, `${text}${filler}`);
}

function Centred({ children }: { children?: ReactNode }) {
  return h(
    Table,
    { className: "ground", style: styles.ground },
    h(
      "td",
      { align: "center" },
      h(Table, { style: styles.sheet }, h("td", { style: styles.page }, children)),
    ),
  );
}

function Masthead({ frame: { publicUrl, siteName } }: { frame: Frame }) {
  return h(
    "p",
    { className: "ink rule", style: styles.masthead },
    h("a", { href: publicUrl, target: "_blank", className: "ink", style: styles.name }, siteName),
  );
}

function Greeting({ frame, content }: EmailProps) {
  const { before, after, nameless } = greetingTexts(frame.language);
  const name = safeDisplayName(content.name);
  return name === undefined ? nameless : `${before}${name}${after}`;
}

type BlockProps = { block: Block; language: Frame["language"] };

function MailBlock({ block, language }: BlockProps) {
  switch (block.kind) {
    case "action":
    case "offer":
      return h(LinkBlock, { ...block, language });
    case "details":
      return h(Details, block);
    case "code":
      return h("p", { className: "ink line", style: styles.code }, block.code);
    case "aside":
      return h("p", { className: "faded", style: styles.aside }, block.text);
    case "paragraph":
      return h("p", { className: "ink", style: styles.paragraph }, block.text);
  }
}

function Details({ rows }: Extract<Block, { kind: "details" }>) {
  const cells = (label: string, value: string) => [
    h("td", { key: "label", className: "faded hairline", style: styles.detailLabel }, label),
    h("td", { key: "value", className: "ink hairline", style: styles.detailValue }, value),
  ];
  return h(
    "table",
    { role: "presentation", cellPadding: 0, cellSpacing: 0, style: styles.details },
    h(
      "tbody",
      null,
      rows.map(({ label, value }) => h("tr", { key: label }, cells(label, value))),
    ),
  );
}

type LinkProps = {
  kind: "action" | "offer";
  label: string;
  link: string;
  language: Frame["language"];
};

/** A button and its URL, for mail programs that show no buttons. */
function LinkBlock({ kind, label, link, language }: LinkProps) {
  const look = kind === "action" ? "signal" : "ink line";
  return h(
    "div",
    null,
    h(
      Table,
      { style: styles.buttonPlace },
      h(
        "td",
        { className: look, style: { ...styles.buttonCell, ...styles[kind] } },
        h("a", { href: link, target: "_blank", className: look, style: styles.button }, label),
      ),
    ),
    h(
      "p",
      { className: "faded", style: styles.address },
      linkHint(language),
      h("br"),
      h("a", { href: link, target: "_blank", className: "faded", style: styles.link }, link),
    ),
  );
}

function Footer({ frame, content }: EmailProps) {
  return h(
    "p",
    { className: "faded hairline", style: styles.footer },
    content.reason,
    frame.unsubscribeUrl === undefined ? null : h(Unsubscribe, { ...frame, link: frame.unsubscribeUrl }),
    h("br"),
    `${frame.siteName}, `,
    h(
      "a",
      { href: frame.publicUrl, target: "_blank", className: "faded", style: styles.link },
      frame.publicUrl.replace(/^https?:\/\//, ""),
    ),
  );
}

function Unsubscribe({ language, link }: { language: Frame["language"]; link: string }) {
  const label = unsubscribeLabel(language);
  return [
    " ",
    h("a", { key: "link", href: link, target: "_blank", className: "faded", style: styles.link }, label),
  ];
}

type TableProps = { className?: string; style: object; children?: ReactNode };

/** A layout table with one row. */
function Table({ children, ...attributes }: TableProps) {
  const plain = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 };
  return h("table", { ...plain, ...attributes }, h("tbody", null, h("tr", null, children)));
}
