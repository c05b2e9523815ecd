import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { LazySection } from "../../ui/layout/lazy-section.tsx";

const load = async () => {
  const [part] = await Promise.all([import("./payout-account.tsx"), loadNamespaces("payout")]);
  return part;
};

/** Payout account of a publisher. */
export function PayoutAccount({ title }: { title: string }) {
  return <LazySection title={title} name="payout account" load={load} />;
}
