import { describe, expect, it } from "vitest";
import { type Provider, readAccounts, readChainId, refusalOf, signText } from "./provider.ts";

const address = "0x7aC40000000000000000000000000000000091eF";

describe("a wallet response", () => {
  it("is classified by its error code", () => {
    expect(refusalOf({ code: 4001 })).toBe("DECLINED");
    expect(refusalOf({ code: -32_002 })).toBe("PENDING");
    expect(refusalOf({ code: 4902 })).toBe("UNKNOWN_NETWORK");
    expect(refusalOf({ code: 4100 })).toBe("NO_ACCOUNTS");
    expect(refusalOf({ code: -32_000 })).toBe("FAILED");
    for (const nothing of [undefined, null, "no", new Error("no")]) expect(refusalOf(nothing)).toBe("FAILED");
  });

  it("is classified by the inner error code if a phone wallet wraps it", () => {
    expect(refusalOf({ code: -32_603, data: { originalError: { code: 4902 } } })).toBe("UNKNOWN_NETWORK");
  });

  it("contains accounts only as unique, lower-case addresses", () => {
    expect(readAccounts([address, address.toLowerCase(), "0x12", 7, null])).toEqual([address.toLowerCase()]);
    for (const nothing of [undefined, null, "0x", {}]) expect(readAccounts(nothing)).toEqual([]);
  });

  it("contains a chain id as a hexadecimal text or a number", () => {
    expect(readChainId("0x7a69")).toBe(31_337);
    expect(readChainId(137)).toBe(137);
    for (const nothing of ["", "0x0", "linea", null, undefined, -1])
      expect(readChainId(nothing)).toBeUndefined();
  });
});

describe("signText", () => {
  it("sends the text to the wallet as UTF-8 bytes", async () => {
    const calls: unknown[] = [];
    const provider: Provider = {
      async request(call) {
        calls.push(call);
        return "0xsigned";
      },
    };
    expect(await signText(provider, "sí", address)).toBe("0xsigned");
    expect(calls).toEqual([{ method: "personal_sign", params: ["0x73c3ad", address] }]);
  });
});
