import { data } from "react-router";

/** Every address that is no page; the site's own frame still knows what it knows. */
export function loader(): never {
  throw data("Not found.", { status: 404 });
}

export function clientLoader(): never {
  throw data("Not found.", { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
