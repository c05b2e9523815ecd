import { randomBytes } from "node:crypto";
import { cropTexts } from "@wrapsody/shared/experiences/crop.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import {
  basicAuth,
  bearer,
  makePremium,
  type Person,
  waitUntilBlocked,
} from "../../../../testing/fixtures/people.ts";
import { type ArtistForm, openStudio, pngFile, type Studio } from "../../../../testing/fixtures/studio.ts";
import { multipart } from "../../../../testing/http/multipart.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

async function joinPremium(): Promise<Person> {
  const person = await studio.join();
  await makePremium(studio, person);
  return person;
}

const myArtists = ({ token }: Person, query = "") =>
  studio.call("GET", `my/artists${query === "" ? "" : `?${query}`}`, bearer(token));

async function countRows(person: Person): Promise<number> {
  return (await myArtists(person)).json.body.total;
}

const change = ({ token }: Person, artist: string | number, parts: Parameters<typeof multipart>[0]) =>
  studio.call("PATCH", `artist/${artist}`, multipart(parts, bearer(token).headers));

describe("a publisher who creates an artist", () => {
  beforeEach(async () => {
    // The links of earlier tests are free again.
    await sql`update artist set artist_clean_id = 'earlier-' || id`.execute(studio.context.db);
  });

  it("gives it links, which have to be on their services", async () => {
    const person = await joinPremium();
    const send = (links: unknown) =>
      studio.call(
        "POST",
        "artist",
        multipart(
          { data: JSON.stringify({ name: "Petra", description: "Ferries.", links }), image: pngFile(400) },
          bearer(person.token).headers,
        ),
      );
    const wrong = await send([{ dsp: "SPOTIFY", name: "", link: "https://example.org/petra" }]);
    expect([wrong.status, wrong.json.errors[0]?.field]).toEqual([400, "links.0.link"]);
    expect(await countRows(person)).toBe(0);
    const site = { dsp: null, name: "Site", link: "https://petra.example/" };
    const { status, json } = await send([site]);
    expect([status, json.body.links]).toEqual([200, [site]]);
  });

  it("finds it among their own, and everybody finds its page", async () => {
    const person = await studio.join();
    const { status, json } = await studio.sendArtist(person, { name: "Petra Vaškovská" });
    expect([status, json.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        artist_clean_id: "petra-vaskovska",
        name: "Petra Vaškovská",
        description: "Writes on ferries.",
        links: [],
        songs: 0,
        public_songs: 0,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        image: expect.objectContaining({ width: 400, height: 400 }),
      },
    ]);
    expect((await myArtists(person)).json.body).toEqual({ data: [json.body], total: 1 });
    const page = await studio.call("GET", "artist/petra-vaskovska");
    expect(page.json.body).toMatchObject({
      id: json.body.id,
      name: "Petra Vaškovská",
      image: json.body.image,
      metadata: { name: "Petra Vaškovská", description: "Writes on ferries." },
    });
  });

  it("needs a session and a multipart body", async () => {
    const parts = { name: "Nobody", description: "Nothing", image: pngFile() };
    const anonymous = await studio.call("POST", "artist", multipart(parts));
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "E0002"]);
    const dead = await studio.call("POST", "artist", multipart(parts, bearer("x".repeat(43)).headers));
    expect([dead.status, dead.json.code]).toEqual([401, "E0003"]);
    const json = await studio.call("POST", "artist", {
      ...bearer((await studio.join()).token),
      payload: parts,
    });
    expect([json.status, json.json.code]).toEqual([415, "E0009"]);
  });

  const field = (name: string, message: string) => ({ field: name, message });
  it.each<[string, ArtistForm, { field: string; message: string }[]]>([
    ["no name", { name: undefined }, [field("name", "Required")]],
    ["a name of spaces", { name: "  " }, [field("name", "Required")]],
    ["no description", { description: "" }, [field("description", "Required")]],
    [
      "a name of 10,000 characters",
      { name: "é".repeat(10_000) },
      [field("name", "Please use at most 200 characters.")],
    ],
    [
      "a description of 10,000 characters",
      { description: "é".repeat(10_000) },
      [field("description", "Please use at most 5000 characters.")],
    ],
    ["no picture", { image: undefined }, [field("image", studioTexts.noImage)]],
    ["an empty picture", { image: { content: Buffer.alloc(0) } }, [field("image", studioTexts.noImage)]],
    ["a picture that is text", { image: "no file" }, [field("image", studioTexts.noImage)]],
    [
      "a file that is no image",
      { image: { content: Buffer.from("GIF89a") } },
      [field("image", studioTexts.wrongImage)],
    ],
    ["a picture that is not square", { image: pngFile(500, 400) }, [field("image", studioTexts.notSquare)]],
    [
      "a crop that is none",
      { image: pngFile(600, 400), crop: "10,20,400,400" },
      [field("crop", cropTexts.outside)],
    ],
    ["a crop without a height", { crop: "0,0,1" }, [field("crop", cropTexts.format)]],
    [
      "a crop that is not square",
      { image: pngFile(600, 400), crop: "0,0,1,1" },
      [field("image", studioTexts.notSquare)],
    ],
    ["a picture that is too small", { image: pngFile(399) }, [field("image", studioTexts.tooSmall)]],
    [
      "nothing",
      { name: undefined, description: undefined, image: undefined },
      [field("name", "Required"), field("description", "Required"), field("image", studioTexts.noImage)],
    ],
  ])("gets an error for each wrong field: %s", async (_, form, errors) => {
    const person = await studio.join();
    const { status, json } = await studio.sendArtist(person, form);
    expect([status, json.code, json.errors]).toEqual([400, "E0007", errors]);
    expect(await countRows(person)).toBe(0);
  });

  it("can have a larger picture of any shape with a crop", async () => {
    const content = Buffer.concat([pngFile(900, 600).content, randomBytes(3_000_000)]);
    const { json } = await studio.sendArtist(await studio.join(), {
      image: { content },
      crop: "0.1,0.1,0.5,0.75",
    });
    expect(json.body.image).toMatchObject({ width: 450, height: 450 });
  });

  it("gets an error if the picture is larger than 2 MB", async () => {
    const { status, json } = await studio.sendArtist(await studio.join(), {
      image: { content: Buffer.concat([pngFile().content, randomBytes(2_000_000)]) },
    });
    expect([status, json.code, json.errors]).toEqual([
      413,
      "E0008",
      [{ field: "image", message: studioTexts.imageTooLarge }],
    ]);
  });

  it.each([
    ["Wham!", "wham"],
    ["  AC / DC  ", "ac-dc"],
    ["夜の列車", "夜の列車"],
    ["Ольга Ветер", "ольга-ветер"],
    ["Ørjan Þór & Straße", "orjan-thor-strasse"],
    ["1975", "artist-1975"],
    ["🌊🌊", "water-wave"],
    ["١٢٣", "١٢٣"],
    ["x".repeat(200), "x".repeat(80)],
    [`${"word ".repeat(30)}end`, "word-".repeat(16).slice(0, -1)],
  ])("named %s has a link that can be read and is no number", async (name, cleanId) => {
    const person = await studio.join();
    const { json } = await studio.sendArtist(person, { name });
    expect([json.body.name, json.body.artist_clean_id]).toEqual([name.trim(), cleanId]);
    const page = await studio.call("GET", `artist/${encodeURIComponent(cleanId)}`);
    expect(page.json.body.id).toBe(json.body.id);
  });

  it("of the same name as others has a link of their own, also at the same instant", {
    retry: 0,
  }, async () => {
    const everybody = await Promise.all(Array.from({ length: 8 }, () => studio.join()));
    const answers = await Promise.all(
      everybody.map((person) => studio.sendArtist(person, { name: "The Same Name" })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const links = answers.map(({ json }) => json.body.artist_clean_id);
    expect(new Set(links).size).toBe(8);
    expect(links.every((link) => link.startsWith("the-same-name"))).toBe(true);
    expect(links).toContain("the-same-name");
  });

  it("leaves a line in the log of the account", async () => {
    const person = await studio.join();
    const { json } = await studio.sendArtist(person);
    expect((await studio.events(person.id)).at(-1)).toEqual({
      kind: "artist-created",
      detail: { artist: json.body.id },
    });
  });

  it("is rejected as logged out if the account is deleted during the request", async () => {
    const person = await studio.join();
    const { db } = studio.context;
    let sent: ReturnType<Studio["sendArtist"]> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`delete from account where id = ${person.id}`.execute(tx);
      sent = studio.sendArtist(person, { name: "Too Late" });
      await waitUntilBlocked(db);
    });
    expect([(await sent)?.status, (await sent)?.json.code]).toEqual([401, "E0003"]);
  });

  it("can do so with API keys", async () => {
    const person = await joinPremium();
    const { json } = await studio.call("PATCH", "provider/keys", bearer(person.token));
    const parts = { name: "By Program", description: "Made by a program.", image: pngFile() };
    const created = await studio.call("POST", "artist", multipart(parts, basicAuth(json.body).headers));
    expect([created.status, await countRows(person)]).toEqual([200, 1]);
  });
});

