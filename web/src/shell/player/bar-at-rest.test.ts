import { expect, test } from "vitest";
import { barAtRest } from "./bar-at-rest.ts";

test.each([
  ["offer", ["/", "/wraps", "/wraps/", "/search", "/experiences", "/charts", "/tag/folk"]],
  ["own", ["/wrap/salt-meridian", "/wrap/salt-meridian/", "/experiences/tide-tables"]],
  [
    "heard",
    ["/artist/ines-corvacho", "/album/a", "/you", "/my/library", "/my/art", "/my/rewards/ticket/3", "/terms"],
  ],
  [
    "heard",
    ["/experiences/tide-tables/nft", "/experiences/tide-tables/participant/3", "/wrap/kiln/countdown"],
  ],
  ["none", ["/login", "/login/oauth", "/signup", "/setup", "/lostPassword", "/claim/1/2", "/user/1/claim/2"]],
  [
    "none",
    ["/experiences/tide-tables/participate", "/experiences/tide-tables/personalize", "/subscription/confirm"],
  ],
  [
    "none",
    ["/create", "/create/one", "/my/wraps", "/my/artists", "/my/wrap/247/preview", "/my/experiences/31"],
  ],
  ["none", ["/admin", "/admin/review/247"]],
])("the bar at rest is %s at %j", (rest, paths) => {
  expect(paths.map(barAtRest)).toEqual(paths.map(() => rest));
});
