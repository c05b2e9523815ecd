const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes a text for XML 1.0, and removes the characters that it cannot contain, even escaped. */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
  );
}

/** Builds an element with a text. */
export function xmlElement(name: string, text: string, attributes: Record<string, string> = {}): string {
  return `<${name}${writeAttributes(attributes)}>${escapeXml(text)}</${name}>`;
}

/** Builds an element without content. */
export function emptyXmlElement(name: string, attributes: Record<string, string>): string {
  return `<${name}${writeAttributes(attributes)}/>`;
}

function writeAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join("");
}