describe("a plan", () => {
  it("has room for one artist, and premium for ten, and the message contains the numbers", async () => {
    const person = await studio.join();
    expect((await studio.sendArtist(person)).status).toBe(200);
    const refused = await studio.sendArtist(person, { name: "Second" });
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      ...[403, "E0024"],
      "Your plan includes 1 artist, and you have 1. Premium includes 10.",
    ]);
    await makePremium(studio, person);
    expect((await studio.sendArtist(person, { name: "Second" })).status).toBe(200);
  });

  it("is kept to exactly when twenty are created at the same instant", { retry: 0 }, async () => {
    const [free, premium] = [await studio.join(), await joinPremium()];
    const crowd = [free, premium].flatMap((person) =>
      Array.from({ length: 20 }, (_, n) => studio.sendArtist(person, { name: `Crowd ${n}` })),
    );
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(11);
    expect(statuses.filter((status) => status === 403)).toHaveLength(29);
    expect([await countRows(free), await countRows(premium)]).toEqual([1, 10]);
  });

  it("without room keeps no picture of what it refuses", async () => {
    const publisher = await studio.addPublisher();
    const image = pngFile(420, 420, "#123456");
    expect((await studio.sendArtist(publisher, { name: "More", image })).status).toBe(403);
    const { rows } = await sql`select from image where width = 420`.execute(studio.context.db);
    expect(rows).toEqual([]);
  });
});

