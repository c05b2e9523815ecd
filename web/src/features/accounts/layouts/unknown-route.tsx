import { data } from "react-router";

/** Answers 404 for unknown URLs below the pages that need a session. */
export async function clientLoader(): Promise<never> {
  throw data("Not found.", { status: 404 });
}

export default function UnknownRoute() {
  return null;
}
