/**
 * Waits for all, also where one of them fails, and throws the first failure then: nothing goes on behind the back of who
 * holds the lock.
 */
export async function together<T>(all: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(all);
  return settled.map(settledValue);
}

export function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
