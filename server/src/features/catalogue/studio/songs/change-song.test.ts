import { studioTexts } from "@wrapsody/shared/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type House = Awaited<ReturnType<Studio["addPublisher"]>>;

const mySong = ({ token }: House, song: string | number) =>
  studio.call("GET", `my/song/${song}`, bearer(token));
const change = ({ token }: House, song: string | number, payload: object) =>
  studio.call("PATCH", `song/${song}`, { ...bearer(token), payload });

describe("a wrap of a publisher's", () => {
  it("takes a new title, ISWC or description, whichever is sent, and keeps its link", async () => {
    const house = await studio.addPublisher();
    const song = await studio.createDraft(house, { name: "First Title", iswc: "T-034.524.680-1" });
    const before = (await mySong(house, song)).json.body.song;
    const named = (await change(house, song, { name: " Second Title " })).json.body;
    expect(named).toEqual({ ...before, name: "Second Title" });
    const described = (await change(house, before.pretty_id, { description: "Other words." })).json.body;
    expect(described).toEqual({ ...named, metadata: { description: "Other words." } });
    expect((await change(house, song, { iswc: "ISWC T 070 237 6003" })).json.body.iswc).toBe(
      "T-070.237.600-3",
    );
    expect((await change(house, song, {})).json.body.iswc).toBe("T-070.237.600-3");
    expect((await change(house, song, { iswc: "" })).json.body.iswc).toBeNull();
    await change(house, song, { iswc: "T0702376003", description: "" });
    const last = (await change(house, song, { iswc: null })).json.body;
    expect(last).toEqual({ ...named, iswc: null, metadata: { description: "" } });
  });

  it("that is public is found by its new title immediately, and no more by the old one", async () => {
    const house = await studio.addPublisher();
    const song = await studio.createDraft(house, { name: "Quagmire" });
    await studio.setAudio(song);
    await studio.call("POST", `song/${song}/listing`, bearer(house.token));
    const countFound = async (word: string) =>
      (await studio.call("GET", `songs?name~~${word}`)).json.body.total;
    expect(await countFound("quagmire")).toBe(1);
    await change(house, song, { name: "Zephyrus" });
    expect([await countFound("quagmire"), await countFound("zephyrus")]).toEqual([0, 1]);
  });

  it("reports every wrong field and stays unchanged", async () => {
    const house = await studio.addPublisher();
    const song = await studio.createDraft(house);
    const changes = { name: "", iswc: "T-123", description: "x".repeat(5_001) };
    const { status, json } = await change(house, song, changes);
    expect([status, json.code, json.errors]).toEqual([
      ...[400, "E0007"],
      [
        { field: "name", message: "Required" },
        { field: "iswc", message: studioTexts.iswc },
        { field: "description", message: "Please use at most 5000 characters." },
      ],
    ]);
    expect((await mySong(house, song)).json.body.song.name).toBe("Salt Meridian");
  });

  it("cannot be changed by others, nor once it is deleted", async () => {
    const [house, other] = [await studio.addPublisher(), await studio.addPublisher()];
    const song = await studio.createDraft(house);
    const answers = [
      await change(other, song, { name: "Stolen" }),
      await change(other, "nowhere", { name: "Stolen" }),
      await mySong(other, song),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const anonymous = await studio.call("PATCH", `song/${song}`, { payload: { name: "Stolen" } });
    expect(anonymous.json.code).toBe("E0002");
    await studio.call("DELETE", `song/${song}`, bearer(house.token));
    expect((await change(house, song, { name: "Late" })).status).toBe(404);
  });

  it("changed twice at the same instant has both changes", async () => {
    const house = await studio.addPublisher();
    const song = await studio.createDraft(house);
    await Promise.all([change(house, song, { name: "New" }), change(house, song, { description: "Text" })]);
    expect((await mySong(house, song)).json.body.song).toMatchObject({
      name: "New",
      metadata: { description: "Text" },
    });
  });
});
