import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";

const load = async () => {
  const [part] = await Promise.all([import("./plan-started.tsx"), loadNamespaces("studio")]);
  return part;
};

/** That a premium plan has begun. Seen once by few, so it is fetched by itself, its words too. */
export function PlanStarted() {
  const { part } = useLazyModule("plan begun", load);
  return part === undefined ? null : <part.default />;
}
