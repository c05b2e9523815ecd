import type { getSong } from "@wrapsody/shared/catalogue.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { OwnPlaylist } from "@wrapsody/shared/playlists.ts";
import type { postDoor } from "@wrapsody/shared/tickets.ts";
import { describe, inject, test } from "vitest";
import { callApi, createPerson, createToken } from "../../harness/people.ts";
import { createDraft, createPublisher, shortTrackPath, uploadAudio } from "../../harness/publisher.ts";
import { ticket } from "./answers.ts";
import { answerReads, checkScreens, visitScreens, visitScreensAs, visitScreensAsDemo } from "./screens.ts";

const publicScreens = {
  "the catalogue": ["/", "/wraps", "/wraps?q=nothing+sounds+like+this+xyzzy", "/artist/ines-corvacho"],
  "the search": ["/search", "/search?q=the", "/search?q=the&kind=lyrics"],
  "the wraps": [
    "/wrap/salt-meridian",
    "/wrap/salt-meridian?tab=1",
    "/wrap/salt-meridian?tab=2",
    "/wrap/salt-meridian?tab=3",
    "/wrap/lamp-room",
  ],
  "the embedded pages": [
    "/embed/wrap/salt-meridian",
    "/embed/artist/ines-corvacho",
    "/embed/album/accounts-payable",
    "/embed/experiences/tide-tables",
  ],
  "the charts and tags": ["/charts", "/tag/ambient", "/tag/nothing-has-it"],
  "the albums": ["/album/accounts-payable", "/album/moth-hours-single"],
  "the experiences": [
    "/experiences",
    "/experiences/tide-tables",
    "/experiences/tide-tables?tab=participants",
    "/experiences/tide-tables?tab=artwork",
  ],
  "taking part": [
    "/experiences/slow-fast-slow-fast?tab=access",
    "/experiences/tide-tables/nft",
    "/experiences/tide-tables/participate",
    "/qr/redirect",
  ],
  "logging in": ["/login", "/signup", "/lostPassword", "/resetPassword", "/setup", "/nowhere"],
  "links of mails": [
    "/address/confirm?code=unknown",
    "/address/undo",
    "/address/confirm?code=unknown.1.mailbox",
    "/suspension?code=unknown",
  ],
  "reports and terms": ["/report", "/report?kind=wrap&id=salt-meridian", "/terms", "/privacy"],
};

describe("the screens of visitors", () => {
  test.each(Object.entries(publicScreens))("%s", async (_, paths) => {
    await checkScreens(await visitScreens(), paths, { isDirect: true });
  });

  test("a scheduled wrap", async () => {
    const url = inject("siteUrl");
    const publisher = await createPublisher(url);
    const song = await createDraft(url, publisher, { name: "Nothing Is Out Yet, But It Will Be" });
    await uploadAudio(url, publisher, song, shortTrackPath);
    const body = {
      listed_from: `${new Date().getUTCFullYear() + 1}-06-04T18:00`,
      time_zone: "America/Argentina/Buenos_Aires",
    };
    await callApi(url, "PUT", `song/${song.id}/schedule`, body, publisher.token);
    await callApi(url, "POST", `song/${song.id}/listing`, {}, publisher.token);
    const countdown = `/wrap/${song.pretty_id}/countdown`;
    await checkScreens(await visitScreens(), [countdown]);
    await checkScreens(await visitScreensAs(publisher, url), [countdown, `/my/wrap/${song.id}`]);
  });

  test("a playlist", async () => {
    const url = inject("siteUrl");
    const person = await createPerson(url);
    const token = await createToken(url, person);
    const { data } = await callApi<{ data: { id: number }[] }>(url, "GET", "songs?limit=6");
    const name = "What the Ferries Sang While Nobody Listened";
    const add = async (songs: number[]) => {
      const body = { name, songs, is_public: true };
      const { playlist } = await callApi<OwnPlaylist>(url, "POST", "my/playlist", body, token);
      return `/playlist/${playlist.id}`;
    };
    const [full, empty] = [await add(data.map(({ id }) => id)), await add([])];
    await checkScreens(await visitScreens(), [full, empty, `/embed${full}`], { isDirect: true });
    await checkScreens(await visitScreensAs(person, url), [full, empty, "/library"]);
  });

  test("a ticket, its door links and a door", async () => {
    const url = inject("siteUrl");
    const publisher = await visitScreensAsDemo("premium");
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
    const door = await callApi<AnswerOf<typeof postDoor>>(
      url,
      "POST",
      `song/${song.id}/reward/${level}/door`,
      body,
      publisher.token,
    );
    await checkScreens(publisher, [`/my/wrap/${song.id}/entrance/${level}`]);
    await checkScreens(await visitScreens(), [new URL(door.link).pathname, "/door/unknown"]);
    const fan = await visitScreensAsDemo("fan");
    await answerReads(fan, { "my/claim/7/ticket": { ...ticket, rows: door.rows } });
    await checkScreens(fan, ["/my/rewards/ticket/7", "/my/rewards/ticket/8"]);
  });
});
