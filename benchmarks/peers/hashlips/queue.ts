/** Stands for `bull`, the queue out of which the published engine's pictures would be uploaded: it takes them and is done. */
class Queue {
  async add(): Promise<void> {}
}

// The whole of a CommonJS module, as the engine requires it.
export { Queue as "module.exports" };