describe("a repeat with the same Idempotency-Key", () => {
  it("answers the same and adds nothing, even where the plan has no room any more", async () => {
    const person = await studio.join();
    const key = { "idempotency-key": "artist-1" };
    const [first, second] = await Promise.all([
      studio.sendArtist(person, {}, key),
      studio.sendArtist(person, {}, key),
    ]);
    const three = await studio.sendArtist(person, {}, key);
    expect(first.status).toBe(200);
    expect([second.json, three.json]).toEqual([first.json, first.json]);
    expect(await countRows(person)).toBe(1);
  });

  it("is refused where anything else is sent, the picture included", async () => {
    const person = await joinPremium();
    const key = { "idempotency-key": "artist-2" };
    expect((await studio.sendArtist(person, {}, key)).status).toBe(200);
    for (const form of [{ name: "Other" }, { image: pngFile(400, 400, "#000000") }]) {
      const { status, json } = await studio.sendArtist(person, form, key);
      expect([status, json.code]).toEqual([409, "E0029"]);
    }
    expect((await studio.sendArtist(await studio.join(), { name: "Mine" }, key)).status).toBe(200);
    expect(await countRows(person)).toBe(1);
  });

  it("may be sent after a failure", async () => {
    const person = await studio.join();
    const key = { "idempotency-key": "artist-3" };
    expect((await studio.sendArtist(person, { image: pngFile(300) }, key)).status).toBe(400);
    expect((await studio.sendArtist(person, {}, key)).status).toBe(200);
  });
});

