export { SystemStatus, useSystemStatus } from "./system-status.tsx";
