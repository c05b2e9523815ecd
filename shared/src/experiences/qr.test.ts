import { expect, it } from "vitest";
import { isRedirectTarget } from "./qr.ts";

it.each([
  "https://ottilie.example/backstage?a=1#top",
  "http://localhost:3000/",
  "https://ottilie.example/@ines",
])("a code may lead to %j", (link) => {
  expect(isRedirectTarget(link)).toBe(true);
});

it.each([
  ...[
    "https://user:pass@ottilie.example/",
    "https://bank.example@evil.example/",
    "https://:pass@evil.example",
  ],
  ...[
    "https://ottilie.example/\r\nset-cookie: a=b",
    "https://otti\nlie.example/",
    "https://ottilie.example/\r",
  ],
  ...["https://ottilie.example/\0", "javascript:alert(1)", "//ottilie.example/", "/my/art", ""],
])("a code may not lead to %j", (link) => {
  expect(isRedirectTarget(link)).toBe(false);
});
