import { shortAddress } from "./format.ts";

/** An account of a chain, or a contract: shortened to look at, whole to be read out. */
export function Address({ address }: { address: string }) {
  return (
    <span className="code-l" title={address}>
      <span aria-hidden="true">{shortAddress(address)}</span>
      <span className="vh">{address}</span>
    </span>
  );
}
