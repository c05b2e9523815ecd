import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** What is built: a contract of the same name in each file. */
export const contractNames = ["CampaignCollection", "CampaignFactory", "WrapToken"] as const;
export type ContractName = (typeof contractNames)[number];

type Artifact = { abi: readonly unknown[]; bytecode: `0x${string}` };

const require = createRequire(import.meta.url);

/** The compiler, as far as this uses it. */
type Compiler = {
  version(): string;
  compile(
    input: string,
    callbacks: { import(path: string): { contents: string } | { error: string } },
  ): string;
};
const solc = require("solc") as Compiler;

type Output = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>;
};

const settings = {
  optimizer: { enabled: true, runs: 10_000 },
  evmVersion: "cancun",
  // Two builds of the same source are the same, whoever builds them and wherever.
  metadata: { bytecodeHash: "none", appendCBOR: false },
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
};

/** The compiler's input with every source in it, as explorers take it to verify a contract. */
export type StandardJson = {
  language: "Solidity";
  sources: Record<string, { content: string }>;
  settings: typeof settings;
};

/** Compiles all contracts. @throws Error with the compiler's words */
export function compileContracts(): { artifacts: Record<ContractName, Artifact>; input: StandardJson } {
  const sources: StandardJson["sources"] = {};
  for (const name of contractNames) sources[`src/${name}.sol`] = { content: readSource(`src/${name}.sol`) };
  const input: StandardJson = { language: "Solidity", sources, settings };
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import(path) {
        const content = readSource(path);
        sources[path] = { content };
        return { contents: content };
      },
    }),
  ) as Output;
  const errors = output.errors?.filter(({ severity }) => severity === "error") ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"));
  const artifacts = Object.fromEntries(contractNames.map((name) => [name, artifactOf(output, name)]));
  return {
    artifacts: artifacts as Record<ContractName, Artifact>,
    input: { ...input, sources: sorted(sources) },
  };
}

function artifactOf({ contracts }: Output, name: ContractName): Artifact {
  const built = contracts?.[`src/${name}.sol`]?.[name];
  if (built === undefined) throw new Error(`The compiler gave no ${name}.`);
  return { abi: built.abi, bytecode: `0x${built.evm.bytecode.object}` };
}

/** Of this folder, or of a package. */
function readSource(path: string): string {
  const file = path.startsWith("@") ? require.resolve(path) : fileURLToPath(new URL(path, import.meta.url));
  return readFileSync(file, "utf8");
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The text of the module that viem is given a contract by. */
export function bindingOf(name: ContractName, { abi, bytecode }: Artifact): string {
  const variable = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
  return `// Made by \`npm run contracts\` from contracts/src/${name}.sol with solc ${solc.version().split("+")[0]}; not to be edited.
export const ${variable} = {
  abi: ${JSON.stringify(abi, null, 2).replaceAll("\n", "\n  ")},
  bytecode:
    "${bytecode}",
} as const;
`;
}
