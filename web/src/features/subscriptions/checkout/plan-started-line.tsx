import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";

const load = async () => {
  const [part] = await Promise.all([import("./plan-started.tsx"), loadNamespaces("studio")]);
  return part;
};

/** Announces a new premium plan. A separate chunk with its own texts, because few users see it once. */
export function PlanStarted() {
  const { part } = useLazyModule("plan started", load);
  return part === undefined ? null : <part.default />;
}
