import { streamingServices } from "@wrapsody/shared/catalogue/catalogue.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demoWraps } from "../../../../../../demo/catalogue/index.ts";
import { resolveDspLink, type StreamingService } from "./dsp-links.ts";

const track = "https://open.spotify.com/track/1usSbgAg5roUZewIEn1m8u";
const video = "https://music.youtube.com/watch?v=zx4NCL6_umD";

describe("the link to a song at a streaming service", () => {
  it.each<[StreamingService, string, string]>([
    ["SPOTIFY", "1usSbgAg5roUZewIEn1m8u", track],
    ["SPOTIFY", " spotify:track:1usSbgAg5roUZewIEn1m8u ", track],
    ["SPOTIFY", `${track}?si=4f1a`, track],
    ["SPOTIFY", "https://open.spotify.com/intl-pt/track/1usSbgAg5roUZewIEn1m8u", track],
    ["SPOTIFY", "http://open.spotify.com/embed/track/1usSbgAg5roUZewIEn1m8u/", track],
    ["SPOTIFY", "OPEN.Spotify.com/track/1usSbgAg5roUZewIEn1m8u", track],
    ["APPLE", "1440818890", "https://music.apple.com/us/song/1440818890"],
    [
      "APPLE",
      "https://music.apple.com/no/song/kvadrat-hills/9901380719",
      "https://music.apple.com/no/song/kvadrat-hills/9901380719",
    ],
    [
      "APPLE",
      "https://music.apple.com/no/album/kvadrat-hills/9900380719?i=9901380719&uo=4",
      "https://music.apple.com/no/album/kvadrat-hills/9900380719?i=9901380719",
    ],
    [
      "APPLE",
      "https://itunes.apple.com/no/album/kvadrat-hills/id9900380719?i=9901380719",
      "https://music.apple.com/no/album/kvadrat-hills/9900380719?i=9901380719",
    ],
    ["AMAZON", "B05JGVZJNC", "https://music.amazon.com/tracks/B05JGVZJNC"],
    [
      "AMAZON",
      "https://music.amazon.de/tracks/B05JGVZJNC?ref=dm",
      "https://music.amazon.de/tracks/B05JGVZJNC",
    ],
    [
      "AMAZON",
      "https://music.amazon.co.uk/albums/B0PBFSYPCY?trackAsin=B05JGVZJNC",
      "https://music.amazon.co.uk/albums/B0PBFSYPCY?trackAsin=B05JGVZJNC",
    ],
    ["DEEZER", "3135556", "https://www.deezer.com/track/3135556"],
    [
      "DEEZER",
      "https://www.deezer.com/fr/track/3135556?utm_source=x",
      "https://www.deezer.com/track/3135556",
    ],
    ["IDAGIO", "9900527874", "https://app.idagio.com/recordings/9900527874"],
    ["PANDORA", "TR:12345", "https://www.pandora.com/TR:12345"],
    ["SOUNDCLOUD", "aud-fjelstad/kvadrat-hills", "https://soundcloud.com/aud-fjelstad/kvadrat-hills"],
    [
      "SOUNDCLOUD",
      "https://m.soundcloud.com/aud-fjelstad/kvadrat-hills?in=x/sets/y#t=1",
      "https://soundcloud.com/aud-fjelstad/kvadrat-hills",
    ],
    ["TIDAL", "9900952252", "https://tidal.com/browse/track/9900952252"],
    ["TIDAL", "https://listen.tidal.com/track/9900952252/u", "https://tidal.com/browse/track/9900952252"],
    ["YOUTUBE", "zx4NCL6_umD", video],
    ["YOUTUBE", "https://www.youtube.com/watch?list=RD&v=zx4NCL6_umD&t=10s", video],
    ["YOUTUBE", "https://youtu.be/zx4NCL6_umD?si=x", video],
    ["YOUTUBE", "youtube.com/shorts/zx4NCL6_umD", video],
    ["GOOGLE", "Tj3kxwpfdhfwplkmvqv6ldzdzmi", "https://play.google.com/music/m/Tj3kxwpfdhfwplkmvqv6ldzdzmi"],
  ])("%s reads %s", (service, input, link) => {
    expect(resolveDspLink(service, input)).toBe(link);
  });

  it.each<[StreamingService, string]>([
    ["SPOTIFY", "javascript:alert(1)"],
    ["SPOTIFY", "javascript://open.spotify.com/track/1usSbgAg5roUZewIEn1m8u"],
    ["SPOTIFY", "data:text/html,x"],
    ["SPOTIFY", "https://evil.example/track/1usSbgAg5roUZewIEn1m8u"],
    ["SPOTIFY", "https://open.spotify.com.evil.example/track/1usSbgAg5roUZewIEn1m8u"],
    ["SPOTIFY", "https://open.spotify.com@evil.example/track/1usSbgAg5roUZewIEn1m8u"],
    ["SPOTIFY", "https://me:secret@open.spotify.com/track/1usSbgAg5roUZewIEn1m8u"],
    ["SPOTIFY", "https://open.spotify.com:8443/track/1usSbgAg5roUZewIEn1m8u"],
    ["SPOTIFY", "ftp://open.spotify.com/track/1usSbgAg5roUZewIEn1m8u"],
    ["SPOTIFY", "https://open.spotify.com/album/1usSbgAg5roUZewIEn1m8u"],
    ["SPOTIFY", "https://open.spotify.com/track/../redirect?to=evil"],
    ["SPOTIFY", "1usSbgAg5roUZewIEn1m8u\nx"],
    ["SPOTIFY", "a song"],
    ["DEEZER", track],
    ["DEEZER", "0"],
    ["DEEZER", "１２３"],
    ["APPLE", "https://music.apple.com/no/album/kvadrat-hills/9900380719"],
    ["APPLE", "https://music.apple.com/no/album/kvadrat-hills/9900380719?i=javascript:1"],
    ["AMAZON", "https://www.amazon.com/dp/B05JGVZJNC"],
    ["SOUNDCLOUD", "aud-fjelstad"],
    ["SOUNDCLOUD", "aud-fjelstad/sets"],
    ["SOUNDCLOUD", "https://soundcloud.com/discover/weekly"],
    ["YOUTUBE", "https://www.youtube.com/@artist-one"],
    ["YOUTUBE", "https://www.youtube.com/redirect?q=https://evil.example"],
    ["YOUTUBE", "https://www.youtube.com/subscribers"],
    ["PANDORA", "https://www.pandora.com/artist/x"],
  ])("%s refuses %s", (service, input) => {
    expect(resolveDspLink(service, input)).toBeUndefined();
  });

  it("is the one that the catalogue has, for every link in it", () => {
    const links = demoWraps.flatMap(({ dsps }) => dsps.map(({ dsp, link }) => [dsp, link] as const));
    expect(links.length).toBeGreaterThan(50);
    for (const [service, link] of links) expect([link, resolveDspLink(service, link)]).toEqual([link, link]);
  });

  it("leads to a page of that service over https, whatever is typed, and reads itself", { retry: 0 }, () => {
    const hosts =
      /^https:\/\/(open\.spotify|music\.apple|music\.amazon|www\.deezer|play\.google|app\.idagio|www\.pandora|soundcloud|tidal|music\.youtube)\.(com|de|co\.uk|fr|it|es|co\.jp|in|ca|com\.au|com\.br|com\.mx)\//;
    const pages = demoWraps.flatMap(({ dsps }) => dsps.map(({ link }) => link));
    const typed = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string(),
      fc.stringMatching(/^[A-Za-z0-9:/_-]{1,40}$/),
      fc
        .tuple(fc.constantFrom(...pages), fc.string(), fc.nat(60))
        .map(([page, text, at]) => page.slice(0, at) + text + page.slice(at)),
    );
    fc.assert(
      fc.property(fc.constantFrom(...streamingServices), typed, (service, input) => {
        const link = resolveDspLink(service, input);
        if (link === undefined) return;
        expect(link).toMatch(hosts);
        expect(new URL(link).href).toBe(link);
        expect(resolveDspLink(service, link)).toBe(link);
      }),
      { numRuns: 3_000 },
    );
  });
});
