import { describe } from "vitest";
import { phone } from "../harness/chromium.ts";
import { testPublicPages } from "../harness/public-pages.ts";

describe("every public page on a phone", () => testPublicPages(phone));
