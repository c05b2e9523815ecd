import { describe, expect, it } from "vitest";
import { addressOnExplorer, tokenOnExplorer, tokenOnMarketplace, transactionOnExplorer } from "./networks.ts";

const contract = "0x5e2682Ff03a321098B9511B17cF14C5B45436B8f";

describe("the block explorer", () => {
  it("is Lineascan for Linea", () => {
    expect(addressOnExplorer("LINEA", contract)).toBe(`https://lineascan.build/address/${contract}`);
  });

  it("is Polygonscan for Polygon", () => {
    expect(addressOnExplorer("POLYGON", contract)).toBe(`https://polygonscan.com/address/${contract}`);
  });

  it.each(["MAINNET", "LOCAL"] as const)("is an Ethereum explorer for %s", (network) => {
    expect(addressOnExplorer(network, contract)).toBe(`https://etherscan.io/address/${contract}`);
  });

  it.each([
    ["LINEA_GOERLI", "https://sepolia.lineascan.build"],
    ["MUMBAI", "https://amoy.polygonscan.com"],
    ["GOERLI", "https://sepolia.etherscan.io"],
    ["RINKEBY", "https://sepolia.etherscan.io"],
  ] as const)("of %s is that of the test network that took its place", (network, explorer) => {
    expect(transactionOnExplorer(network, "0x12")).toBe(`${explorer}/tx/0x12`);
  });

  it("shows one token of a collection", () => {
    expect(tokenOnExplorer("POLYGON", contract, "17")).toBe(`https://polygonscan.com/token/${contract}?a=17`);
  });
});

describe("the marketplace", () => {
  it("is the one of the test networks", () => {
    expect(tokenOnMarketplace("POLYGON", contract, "17")).toContain("/assets/amoy/");
    expect(tokenOnMarketplace("LINEA", contract, "17")).toContain("/assets/sepolia/");
  });
});
