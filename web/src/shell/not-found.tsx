import { data } from "react-router";

/** Handles every unknown URL within the layout of the site. */
export function loader(): never {
  throw data("Not found.", { status: 404 });
}

export function clientLoader(): never {
  throw data("Not found.", { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
