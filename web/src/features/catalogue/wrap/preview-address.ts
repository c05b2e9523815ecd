import { createContext, useContext } from "react";
import { paths } from "../../../paths.ts";

/** Returns the URL of a wrap's page or of one of its tabs. */
export type Address = (tab?: number) => string;

/** Overrides the URL of a wrap that is not public yet. */
export const PreviewAddress = createContext<Address | undefined>(undefined);

/** Returns true if the wrap is a preview. A preview has no page to share. */
export function useIsPreview(): boolean {
  return useContext(PreviewAddress) !== undefined;
}

/** Returns the URL of the displayed wrap. */
export function useWrapAddress(prettyId: string): Address {
  const preview = useContext(PreviewAddress);
  return preview ?? ((tab) => paths.wrap(prettyId, tab === undefined ? {} : { tab }));
}
