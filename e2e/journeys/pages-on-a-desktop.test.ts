import { describe } from "vitest";
import { desktop } from "../harness/chromium.ts";
import { testPublicPages } from "../harness/public-pages.ts";

describe("every public page on a desktop", () => testPublicPages(desktop));
