import { createElement, type SVGProps } from "react";

/** An icon in the data format of `lucide-react`. */
export type IconData = {
  name: string;
  aliases?: readonly (string | { name: string })[];
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
};

/**
 * Replaces the icon factory of `lucide-react` (see `vite.config.ts`), whose sizes, colours and titles weigh ten times as
 * much and are unused here. A test compares the output of both.
 */
export default function createIcon({ name, aliases = [], node }: IconData) {
  const names = [name, ...aliases.map((alias) => (typeof alias === "string" ? alias : alias.name))];
  const classes = ["lucide", ...names.map((iconName) => `lucide-${iconName}`)].join(" ");
  return function Icon({ className, ...props }: SVGProps<SVGSVGElement>) {
    const attributes = {
      xmlns: "http://www.w3.org/2000/svg",
      width: 24,
      height: 24,
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      className: className === undefined ? classes : `${classes} ${className}`,
      "aria-hidden": "true",
    } as const;
    return createElement(
      "svg",
      { ...attributes, ...props },
      ...node.map(([tag, shape]) => createElement(tag, shape)),
    );
  };
}
