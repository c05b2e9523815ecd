import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("features/catalogue/home.tsx"),
  route("wrap/:songId", "features/catalogue/wrap.tsx"),
] satisfies RouteConfig;
