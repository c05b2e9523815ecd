import { data } from "react-router";

/** An address among the pages that need a session, at which there is none. */
export async function clientLoader(): Promise<never> {
  throw data("Not found.", { status: 404 });
}

export default function UnknownRoute() {
  return null;
}
