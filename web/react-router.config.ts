import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // The parts of our pages are small: each file of its own costs more in the list of all files than it saves.
  splitRouteModules: false,
  // The site has few routes: telling the browser all of them saves a request before each navigation.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
