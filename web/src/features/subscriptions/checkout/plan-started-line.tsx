import { loadTexts } from "../../../lib/language/namespaces.ts";
import { useLaterPart } from "../../../lib/lazy-module.ts";

const load = async () => {
  const [part] = await Promise.all([import("./plan-started.tsx"), loadTexts("studio")]);
  return part;
};

/** That a premium plan has begun. Seen once by few, so it is fetched by itself, its words too. */
export function PlanBegun() {
  const { part } = useLaterPart("plan begun", load);
  return part === undefined ? null : <part.default />;
}
