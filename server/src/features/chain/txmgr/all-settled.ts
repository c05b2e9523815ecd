/**
 * Waits for all, also where one of them fails, and throws the first failure then: nothing goes on behind the back of who
 * holds the lock.
 */
export async function allSettledOrThrow<const All extends readonly unknown[]>(all: All) {
  await Promise.allSettled(all);
  return Promise.all(all);
}

export function unwrapSettled<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