describe("an artist of a publisher's", () => {
  it("takes a new name, text or picture, whichever is sent, and keeps its link", async () => {
    const publisher = await studio.addPublisher({ name: "Kofi" });
    await sql`
      update artist set metadata = metadata || '{"label":"kept"}' where id = ${publisher.artist}`.execute(
      studio.context.db,
    );
    const before = (await studio.call("GET", `my/artist/${publisher.artist}`, bearer(publisher.token))).json
      .body;
    const named = (await change(publisher, publisher.artist, { name: "Kofi Amprofi" })).json.body;
    expect(named).toEqual({ ...before, name: "Kofi Amprofi" });
    const described = (await change(publisher, before.artist_clean_id, { description: "A referee." })).json
      .body;
    expect(described).toEqual({ ...named, description: "A referee." });
    const repainted = (await change(publisher, publisher.artist, { image: pngFile(450, 450, "#00ff00") }))
      .json.body;
    expect([repainted.image.width, repainted.image.id === before.image.id]).toEqual([450, false]);
    const nothing = await change(publisher, publisher.artist, {});
    expect([nothing.status, nothing.json.body]).toEqual([200, repainted]);
    const page = (await studio.call("GET", `artist/${before.artist_clean_id}`)).json.body;
    expect(page).toMatchObject({ name: "Kofi Amprofi", image: repainted.image });
    const { rows } = await sql<{ metadata: unknown }>`
      select metadata from artist where id = ${publisher.artist}`.execute(studio.context.db);
    expect(rows).toEqual([{ metadata: { name: "Kofi Amprofi", description: "A referee.", label: "kept" } }]);
  });

  it("goes on being credited on songs as it was", async () => {
    const publisher = await studio.addPublisher({ name: "Old Name" });
    const song = await studio.createDraft(publisher);
    await change(publisher, publisher.artist, { name: "New Name" });
    const { json } = await studio.call("GET", `my/song/${song}`, bearer(publisher.token));
    expect(json.body.song.artist).toBe("Old Name");
  });

  it("reports every wrong field and stays unchanged", async () => {
    const publisher = await studio.addPublisher();
    const { status, json } = await change(publisher, publisher.artist, {
      name: " ",
      description: "x".repeat(5_001),
    });
    expect([status, json.errors]).toEqual([
      400,
      [
        { field: "name", message: "Required" },
        { field: "description", message: "Please use at most 5000 characters." },
      ],
    ]);
    const small = await change(publisher, publisher.artist, { name: "Other", image: pngFile(200) });
    expect(small.json.errors).toEqual([{ field: "image", message: studioTexts.tooSmall }]);
    const { json: after } = await studio.call(
      "GET",
      `my/artist/${publisher.artist}`,
      bearer(publisher.token),
    );
    expect(after.body.name).toBe("Inês Corvacho");
  });

  it("cannot be read or changed by others", async () => {
    const publisher = await studio.addPublisher();
    const other = await studio.join();
    const answers = [
      await change(other, publisher.artist, { name: "Stolen" }),
      await studio.call("GET", `my/artist/${publisher.artist}`, bearer(other.token)),
      await change(other, 2_000_000_000, { name: "Missing" }),
      await studio.call("GET", "my/artist/%00", bearer(other.token)),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      ...[
        [404, "E0001"],
        [404, "E0001"],
        [404, "E0001"],
        [400, "E0007"],
      ],
    ]);
    for (const path of ["my/artists", `my/artist/${publisher.artist}`]) {
      expect((await studio.call("GET", path)).json.code).toBe("E0002");
    }
    const anonymous = await studio.call("PATCH", `artist/${publisher.artist}`, multipart({ name: "Stolen" }));
    expect(anonymous.json.code).toBe("E0002");
    expect((await myArtists(other)).json.body).toEqual({ data: [], total: 0 });
  });

  it("changed twice at the same instant has one of both", { retry: 0 }, async () => {
    const publisher = await studio.addPublisher();
    const both = await Promise.all(
      ["One", "Two"].map((name) => change(publisher, publisher.artist, { name })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { json } = await studio.call("GET", `my/artist/${publisher.artist}`, bearer(publisher.token));
    expect(["One", "Two"]).toContain(json.body.name);
  });
});

describe("the list of a publisher's artists", () => {
  it("counts their wraps, is sorted, paged, and found in without accents", async () => {
    const person = await joinPremium();
    const artists: number[] = [];
    for (const name of ["Bänd", "âlpha", "Zoë", "🌊"]) {
      studio.context.clock.move(1);
      artists.push((await studio.sendArtist(person, { name })).json.body.id);
    }
    const [band = 0] = artists;
    const songs = [
      await studio.createDraft({ ...person, artist: band }),
      await studio.createDraft({ ...person, artist: band }),
    ];
    await studio.createDraft({ ...person, artist: band });
    await sql`update song set status = 'ACTIVE' where id = ${songs[0]}`.execute(studio.context.db);
    await sql`update song set status = 'DELETED' where id = ${songs[1]}`.execute(studio.context.db);
    const names = async (query: string) => {
      const { data, total } = (await myArtists(person, query)).json.body;
      return [data.map(({ name }: { name: string }) => name).join(" "), total];
    };
    expect(await names("")).toEqual(["🌊 Zoë âlpha Bänd", 4]);
    expect(await names("sortKey=name&sortDir=ASC")).toEqual(["🌊 âlpha Bänd Zoë", 4]);
    expect(await names("limit=2&offset=1")).toEqual(["Zoë âlpha", 4]);
    expect(await names("limit=2&offset=9")).toEqual(["", 4]);
    expect(await names("name~~AND")).toEqual(["Bänd", 1]);
    expect(await names("name~~%F0%9F%8C%8A")).toEqual(["🌊", 1]);
    expect(await names("name~~%25")).toEqual(["", 0]);
    expect(await names("name!=Zo%C3%AB&name~~a")).toEqual(["âlpha Bänd", 2]);
    const { data } = (await myArtists(person, "name==B%C3%A4nd")).json.body;
    expect(data[0]).toMatchObject({ songs: 2, public_songs: 1 });
  });

  it("knows no other keys", async () => {
    const { status, json } = await myArtists(await studio.join(), "owner_id==1&sortKey=id");
    expect([status, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
      ...[400, ["owner_id", "sortKey"]],
    ]);
  });
});

describe("the links of an artist", () => {
  const send = ({ token }: Person, artist: number, links: unknown) =>
    studio.call(
      "PATCH",
      `artist/${artist}`,
      multipart({ data: JSON.stringify({ links }) }, bearer(token).headers),
    );

  it("lead to services or to named pages, and are shown on the artist's page", async () => {
    const label = await studio.addPublisher();
    const { json } = await send(label, label.artist, [
      { dsp: "SPOTIFY", link: "open.spotify.com/artist/1usSbgAg5roUZewIEn1m8u" },
      { name: "Newsletter", link: "https://ines.example/letters" },
    ]);
    const links = [
      { dsp: "SPOTIFY", name: "", link: "https://open.spotify.com/artist/1usSbgAg5roUZewIEn1m8u" },
      { dsp: null, name: "Newsletter", link: "https://ines.example/letters" },
    ];
    expect(json.body.links).toEqual(links);
    expect((await studio.call("GET", `artist/${label.artist}`)).json.body.links).toEqual(links);
  });

  it.each([
    ["a script", { name: "Bad", link: "javascript:alert(1)" }, "links.0.link", studioTexts.webAddress],
    ["no name", { link: "https://ines.example" }, "links.0.name", "Required"],
    [
      "another site",
      { dsp: "SPOTIFY", link: "https://ines.example" },
      "links.0.link",
      "This is not an address on Spotify.",
    ],
  ])("are refused with an error on their field: %s", async (_, link, field, message) => {
    const label = await studio.addPublisher();
    const { status, json } = await send(label, label.artist, [link]);
    expect([status, json.errors]).toEqual([400, [{ field, message }]]);
  });
});

describe("the deletion of an artist", () => {
  const remove = ({ token }: Person, artist: number) =>
    studio.call("DELETE", `artist/${artist}`, bearer(token));

  it("is refused while wraps are left, and names them", async () => {
    const label = await studio.addPublisher();
    const song = await studio.createDraft(label);
    const refused = await remove(label, label.artist);
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      ...[409, "E0073"],
      "This artist can’t be deleted yet: it has 1 wrap. Delete them first.",
    ]);
    await studio.call("DELETE", `song/${song}`, bearer(label.token));
    expect((await remove(label, label.artist)).status).toBe(200);
    expect((await studio.call("GET", `artist/${label.artist}`)).status).toBe(404);
    expect(await countRows(label)).toBe(0);
  });

  it("happens once, and only for the owner", { retry: 0 }, async () => {
    const [label, other] = [await studio.addPublisher(), await studio.addPublisher()];
    expect((await remove(other, label.artist)).status).toBe(404);
    expect((await studio.call("DELETE", `artist/${label.artist}`)).json.code).toBe("E0002");
    const answers = await Promise.all([remove(label, label.artist), remove(label, label.artist)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
