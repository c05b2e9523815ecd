import { globSync, readFileSync } from "node:fs";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import createIcon, { type IconData } from "./light-icon.ts";

/** The icons that pages import. */
const used = new Set(
  globSync("**/*.tsx", { cwd: new URL("../../", import.meta.url) }).flatMap((file) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    return [...source.matchAll(/from "lucide-react\/icons\/([\w-]+)"/g)].map(([, name = ""]) => name);
  }),
);

/** Returns the module of an icon; some names are aliases. */
function addressOf(name: string): string {
  const file = new URL(`../../../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`, import.meta.url);
  const other = /export \{ default \} from '\.\/([\w-]+)\.mjs'/.exec(readFileSync(file, "utf8"))?.[1];
  return other === undefined ? file.href : addressOf(other);
}

type Module = { default: ComponentType<Record<string, unknown>>; __iconData: IconData };

it.each([...used])("%s renders as the real icon", async (name) => {
  const real: Module = await import(addressOf(name));
  const light = createIcon(real.__iconData);
  for (const props of [
    {},
    { className: "i", "aria-hidden": "true" },
    { className: "i", "aria-hidden": true },
  ]) {
    expect(renderToStaticMarkup(createElement<object>(light, props))).toBe(
      renderToStaticMarkup(createElement(real.default, props)),
    );
  }
});
