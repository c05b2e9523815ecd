import type { DemoWrapSlug, IsoInstant } from "./catalogue/types.ts";

/** A wrap that is not public, for the demo's publishers and reviewer. */
export type DemoDeskWrap = {
  readonly slug: string;
  readonly title: string;
  /** Name of a demo artist. */
  readonly artist: string;
  readonly description: string;
  readonly status: "DRAFT" | "IN_REVIEW" | "REJECTED" | "HIDDEN";
  /** The wrap whose recording it uses; drafts may have none. */
  readonly recording?: DemoWrapSlug;
  /** The reviewer's reason. */
  readonly rejection?: string;
  /** Whether its recording matches another publisher's. */
  readonly suspicious?: true;
  readonly plays: number;
  readonly created_at: IsoInstant;
  readonly submitted_at?: IsoInstant;
};

/** In order of creation. */
export const demoDesk = [
  {
    slug: "low-water",
    title: "Low Water",
    artist: "Inês Corvacho",
    description:
      "The harbour with the plug pulled out. Taken off the page while Inês argues with the label about the last verse.",
    status: "HIDDEN",
    recording: "moth-hours",
    plays: 612,
    created_at: "2026-04-11T16:20:00Z",
    submitted_at: "2026-04-12T09:00:00Z",
  },
  {
    slug: "sheet-55-north",
    title: "Sheet 55 North",
    artist: "Aud Fjelstad",
    description: "The map sheet next to Kvadrat Hills, mostly water. Three notes and a lot of patience.",
    status: "REJECTED",
    recording: "kvadrat-hills",
    rejection:
      "The recording is the one of Kvadrat Hills, and the cover is the print of your experience. Please upload the take you meant, with a cover of its own.",
    plays: 0,
    created_at: "2026-08-30T07:45:00Z",
    submitted_at: "2026-08-31T10:05:00Z",
  },
  {
    slug: "marbled",
    title: "Marbled",
    artist: "Marlow Finch",
    description: "A found tape, says Marlow. It was found on somebody's shelf.",
    status: "IN_REVIEW",
    recording: "endpapers",
    suspicious: true,
    plays: 0,
    created_at: "2026-09-18T20:11:00Z",
    submitted_at: "2026-09-18T20:31:00Z",
  },
  {
    slug: "last-stop-all-change",
    title: "Last Stop, All Change",
    artist: "Nattlinje 55",
    description:
      "What the driver hums between the last stop and the depot, at the speed of the windscreen wipers.",
    status: "IN_REVIEW",
    recording: "sodium",
    plays: 0,
    created_at: "2026-09-20T22:40:00Z",
    submitted_at: "2026-09-21T06:15:00Z",
  },
  {
    slug: "spirograph-for-two",
    title: "Spirograph for Two",
    artist: "Petra Vaškovská",
    description: "Two marimbas on one gear wheel. They meet every ninety-six bars and are polite about it.",
    status: "DRAFT",
    recording: "staircase-descending",
    plays: 0,
    created_at: "2026-09-22T11:30:00Z",
  },
  {
    slug: "errata",
    title: "Errata",
    artist: "Aud Fjelstad",
    description: "The wrong notes of a year, in order, with the page numbers where they happened.",
    status: "DRAFT",
    plays: 0,
    created_at: "2026-09-23T14:02:00Z",
  },
] as const satisfies readonly DemoDeskWrap[];
