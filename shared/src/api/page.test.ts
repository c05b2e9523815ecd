import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeUnreadable, normalizeText } from "../text/text.ts";
import {
  type Filter,
  type ListQuery,
  operators,
  pageDefaults,
  readListQuery,
  writeListQuery,
} from "./page.ts";

const list = {
  filters: { artist: "text", name: "text", song_id: "integer", is_active: "boolean", since: "time" },
  sortKeys: ["created_at", "name"],
} as const;

/** Texts as `readListQuery` returns them. */
const text = fc
  .string({ unit: "binary", maxLength: 60 })
  .map(normalizeText)
  .filter((value) => value.length <= 200 && describeUnreadable(value) === undefined);
const exactOperators = operators.filter((operator) => operator !== "~~");

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ key: fc.constantFrom("artist", "name"), operator: fc.constantFrom(...operators), value: text }),
  fc.record({
    key: fc.constant("song_id"),
    operator: fc.constantFrom(...exactOperators),
    value: fc.integer({ min: -2_147_483_647, max: 2_147_483_647 }),
  }),
  fc.record({
    key: fc.constant("is_active"),
    operator: fc.constantFrom(...exactOperators),
    value: fc.boolean(),
  }),
  fc.record({
    key: fc.constant("since"),
    operator: fc.constantFrom(...exactOperators),
    value: fc
      .date({ noInvalidDate: true, min: new Date("1900-01-01"), max: new Date("2200-01-01") })
      .map((date) => date.toISOString()),
  }),
);

const query: fc.Arbitrary<ListQuery> = fc
  .record({
    limit: fc.integer({ min: 1, max: 1000 }),
    offset: fc.integer({ min: 0, max: 1_000_000 }),
    sort: fc.option(
      fc.record({
        sortKey: fc.constantFrom("created_at", "name"),
        sortDir: fc.constantFrom("ASC" as const, "DESC" as const),
        sortRequested: fc.constant(true as const),
      }),
    ),
    filters: fc.array(filter, { maxLength: 10 }),
  })
  .map(({ limit, offset, sort, filters }) => ({
    ...pageDefaults,
    limit,
    offset,
    filters,
    ...(sort ?? {}),
  }));

describe("a list's query string", () => {
  it("is read as it was written", { retry: 0 }, () => {
    fc.assert(
      fc.property(query, (input) => {
        expect(readListQuery(writeListQuery(input), list)).toEqual({ ok: true, query: input });
      }),
    );
  });

  it("is read the same when a client percent-encodes the operators as well", { retry: 0 }, () => {
    fc.assert(
      fc.property(filter, (input) => {
        const written = writeListQuery({ filters: [input] });
        const encoded = written.replace(
          input.operator,
          [...input.operator].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(""),
        );
        expect(readListQuery(encoded, list)).toEqual(readListQuery(written, list));
      }),
    );
  });

  it("never throws, and reports errors for every query that it rejects", { retry: 0 }, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (raw) => {
        const result = readListQuery(raw, list);
        if (!result.ok) expect(result.errors.length).toBeGreaterThan(0);
      }),
    );
  });

  it("omits default values, but not a requested order", () => {
    expect(writeListQuery({ ...pageDefaults, filters: [] })).toBe("");
    expect(writeListQuery({ limit: 14, filters: [{ key: "name", operator: "~~", value: "a&b=c" }] })).toBe(
      "limit=14&name~~a%26b%3Dc",
    );
    expect(writeListQuery({ ...pageDefaults, sortRequested: true })).toBe("sortKey=created_at&sortDir=DESC");
  });

  it("reports all errors together", () => {
    const result = readListQuery(
      "limit=0&offset=-1&sortKey=plays&sortDir=up&mood==x&song_id==seven&song_id~~7&is_active==yes&since>>soon&odd=1",
      list,
    );
    expect(result).toMatchObject({ ok: false });
    const fields = result.ok ? [] : result.errors.map(({ field }) => field).sort();
    expect(fields).toEqual(
      [
        "is_active",
        "limit",
        "mood",
        "odd",
        "offset",
        "since",
        "song_id",
        "song_id",
        "sortDir",
        "sortKey",
      ].sort(),
    );
  });

  it("refuses more filters and longer values than anyone needs", () => {
    const eleven = Array.from({ length: 11 }, (_, n) => `song_id!=${n}`).join("&");
    expect(readListQuery(eleven, list)).toMatchObject({ ok: false, errors: [{ field: "filters" }] });
    expect(readListQuery(`name==${"x".repeat(201)}`, list)).toMatchObject({ errors: [{ field: "name" }] });
    expect(readListQuery(`name==${"x".repeat(200)}`, list)).toMatchObject({ ok: true });
  });

  it("takes a name from the prototype of objects for no key", () => {
    expect(readListQuery("constructor==1", list)).toMatchObject({ errors: [{ field: "constructor" }] });
  });

  it("passes over the settings that the call knows itself", () => {
    expect(readListQuery("detail=true&limit=3", list, new Set(["detail"]))).toMatchObject({
      ok: true,
      query: { limit: 3 },
    });
  });
});
