/** One that makes pictures out of layers. */
export type Contender = {
  /** The folder in which its pictures stand afterwards, nothing else. */
  images: string;
  /** Prepares a run of so many pictures, which is not measured; what it gives makes them all. */
  ready(pictures: number): Promise<() => Promise<void>>;
};
