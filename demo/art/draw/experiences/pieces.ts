/** The pieces of an experience by file name; each is drawn at the width at which it is placed. */
export type Pieces = Record<string, { readonly width: number; readonly svg: string }>;
