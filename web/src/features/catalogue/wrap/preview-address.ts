import { createContext, useContext } from "react";
import { paths } from "../../../paths.ts";

/** The address of a wrap's page, or of one of its tabs. */
export type Address = (tab?: number) => string;

/** Set around a wrap that is shown at another address than its own, before it is public. */
export const PreviewAddress = createContext<Address | undefined>(undefined);

/** Whether the wrap is shown before it is public: then it has no page that could be shared. */
export function useIsPreview(): boolean {
  return useContext(PreviewAddress) !== undefined;
}

/** Where the wrap that is shown has its page. */
export function useWrapAddress(prettyId: string): Address {
  const preview = useContext(PreviewAddress);
  return preview ?? ((tab) => paths.wrap(prettyId, tab === undefined ? {} : { tab }));
}
