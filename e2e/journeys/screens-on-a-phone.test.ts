import { describe } from "vitest";
import { phone } from "../harness/chromium.ts";
import { testScreens } from "../harness/screens.ts";

describe("on a phone", () => testScreens(phone));
