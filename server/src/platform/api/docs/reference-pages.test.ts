import { endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { getSongs, postStream } from "@wrapsody/shared/catalogue/catalogue.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { formatType } from "./format-type.ts";
import { renderErrors, renderGroup, renderMissing, renderOverview } from "./reference-pages.ts";

const addThing = endpoint({
  method: "POST",
  path: "thing/:id",
  access: "personal",
  tag: "things",
  summary: "Adds a thing. E0007 on `name` if it is <taken>.",
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ name: z.string().min(1).max(80) }),
  files: { picture: { maxBytes: 1_000_000, tooLarge: "Too large." } },
  answer: z.object({ name: z.string().nullable() }),
});
const reference = {
  siteName: "Low Tide Records",
  publicUrl: "https://music.example",
  endpoints: [getSongs, postStream, addThing],
};

describe("the pages of the API reference", () => {
  it("list all calls, each with a link to its group", () => {
    const html = renderOverview(reference);
    expect(html).toContain('href="/api/docs/things#post-thing-id"');
    expect(html).toContain('href="/api/docs/catalogue#get-songs"');
    expect(html).toContain("Idempotency-Key");
  });

  it("begin with the base URL, a first call and how to log in, above the list of groups", () => {
    const html = renderOverview(reference);
    const places = [
      "https://music.example/api/v1</code>",
      "/songs?limit=3",
      "/auth \\\n",
      "Groups of calls",
      "is at least",
    ];
    const found = places.map((text) => html.indexOf(text));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  it("hide their copy buttons until the script shows them", () => {
    const html = renderOverview(reference);
    expect(html.match(/<button[^>]*>/g)).toEqual([
      '<button type="button" class="copy" hidden="">',
      '<button type="button" class="copy" hidden="">',
    ]);
    expect(html).toContain('<script src="/api/docs/reference.js" defer="">');
  });

  it("describe each call of a group: caller, parameters, filters, body, files, response and errors", () => {
    const html = renderGroup(reference, "things") ?? "";
    for (const text of [
      'id="post-thing-id"',
      "E0007 on <code>name</code> if it is &lt;taken&gt;.",
      "A session; API keys are refused.",
      "id: integer // above 0",
      "name: string // 1 to 80 characters",
      "picture?: file // at most 1,000,000 bytes",
      "name: string | null",
      'href="/api/docs/errors#409"',
    ])
      expect(html).toContain(text);
    expect(renderGroup(reference, "catalogue")).toContain("name: text == != ~~");
    expect(renderGroup(reference, "nothing")).toBeUndefined();
    expect(renderMissing(reference)).toContain('href="/api/docs/things"');
  });

  it("begin each group of several calls with an index of them", () => {
    expect(renderGroup(reference, "catalogue")?.match(/href="[^"]*#get-songs"/g)).toHaveLength(2);
    expect(renderGroup(reference, "things")?.match(/href="[^"]*#post-thing-id"/g)).toHaveLength(1);
  });

  it("list the codes of errors by status", () => {
    expect(renderErrors(reference)).toMatch(/id="429".+E0010/s);
  });
});

it.each([
  [z.enum(["A", "B"]), '"A" | "B"'],
  [z.array(z.string()), "string[]"],
  [z.array(z.string().nullable()), "(string | null)[]"],
  [z.tuple([z.string(), z.number()]), "[string, number]"],
  [z.record(z.string(), z.boolean()), "{\n  [key: string]: boolean\n}"],
  [z.object({ a: z.object({ b: z.literal(1).optional() }) }), "{\n  a: {\n    b?: 1\n  }\n}"],
  [z.object({}), "{}"],
  [z.unknown(), "any"],
])("a type of the API reference has the form of TypeScript", (schema, text) => {
  expect(formatType(z.toJSONSchema(schema))).toBe(text);
});
