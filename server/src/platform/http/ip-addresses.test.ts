import { describe, expect, it } from "vitest";
import { clientAddress, clientNetwork, isLoopback, isPublicAddress, trustedProxies } from "./ip-addresses.ts";

describe("a client's network", () => {
  it("is the address for IPv4, even if it arrives as IPv6", () => {
    expect(clientNetwork("192.0.2.7")).toBe("192.0.2.7");
    expect(clientNetwork("::ffff:192.0.2.7")).toBe("192.0.2.7");
  });

  it("is the /64 for IPv6, in any notation", () => {
    expect(clientNetwork("2001:db8:1:2::9")).toBe("2001:db8:1:2::/64");
    expect(clientNetwork("2001:0db8:0001:0002:aaaa:bbbb:cccc:dddd")).toBe("2001:db8:1:2::/64");
    expect(clientNetwork("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
    expect(clientNetwork("2001:db8:1:3::9")).not.toBe(clientNetwork("2001:db8:1:2::9"));
  });
});

describe("a client's address behind proxies", () => {
  const isTrusted = trustedProxies(["private", "198.51.100.0/24"]);

  it("is the last one that no trusted proxy added", () => {
    const way = "203.0.113.66, 203.0.113.5, 198.51.100.2";
    expect(clientAddress("10.0.0.1", way, isTrusted)).toBe("203.0.113.5");
  });

  it("is that of the connection if this is not a trusted proxy, whatever the header contains", () => {
    expect(clientAddress("203.0.113.9", "127.0.0.1", isTrusted)).toBe("203.0.113.9");
    expect(clientAddress("127.0.0.1", "203.0.113.9", trustedProxies([]))).toBe("127.0.0.1");
  });

  it("is that of the nearest proxy if the header has no address", () => {
    expect(clientAddress("10.0.0.1", "unknown", isTrusted)).toBe("10.0.0.1");
    expect(clientAddress("10.0.0.1", undefined, isTrusted)).toBe("10.0.0.1");
  });

  it("recognizes every form of a loopback address", () => {
    expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].every(isLoopback)).toBe(true);
    expect(["10.0.0.1", "2001:db8::1", ""].some(isLoopback)).toBe(false);
  });
});

describe("a public address", () => {
  it.each(["8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111", "2a00:1450::1"])(
    "%s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.2", "169.254.169.254", "172.31.255.255", "192.168.0.1"],
    ...[
      "198.18.0.1",
      "224.0.0.1",
      "255.255.255.255",
      "::",
      "::1",
      "::7f00:1",
      "::ffff:8.8.8.8",
      "64:ff9b::808:808",
    ],
    ...[
      "fc00::1",
      "fe80::1",
      "fe80::1%eth0",
      "ff02::1",
      "2002:7f00:1::1",
      "2001:db8::1",
      "label.example",
      "",
    ],
  ])("is not %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
