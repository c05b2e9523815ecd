import { Link, type LinkProps, useViewTransitionState } from "react-router";

/** A link that contains a cover, which becomes the picture at the head of the page that it opens. */
export function CoverLink({ to, ...props }: LinkProps & { to: string }) {
  const isOpening = useViewTransitionState(to);
  return <Link {...props} to={to} viewTransition={allowsMotion()} data-opening={isOpening || undefined} />;
}

function allowsMotion(): boolean {
  return typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
