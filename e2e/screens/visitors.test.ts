import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getSong } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { OwnPlaylist } from "@wrapsody/shared/catalogue/playlists.ts";
import type { postDoor } from "@wrapsody/shared/rewards/tickets.ts";
import { beforeAll, describe, inject, test } from "vitest";
import { callApi, createPerson, createToken, type Person } from "../harness/people.ts";
import {
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
  shortTrackPath,
  uploadAudio,
} from "../harness/publisher.ts";
import { ticket } from "./answers.ts";
import {
  answerReads,
  checkScreen,
  shareVisit,
  takeDemoToken,
  visitScreens,
  visitScreensAs,
  visitScreensAsDemo,
} from "./screens.ts";

const publicScreens = [
  "/",
  "/wraps",
  "/artist/ines-corvacho",
  "/search",
  "/search?q=the",
  "/search?q=the&kind=lyrics",
  "/wrap/salt-meridian",
  "/wrap/salt-meridian?tab=1",
  "/wrap/salt-meridian?tab=2",
  "/wrap/salt-meridian?tab=3",
  "/wrap/lamp-room",
  "/embed/wrap/salt-meridian",
  "/embed/artist/ines-corvacho",
  "/embed/album/accounts-payable",
  "/embed/experiences/tide-tables",
  "/charts",
  "/tag/ambient",
  "/album/accounts-payable",
  "/album/moth-hours-single",
  "/experiences",
  "/experiences/tide-tables",
  "/experiences/tide-tables?tab=participants",
  "/experiences/tide-tables?tab=artwork",
  "/experiences/slow-fast-slow-fast?tab=access",
  "/experiences/tide-tables/nft",
  "/experiences/tide-tables/participate",
  "/qr/redirect",
  "/login",
  "/signup",
  "/lostPassword",
  "/resetPassword",
  "/setup",
  "/nowhere",
  "/address/confirm?code=unknown",
  "/address/undo",
  "/address/confirm?code=unknown.1.mailbox",
  "/suspension?code=unknown",
  "/report",
  "/report?kind=wrap&id=salt-meridian",
  "/terms",
  "/privacy",
];

describe("screens of visitors", () => {
  const visitScreen = shareVisit();
  test.each(publicScreens)("%s", async (path) => {
    await checkScreen(await visitScreen(), path);
  });
});

describe("screens of a scheduled wrap", () => {
  let publisher: Publisher;
  let song: Draft;
  beforeAll(async () => {
    const url = inject("siteUrl");
    publisher = await createPublisher(url);
    song = await createDraft(url, publisher, { name: "Nothing Is Out Yet, But It Will Be" });
    await uploadAudio(url, publisher, song, shortTrackPath);
    const body = {
      listed_from: `${new Date().getUTCFullYear() + 1}-06-04T18:00`,
      time_zone: "America/Argentina/Buenos_Aires",
    };
    await callApi(url, "PUT", `song/${song.id}/schedule`, body, publisher.token);
    await callApi(url, "POST", `song/${song.id}/listing`, {}, publisher.token);
  });

  test("the countdown for a visitor", async () => {
    await checkScreen(await visitScreens(), `/wrap/${song.pretty_id}/countdown`);
  });

  test("the countdown for its publisher", async () => {
    const visit = await visitScreensAs(publisher, inject("siteUrl"));
    await checkScreen(visit, `/wrap/${song.pretty_id}/countdown`);
  });

  test("the studio of its publisher", async () => {
    await checkScreen(await visitScreensAs(publisher, inject("siteUrl")), `/my/wrap/${song.id}`);
  });
});

describe("screens of playlists", () => {
  let person: Person & { token: string };
  let playlist: string;
  beforeAll(async () => {
    const url = inject("siteUrl");
    const created = await createPerson(url);
    const token = await createToken(url, created);
    person = { ...created, token };
    const { data } = await callApi<{ data: { id: number }[] }>(url, "GET", "songs?limit=6");
    const name = "What the Ferries Sang While Nobody Listened";
    const body = { name, songs: data.map(({ id }) => id), is_public: true };
    const own = await callApi<OwnPlaylist>(url, "POST", "my/playlist", body, token);
    playlist = `/playlist/${own.playlist.id}`;
  });

  test.each([
    ["open", () => playlist],
    ["embedded", () => `/embed${playlist}`],
  ])("%s, for a visitor", async (_, pathOf) => {
    await checkScreen(await visitScreens(), pathOf());
  });

  test.each([
    ["open", () => playlist],
    ["in the library", () => "/my/library"],
  ])("%s, for the owner", async (_, pathOf) => {
    await checkScreen(await visitScreensAs(person, inject("siteUrl")), pathOf());
  });
});

describe("screens of tickets", () => {
  let entrance: string;
  let door: AnswerOf<typeof postDoor>;
  beforeAll(async () => {
    const url = inject("siteUrl");
    const reward = { name: "Two places in Porto", song: "salt-meridian" };
    const { rewards, song } = await callApi<AnswerOf<typeof getSong>>(
      url,
      "GET",
      `song/${reward.song}?detail=true`,
    );
    const level = rewards?.find(({ name }) => name === reward.name)?.id;
    const body = {
      label: "The door to the Casa do Cais that nobody finds at first",
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const token = await takeDemoToken("premium");
    door = await callApi(url, "POST", `song/${song.id}/reward/${level}/door`, body, token);
    entrance = `/my/wrap/${song.id}/entrance/${level}`;
  });

  test("the entrance in the studio", async () => {
    await checkScreen(await visitScreensAsDemo("premium"), entrance);
  });

  test("a door", async () => {
    await checkScreen(await visitScreens(), new URL(door.link).pathname);
  });

  test("a ticket", async () => {
    const fan = await visitScreensAsDemo("fan");
    await answerReads(fan, { "my/claim/7/ticket": { ...ticket, rows: door.rows } });
    await checkScreen(fan, "/my/rewards/ticket/7");
  });
});
