import { createElement as h, type ReactNode } from "react";

/** Names and what is said of each. */
export function Facts({ children }: { children?: ReactNode }) {
  return h("dl", null, children);
}

export function Fact({ name, children }: { name: string; children?: ReactNode }) {
  return h("div", null, h("dt", null, name), h("dd", null, children));
}

/** A state is a shape first, then a word: filled for what holds. */
export function State({ isOn, children }: { isOn: boolean; children?: ReactNode }) {
  return h("b", null, h("i", { className: isOn ? "dot full" : "dot", "aria-hidden": true }), children);
}
