/**
 * Returns the Huffman code length of each symbol by frequency, limited to `mostBits`; 0 for unused symbols.
 * At least two symbols must occur.
 */
export function codeLengths(counts: Uint32Array, mostBits: number): Uint8Array {
  const symbols = [...counts.keys()].filter((symbol) => counts[symbol] !== 0);
  // Rarest first; ties by symbol, so that the codes are deterministic.
  symbols.sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0) || a - b);
  const ofLength = limitLengths(countDepths(symbols.map((symbol) => counts[symbol] ?? 0)), mostBits);
  const lengths = new Uint8Array(counts.length);
  let at = symbols.length;
  for (let length = 1; length <= mostBits; length += 1) {
    for (let left = ofLength[length] ?? 0; left > 0; left -= 1) {
      at -= 1;
      lengths[symbols[at] ?? 0] = length;
    }
  }
  return lengths;
}

/** Builds Huffman's tree over ascending counts; returns the number of leaves at each depth. */
function countDepths(leaves: readonly number[]): number[] {
  const weights = [...leaves];
  const parents: number[] = [];
  let [leaf, node] = [0, leaves.length];
  const lightest = () => {
    const takesLeaf =
      leaf < leaves.length && (node >= weights.length || (weights[leaf] ?? 0) <= (weights[node] ?? 0));
    return takesLeaf ? leaf++ : node++;
  };
  while (weights.length < 2 * leaves.length - 1) {
    const [first, second] = [lightest(), lightest()];
    parents[first] = weights.length;
    parents[second] = weights.length;
    weights.push((weights[first] ?? 0) + (weights[second] ?? 0));
  }
  const depths: number[] = [];
  const counted: number[] = [];
  for (let at = weights.length - 1; at >= 0; at -= 1) {
    const parent = parents[at];
    const depth = parent === undefined ? 0 : (depths[parent] ?? 0) + 1;
    depths[at] = depth;
    if (at < leaves.length) counted[depth] = (counted[depth] ?? 0) + 1;
  }
  return counted;
}

/** Limits the code lengths; makes room for the cut ones among shorter codes. */
function limitLengths(counted: readonly number[], mostBits: number): number[] {
  const ofLength = Array.from({ length: mostBits + 1 }, (_, length) => counted[length] ?? 0);
  for (let length = mostBits + 1; length < counted.length; length += 1)
    ofLength[mostBits] = (ofLength[mostBits] ?? 0) + (counted[length] ?? 0);
  let used = ofLength.reduce(
    (sum, count, length) => sum + (length > 0 ? count * 2 ** (mostBits - length) : 0),
    0,
  );
  for (; used > 2 ** mostBits; used -= 1) {
    ofLength[mostBits] = (ofLength[mostBits] ?? 0) - 1;
    let shorter = mostBits - 1;
    while ((ofLength[shorter] ?? 0) === 0) shorter -= 1;
    ofLength[shorter] = (ofLength[shorter] ?? 0) - 1;
    ofLength[shorter + 1] = (ofLength[shorter + 1] ?? 0) + 2;
  }
  return ofLength;
}

/** Returns the canonical codes, bit-reversed as deflate writes them. */
export function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  const longest = Math.max(...lengths);
  let code = 0;
  for (let length = 1; length <= longest; length += 1) {
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      codes[symbol] = reverseBits(code, length);
      code += 1;
    }
    code <<= 1;
  }
  return codes;
}

function reverseBits(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit += 1) result |= ((code >>> bit) & 1) << (length - 1 - bit);
  return result;
}
