import type { ReportedKind } from "@wrapsody/shared/operations/takedown.ts";
import { paths } from "../../paths.ts";

/** Reported thing: its kind, and its id or pretty id. */
export type Reported = { kind: ReportedKind; id: string };

/** Returns the public page of a reported thing. */
export function pageOfThing({ kind, id }: Reported): string {
  switch (kind) {
    case "wrap":
      return paths.wrap(id);
    case "artist":
      return paths.artist(id);
    case "experience":
      return paths.experience(id);
    case "playlist":
      return paths.playlist(id);
    case "artwork": {
      const at = id.lastIndexOf("-");
      return paths.participant(id.slice(0, at), Number(id.slice(at + 1)));
    }
  }
}
