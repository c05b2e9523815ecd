import { createElement } from "react";
import { type LinkProps, Link as RealLink } from "react-router";

/**
 * Replaces `Link` on the server, where the real one resolves the path of each link twice and
 * prepares clicks and prefetches that never happen. Paths that depend on the page take the real one; a test compares both.
 */
export function Link(props: LinkProps) {
  const { to } = props;
  if (typeof to !== "string" || !to.startsWith("/") || to.startsWith("//") || props.mask !== undefined)
    return createElement(RealLink, props);
  const {
    to: href,
    discover = "render",
    prefetch: _prefetch,
    relative: _relative,
    reloadDocument: _reloadDocument,
    replace: _replace,
    mask: _mask,
    state: _state,
    preventScrollReset: _preventScrollReset,
    viewTransition: _viewTransition,
    defaultShouldRevalidate: _defaultShouldRevalidate,
    onClick: _onClick,
    ...attributes
  } = props;
  return createElement("a", {
    ...attributes,
    href,
    "data-discover": discover === "render" ? "true" : undefined,
  });
}
