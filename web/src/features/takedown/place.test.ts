import { expect, it } from "vitest";
import { parsePlace } from "./place.ts";

const site = "https://wrapsody.example:8402";

it.each([
  [
    "a page and a time",
    `${site}/wrap/salt-meridian, chorus at 1:12`,
    { path: "/wrap/salt-meridian", seconds: 72 },
  ],
  [
    "a tab of a page",
    `See ${site}/wrap/salt?tab=learn.`,
    { path: "/wrap/salt?tab=learn", seconds: undefined },
  ],
  ["a time with hours", "from 1:02:03 on", { path: undefined, seconds: 3723 }],
  ["a range of times, by its start", "0:45–1:10", { path: undefined, seconds: 45 }],
  ["neither", "The whole recording", { path: undefined, seconds: undefined }],
  ["no time, but a ratio or a port", "16:9:21:7 at 127.0.0.1:8402", { path: undefined, seconds: undefined }],
  ["another site", "https://evil.example/wrap/salt", { path: undefined, seconds: undefined }],
  [
    "another site that begins like this one",
    `${site}.evil.example/x`,
    { path: undefined, seconds: undefined },
  ],
])("the exact place of a report is read: %s", (_, location, place) => {
  expect(parsePlace(location, site)).toEqual(place);
});
