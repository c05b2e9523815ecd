import { type Address, createPublicClient, http, parseAbi } from "viem";

const abi = parseAbi([
  "function ownerOf(uint256 id) view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function tokenURI(uint256 id) view returns (string)",
  "function totalSupply() view returns (uint256)",
]);

/** Reads a token collection on the program's local chain. Addresses are in lower case. */
export type Collection = {
  supply(): Promise<number>;
  ownerOf(token: number): Promise<string>;
  uriOf(token: number): Promise<string>;
  /** Returns the number of tokens of each address. */
  balancesOf(owners: readonly string[]): Promise<number[]>;
  ownersOf(tokens: readonly number[]): Promise<string[]>;
};

/** Calls per batch; the chain accepts at most fifty. */
const maxBatchSize = 40;

export function readCollection(url: string, contract: string): Collection {
  const client = createPublicClient({
    transport: http(`${url}/chain/local`, { batch: { batchSize: maxBatchSize } }),
  });
  const address = toAddress(contract);
  const ownerOf = async (token: number) => {
    const args = [BigInt(token)] as const;
    return (await client.readContract({ abi, address, functionName: "ownerOf", args })).toLowerCase();
  };
  return {
    supply: async () => Number(await client.readContract({ abi, address, functionName: "totalSupply" })),
    ownerOf,
    uriOf: (token) => client.readContract({ abi, address, functionName: "tokenURI", args: [BigInt(token)] }),
    ownersOf: (tokens) => mapInBatches(tokens, ownerOf),
    balancesOf: (owners) =>
      mapInBatches(owners, async (owner) =>
        Number(
          await client.readContract({ abi, address, functionName: "balanceOf", args: [toAddress(owner)] }),
        ),
      ),
  };
}

async function mapInBatches<Item, Answer>(
  all: readonly Item[],
  read: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < all.length; from += maxBatchSize)
    answers.push(...(await Promise.all(all.slice(from, from + maxBatchSize).map(read))));
  return answers;
}

function toAddress(address: string): Address {
  return `0x${address.slice(2)}`;
}
