/** Replaces `bull`, the queue from which the published engine's pictures would be uploaded: drops every job. */
class Queue {
  async add(): Promise<void> {}
}

// Exports a whole CommonJS module, as the engine requires it.
export { Queue as "module.exports" };
