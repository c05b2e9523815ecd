import { renderToStaticMarkup } from "react-dom/server";
import { type LinkProps, MemoryRouter, Link as RealLink } from "react-router";
import { describe, expect, it } from "vitest";
import { Link } from "./server-link.tsx";

const links: LinkProps[] = [
  { to: "/" },
  { to: "/wraps?q=a%20b&page=2#top", className: "more", "aria-current": "page" },
  { to: "/wrap/señal", replace: true, state: { from: "/" }, viewTransition: true, preventScrollReset: true },
  { to: "/login", discover: "none", target: "_blank", rel: "noopener", onClick: () => undefined },
  { to: "/feed.xml", reloadDocument: true, prefetch: "intent", relative: "path", title: "Feed" },
  { to: "?page=2" },
  { to: "#tabs" },
  { to: { pathname: "/wraps", search: "?q=x" } },
  { to: "https://example.org/a" },
  { to: "//example.org/a" },
];

describe("the link of the server", () => {
  it.each(links)("has the attributes of the real one: %o", (props) => {
    expect(attributesOf(<Link {...props} />)).toEqual(attributesOf(<RealLink {...props} />));
  });
});

function attributesOf(link: React.ReactNode): string[] {
  const html = renderToStaticMarkup(<MemoryRouter initialEntries={["/artist/a?tab=1"]}>{link}</MemoryRouter>);
  return (html.match(/[\w-]+="[^"]*"/g) ?? []).sort();
}
