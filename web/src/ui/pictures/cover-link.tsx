import { Link, type LinkProps, useLocation, useViewTransitionState } from "react-router";

/** The link that was followed last, by its page and address. After going back, the first link like it takes its place. */
let opened: { from: string; link: Element } | undefined;

/** A link whose cover becomes the picture at the head of the page that it opens. The cover is in the link, or in the same item of a list. */
export function CoverLink({ to, ...props }: Omit<LinkProps, "to" | "onClick"> & { to: string }) {
  const from = useLocation().key + to;
  const isMoving = useViewTransitionState(to);
  const mark = (link: Element | null) => {
    if (link && opened?.from === from && !opened.link.isConnected) opened = { from, link };
    link?.toggleAttribute("data-opening", isMoving && opened?.link === link);
  };
  return (
    <Link
      {...props}
      to={to}
      ref={mark}
      viewTransition={allowsMotion()}
      onClick={({ currentTarget: link }) => {
        opened = { from, link };
      }}
    />
  );
}

function allowsMotion(): boolean {
  return typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
