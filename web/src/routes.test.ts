import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, it } from "vitest";
import routes from "./routes.ts";

type Page = { path: string; layouts: readonly string[] };

/** Lists the pages below some routes, each with the files of its layouts. */
function listPages(entries: readonly RouteConfigEntry[], layouts: readonly string[] = []): Page[] {
  return entries.flatMap(({ path = "", file, children }) =>
    children === undefined ? [{ path, layouts }] : listPages(children, [...layouts, file]),
  );
}

const pages = listPages(routes);
const isOfAccount = ({ path }: Page) => /^(you|library|my|create|admin|subscription)(\/|$)/.test(path);
const withoutLayout = (layout: string, some: readonly Page[]) =>
  some.filter(({ layouts }) => !layouts.includes(layout)).map(({ path }) => path);

describe("pages", () => {
  it("of an account require a session, and no others do", () => {
    const guard = "features/accounts/layouts/authenticated-layout.tsx";
    const own = pages.filter(isOfAccount);
    expect(own.length).toBeGreaterThan(40);
    expect(withoutLayout(guard, own)).toEqual([]);
    const others = pages.filter((page) => !isOfAccount(page));
    expect(withoutLayout(guard, others)).toEqual(others.map(({ path }) => path));
  });

  it("of the administration are for administrators only", () => {
    const administration = pages.filter(({ path }) => /^admin(\/|$)/.test(path) && path !== "admin/*");
    expect(administration.length).toBeGreaterThan(10);
    const guard = "features/accounts/layouts/admin-layout.tsx";
    expect(withoutLayout(guard, administration)).toEqual([]);
  });
});
