/** Composes pictures out of layers. */
export type Contender = {
  /** Folder that contains its pictures afterwards, and nothing else. */
  images: string;
  /** Prepares a run, which is not measured. The returned function composes all its pictures. */
  prepare(pictures: number): Promise<() => Promise<void>>;
};
