import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listWalletLines, parsePastedAddress } from "./pasted-address.ts";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const digits = address.slice(2);
const other = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

describe("a pasted address", () => {
  test.each([
    ["plain", address],
    ["with space around it", ` \t${address}\u00A0\r`],
    ["with a byte order mark", `\uFEFF${address}`],
    ["with zero-width characters", `0x5aAeb605\u200B3F3E94C9b9A09f33669435E7Ef1BeAed\u200D\u2060`],
    ["with direction marks", `\u200E${address}\u202C`],
    ["with a soft hyphen", `0x5aAeb6053F3E94C9b9A0\u00AD9f33669435E7Ef1BeAed`],
    ["in straight quotes", `"${address}"`],
    ["in curly quotes", `“${address}”,`],
    ["in guillemets", `« ${address} »`],
    ["as JSON", `["${address}"],`],
    ["in angle brackets", `<${address}>`],
    ["with a trailing comma", `${address},`],
    ["with a trailing semicolon and a full stop", `${address};.`],
    ["with an empty cell after it", `${address}\t`],
    ["with 0X", `0X${digits}`],
    ["as an ethereum: link", `ethereum:${address}`],
    ["as an ethereum: link with a chain", `ethereum:pay-${address}@59144?value=2.014e18`],
    ["with the short name of a chain", `linea:${address}`],
    ["with a chain ID", `eip155:137:${address}`],
    ["as a block explorer's page", `https://lineascan.build/address/${address}`],
    ["as a block explorer's page with a tab", `https://etherscan.io/address/${address}#tokentxns`],
    ["as a page of Blockscout in a language", `https://eth.blockscout.com/es/address/${address}?tab=txs`],
    ["as a page without a scheme", `polygonscan.com/address/${address}/`],
  ])("is understood %s", (_, text) => {
    expect(parsePastedAddress(text)).toEqual({ ok: true, address });
  });

  test.each([
    ["", "NO_ADDRESS"],
    ["0x12", "NO_ADDRESS"],
    [`0X${"0".repeat(40)}`, "ZERO"],
    ["Marta", "NO_ADDRESS"],
    [`${"a.".repeat(100_000)}@`, "NO_ADDRESS"],
    [`a${" ".repeat(100_000)}b`, "NO_ADDRESS"],
    ["marta@example.org", "NO_ADDRESS"],
    [address.slice(0, -1), "NO_ADDRESS"],
    [`${address.slice(0, -1)}g`, "NO_ADDRESS"],
    [`${address}0`, "TOO_LONG"],
    [`0x${"ab".repeat(32)}`, "TOO_LONG"],
    ["ab".repeat(32), "TOO_LONG"],
    [digits, "NO_PREFIX"],
    ["0x5aAe…eAed", "SHORTENED"],
    ["0x5aAe...eAed", "SHORTENED"],
    ["5aAeb6 … BeAed", "SHORTENED"],
    ["vitalik.eth", "NAME"],
    ["pay.marta.eth", "NAME"],
    ["ñandú.eth", "NAME"],
    ["marta.lens", "NAME"],
    ["XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS", "ICAP"],
    ["XE81ETHXREGGAVOFYORK", "ICAP"],
    [`ethereum:${address}/transfer?address=${other}&uint256=1`, "SEVERAL"],
    [`ethereum:${address}/mint`, "LINK"],
    ["https://etherscan.io/tx/0x12", "LINK"],
    [`https://etherscan.io/token/${address}`, "LINK"],
    ["https://opensea.io/marta", "LINK"],
    ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "OTHER_CHAIN"],
    ["TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7", "OTHER_CHAIN"],
    ["7EYnhQoR9YM3N7UoaKRoA44Uy8JeaZV3qyouov87awMs", "OTHER_CHAIN"],
    [`${address}, ${other}`, "SEVERAL"],
    [`${address}${other}`, "SEVERAL"],
    [`${address},`.repeat(5_000), "SEVERAL"],
    [`${address}\t1`, "AMOUNT"],
    [`${address},2`, "AMOUNT"],
    [`"${address}";"1.5"`, "AMOUNT"],
    [`${address} # Marta, front row`, "NOTE"],
    [`Marta: ${address}`, "NOTE"],
    [`${address} (Marta)`, "NOTE"],
  ])("%.60j is refused as %s", (text, problem) => {
    expect(parsePastedAddress(text)).toEqual({ ok: false, problem });
  });

  const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 40, maxLength: 40 });
  const wrapping = fc.string({
    unit: fc.constantFrom(..." \t\r\n\"'“”«»<>()[],;.\uFEFF\u200B\u2060"),
    maxLength: 6,
  });

  test("is never changed, whatever stands around it", { retry: 0 }, () => {
    fc.assert(
      fc.property(hex, wrapping, wrapping, (body, before, after) => {
        const opening = before.replaceAll(/[>)\],;.]/g, "");
        const closing = after.replaceAll(/[<([]/g, "");
        expect(parsePastedAddress(`${opening}0x${body}${closing}`)).toEqual({
          ok: true,
          address: `0x${body}`,
        });
      }),
    );
  });

  test("is one of the text, or there is none", { retry: 0 }, () => {
    const piece = fc.oneof(
      fc.string(),
      hex,
      hex.map((body) => `0x${body}`),
      fc.constantFrom("ethereum:", "/address/", "…"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const text = pieces.join("");
        const parsed = parsePastedAddress(text);
        if (!parsed.ok) return;
        expect(parsed.address).toMatch(/^0x[0-9a-fA-F]{40}$/);
        expect(text.replaceAll(/\p{Cf}/gu, "")).toContain(parsed.address.slice(2));
      }),
    );
  });
});

describe("a list of wallets", () => {
  test("numbers its lines from 1, including empty ones and the heading, which are left out", () => {
    const list = `\uFEFFWallet\r\n\r\n"${address}",\r\u200B\n ${other}\nWallet`;
    const lines = [
      { line: 3, text: `"${address}",` },
      { line: 5, text: ` ${other}` },
      { line: 6, text: "Wallet" },
    ];
    expect(listWalletLines(list)).toEqual(lines);
    expect(listWalletLines(list.split(/\r\n|\r|\n/))).toEqual(lines);
  });

  test.each([
    ["wallet\ttotal", true],
    ["Wallet", true],
    ["Wallet address", true],
    ["Address,Amount", true],
    ["#;name;wallet_address", true],
    ['\uFEFF"Owner address"', true],
    ["Dirección", true],
    ["vitalik.eth", false],
    ["Marta", false],
    [address, false],
    [`wallet\t${address}`, false],
  ])("begins with the heading %j: %s", (line, isHeading) => {
    expect(listWalletLines(`${line}\n${address}`)).toHaveLength(isHeading ? 1 : 2);
  });
});
