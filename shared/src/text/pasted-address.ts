/** Messages of the API about a text that is not the address of a wallet. */
export const addressErrors = {
  NO_ADDRESS: "Enter a wallet address: 0x followed by 40 hexadecimal characters.",
  NO_PREFIX: "Start the address with 0x.",
  SHORTENED: "This address is shortened. Copy the whole address: 0x followed by 40 characters.",
  TOO_LONG: "This is longer than an address. If it is a private key, show it to nobody.",
  NAME: "Names aren’t looked up. Enter the address that the name stands for.",
  ICAP: "This is an ICAP code. Enter the address that starts with 0x.",
  LINK: "This link can’t be used. Enter the address itself: 0x followed by 40 characters.",
  OTHER_CHAIN: "This address belongs to another kind of blockchain. Enter one that starts with 0x.",
  SEVERAL: "This contains more than one address. Enter a single one.",
  AMOUNT: "Remove the amount after the address. Each address gets one artwork.",
  NOTE: "Remove the text beside the address.",
  /** In mixed case the capitals are a checksum (EIP-55). Only the server verifies it. */
  CHECKSUM: "This address has a typo: its checksum doesn’t match.",
  ZERO: "This is the zero address (0x000…), which nobody owns.",
} as const;
type AddressProblem = keyof typeof addressErrors;

/** An address as `0x` and 40 hexadecimal digits in the case in which they were written, or why the text is not one. */
export type PastedAddress = { ok: true; address: string } | { ok: false; problem: AddressProblem };

/** Invisible characters, such as a byte order mark, a zero-width space or a soft hyphen. */
const INVISIBLE = /\p{Cf}/gu;
/** What stands around a cell or an entry of a list. */
const OPENING = /[\s"'`“”„‘’‚«»‹›<([{]/u;
const CLOSING = /[\s"'`“”„‘’‚«»‹›>)\]},;.:]/u;
/** Longer than any link to an address. */
const MAX_LENGTH = 300;

const ADDRESS = /^0x[0-9a-f]{40}$/i;
/** A short name of a chain (ERC-3770), as Safe copies it, or a chain ID (CAIP-10). */
const CHAIN_PREFIX = /^(?:eip155:\d{1,20}|[a-z0-9-]{1,20}):(?=0x)/i;
/** A link of ERC-681 that asks for no contract call. */
const ETHEREUM_LINK = /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@\d{1,20})?(?:\?.*)?$/i;
/** A page about an address in a block explorer. */
const EXPLORER_LINK =
  /^(?:https?:\/\/)?[\w.-]+\.[a-z]+(?::\d+)?(?:\/[\w-]+)*\/(?:address|accounts?)\/(0x[0-9a-f]{40})(?:[/?#].*)?$/i;

/**
 * Parses the address of a wallet as people paste it: with invisible characters, quotes, brackets or a comma around it, with `0X`, with the
 * prefix of a chain, as an `ethereum:` link or as a block explorer's page of the address. Everything else is refused, because an
 * artwork that goes to a wrong address is lost. Checksums are not verified.
 */
export function parsePastedAddress(text: string): PastedAddress {
  const pasted = stripWrapping(text);
  if (pasted.length > MAX_LENGTH) return { ok: false, problem: explainText(pasted) };
  const plain = pasted.replace(CHAIN_PREFIX, "");
  const [, linked = plain] = ETHEREUM_LINK.exec(pasted) ?? EXPLORER_LINK.exec(pasted) ?? [];
  if (!ADDRESS.test(linked)) return { ok: false, problem: explainText(pasted) };
  const digits = linked.slice(2);
  return /[^0]/.test(digits) ? { ok: true, address: `0x${digits}` } : { ok: false, problem: "ZERO" };
}

/** Character by character, because a pattern takes quadratic time for a long run within the text. */
function stripWrapping(text: string): string {
  const visible = text.replace(INVISIBLE, "");
  let [start, end] = [0, visible.length];
  while (start < end && OPENING.test(visible.charAt(start))) start += 1;
  while (end > start && CLOSING.test(visible.charAt(end - 1))) end -= 1;
  return visible.slice(start, end);
}

const SEVERAL = /0x[0-9a-f]{40}.*?0x[0-9a-f]{40}/is;
const explanations: readonly (readonly [RegExp, AddressProblem])[] = [
  [/^(?:0x)?[0-9a-f]{64}$/i, "TOO_LONG"],
  [/^\S*0x[0-9a-f]{40}[\s,;:"']+[\d.,'’\s]+$/i, "AMOUNT"],
  [/^(?:https?:\/\/|www\.|ethereum:|wc:|ipfs:)/i, "LINK"],
  [/(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-f])/i, "NOTE"],
  [/[0-9a-f]{2,}\s*(?:…|\.{2,}|\*+|·{2,})\s*[0-9a-f]{2,}/i, "SHORTENED"],
  [/^(?:[^\s@.]+\.)+[^\s@.]{2,}$/u, "NAME"],
  [/^0x[0-9a-f]{41,}$/i, "TOO_LONG"],
  [/^[0-9a-f]{40}$/i, "NO_PREFIX"],
  [/^XE\d{2}[0-9A-Z]{16,31}$/i, "ICAP"],
  [/^(?:bc1|tb1|cosmos1|addr1)[0-9a-z]{20,110}$|^(?!0x)[1-9A-HJ-NP-Za-km-z]{26,62}$/, "OTHER_CHAIN"],
];

function explainText(text: string): AddressProblem {
  if (SEVERAL.test(text)) return "SEVERAL";
  if (text.length > MAX_LENGTH) return "NO_ADDRESS";
  return explanations.find(([pattern]) => pattern.test(text))?.[1] ?? "NO_ADDRESS";
}

const HEADING_CELL =
  /^(?:(?:wallet|owner|recipient|receiver|holder|eth|evm)?[ _-]?(?:wallets?|address(?:es)?)|direcci[oó]n(?:es)?|carteras?|billeteras?)$/iu;
const OTHER_CELL = /^[\p{L}#][\p{L}\p{N} _.#-]{0,30}$/u;

/** Lists the lines of a list of wallets, numbered from 1, without empty ones and a heading. */
export function listWalletLines(list: string | readonly string[]): { line: number; text: string }[] {
  const texts = typeof list === "string" ? list.split(/\r\n|\r|\n/) : list;
  return texts
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => text.replace(INVISIBLE, "").trim() !== "")
    .filter(({ text }, index) => index > 0 || !isHeading(text));
}

/** Returns whether a line is the heading of a table with a column of wallets. */
function isHeading(line: string): boolean {
  const cells = line.split(/[\t,;|]/).map((cell) => stripWrapping(cell));
  return (
    cells.some((cell) => HEADING_CELL.test(cell)) &&
    cells.every((cell) => cell === "" || HEADING_CELL.test(cell) || OTHER_CELL.test(cell))
  );
}
