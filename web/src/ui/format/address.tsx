import { shortAddress } from "./format.ts";

/** Shows a shortened address. Screen readers read it in full. */
export function Address({ address }: { address: string }) {
  return (
    <span className="code-l" title={address}>
      <span aria-hidden="true">{shortAddress(address)}</span>
      <span className="vh">{address}</span>
    </span>
  );
}
