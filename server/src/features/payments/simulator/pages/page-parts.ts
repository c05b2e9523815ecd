import { createElement as h, type ReactNode } from "react";

/** A description list. */
export function Facts({ children }: { children?: ReactNode }) {
  return h("dl", null, children);
}

export function Fact({ name, children }: { name: string; children?: ReactNode }) {
  return h("div", null, h("dt", null, name), h("dd", null, children));
}

/** Shows a state as a dot and a word; the dot is filled if `isOn`. */
export function State({ isOn, children }: { isOn: boolean; children?: ReactNode }) {
  return h("b", null, h("i", { className: isOn ? "dot full" : "dot", "aria-hidden": true }), children);
}
