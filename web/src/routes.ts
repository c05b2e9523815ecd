import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("features/catalogue/home.tsx"),
  route("wraps", "features/catalogue/wraps.tsx"),
  route("experiences", "features/experiences/experience-list.tsx"),
  route("experiences/:campaignId", "features/experiences/experience.tsx"),
  route("experiences/:campaignId/nft", "features/experiences/artworks.tsx"),
  route("experiences/:campaignId/participant/:participantId", "features/experiences/participant.tsx"),
  route("wrap/:songId", "features/catalogue/wrap.tsx"),
  route("artist/:artistId", "features/catalogue/artist.tsx"),
  route("embed/wrap/:songId", "features/catalogue/embed.tsx"),
  route("login", "features/accounts/login.tsx"),
  layout("features/accounts/members.tsx", [
    route("you", "features/accounts/you.tsx"),
    route("my/*", "features/accounts/nowhere.tsx", { id: "my-nowhere" }),
    route("create/*", "features/accounts/nowhere.tsx", { id: "create-nowhere" }),
    route("experiences/:campaignId/participate", "features/accounts/nowhere.tsx", {
      id: "participate-nowhere",
    }),
  ]),
  route("terms", "shell/terms.tsx"),
  route("privacy", "shell/privacy.tsx"),
  route("*", "shell/not-found.tsx"),
] satisfies RouteConfig;
