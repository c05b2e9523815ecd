export { SystemStatus } from "./system-status.tsx";
