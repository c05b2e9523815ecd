/**
 * Compares the gas of minting with ERC721A: `npm run bench:gas`. Calls to a collection in use, each in its own transaction and
 * including the transaction's base cost.
 */
import { runForge } from "../contracts/forge.ts";

const { passed, output } = await runForge("gas", ["-vv", "--isolate"]);
if (!passed) throw new Error(output);
const gas = new Map(
  [...output.matchAll(/^\s+([\w ]+: [\w ]+): (\d+)$/gm)].map(([, name = "", used]) => [name, Number(used)]),
);
const of = (name: string) => gas.get(name) ?? Number.NaN;

const rows = [
  ["one mint", of("ours: one"), of("erc721a: one")],
  ["each of fifty", of("ours: fifty") / 50, of("erc721a: fifty") / 50],
  ["fifty sent again", of("ours: fifty again"), undefined],
  ["a collection", of("ours: a collection"), undefined],
] as const;
console.log("| gas | Wrapsody | ERC721A | ratio |\n|---|---|---|---|");
for (const [name, ours, theirs] of rows) {
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  const ratio = theirs === undefined ? "" : (ours / theirs).toFixed(3);
  console.log(`| ${name} | ${whole(ours)} | ${theirs === undefined ? "" : whole(theirs)} | ${ratio} |`);
}
