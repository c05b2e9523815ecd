import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  // The site has few routes: telling the browser all of them saves a request before each navigation.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
