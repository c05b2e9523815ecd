import { describe } from "vitest";
import { phone } from "../harness/chromium.ts";
import { walkPublicPages } from "../harness/public-pages.ts";

describe("every public page on a phone", () => walkPublicPages(phone));
