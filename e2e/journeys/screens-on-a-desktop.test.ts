import { describe } from "vitest";
import { desktop } from "../harness/chromium.ts";
import { testScreens } from "../harness/screens.ts";

describe("on a desktop", () => testScreens(desktop));
