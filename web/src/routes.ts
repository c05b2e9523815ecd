import { index, type RouteConfig, route } from "@react-router/dev/routes";

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
  route("terms", "shell/terms.tsx"),
  route("privacy", "shell/privacy.tsx"),
  route("*", "shell/not-found.tsx"),
] satisfies RouteConfig;
