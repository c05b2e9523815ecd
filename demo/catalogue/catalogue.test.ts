import { keyDateTypes, type streamingServices } from "@wrapsody/shared/catalogue/catalogue.ts";
import { rewardTypes } from "@wrapsody/shared/rewards/rewards.ts";
import { contributorRoles } from "@wrapsody/shared/studio/contributor-roles.ts";
import { describe, expect, it } from "vitest";
import { demoSongs } from "../songs.ts";
import { demoAccounts, demoArtists, demoExperiences, demoUsers, demoWraps } from "./index.ts";

const repeated = (values: readonly string[]) =>
  values.filter((value, place) => values.indexOf(value) !== place);

const iswcCheckDigit = (iswc: string) => {
  const digits = [...iswc.replaceAll(/\D/g, "").slice(0, 9)].map(Number);
  const sum = digits.reduce((total, digit, place) => total + digit * (place + 1), 1);
  return (10 - (sum % 10)) % 10;
};

const hundredths = (rates: readonly number[]) =>
  rates.reduce((total, rate) => total + Math.round(rate * 100), 0);

const isRealDay = (day: string) => {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
};

const wrapOf = (slug: string) => demoWraps.find((wrap) => wrap.slug === slug);

const hosts: Record<(typeof streamingServices)[number], string> = {
  AMAZON: "music.amazon.com",
  APPLE: "music.apple.com",
  DEEZER: "www.deezer.com",
  GOOGLE: "play.google.com",
  IDAGIO: "app.idagio.com",
  PANDORA: "www.pandora.com",
  SOUNDCLOUD: "soundcloud.com",
  SPOTIFY: "open.spotify.com",
  TIDAL: "tidal.com",
  YOUTUBE: "music.youtube.com",
};

describe("the whole catalogue", () => {
  it("has one wrap for each song and no other", () => {
    const songs = demoSongs.map((song) => song.slug).toSorted();
    expect(demoWraps.map((wrap) => wrap.slug).toSorted()).toEqual(songs);
  });

  it("lists the wraps by created_at in the order of the songs", () => {
    const byAge = demoWraps.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
    expect(byAge.map((wrap) => wrap.slug)).toEqual(demoSongs.map((song) => song.slug));
  });

  it("has one artist for each name among the songs", () => {
    const names = [...new Set<string>(demoSongs.map((song) => song.artist))].toSorted();
    expect(demoArtists.map((artist) => artist.name).toSorted()).toEqual(names);
  });

  it("gives no two things of a kind the same name or code", () => {
    for (const names of [
      demoArtists.map((artist) => artist.slug),
      demoAccounts.map((account) => account.key),
      demoAccounts.map((account) => account.email),
      demoAccounts.map((account) => account.name),
      demoExperiences.map((experience) => experience.slug),
      demoExperiences.map((experience) => experience.name),
      demoWraps.map((wrap) => wrap.iswc),
      demoWraps.flatMap((wrap) => wrap.albums.map((album) => album.isrc)),
      demoWraps.flatMap((wrap) => wrap.dsps.map((dsp) => dsp.link)),
      demoWraps.flatMap((wrap) => (wrap.nft ? [wrap.nft.nft_hash] : [])),
    ]) {
      expect(repeated(names)).toEqual([]);
    }
  });

  it("keeps free publishers within the free plan and the premium publisher within ten artists", () => {
    const owners = Map.groupBy(demoArtists, ({ owner }): string => owner);
    expect(owners.size).toBe(5);
    expect(owners.get("premium")?.length).toBeLessThanOrEqual(10);
    for (const { key } of demoAccounts.filter(({ plan }) => plan === "FREE")) {
      const artists = owners.get(key) ?? [];
      expect(artists.length, key).toBeLessThanOrEqual(1);
      const songs = demoSongs.filter(({ artist }) => artist === artists[0]?.name).map(({ slug }) => slug);
      expect(songs.filter((slug) => wrapOf(slug)?.nft).length, key).toBeLessThanOrEqual(1);
    }
  });

  it("features exactly two wraps", () => {
    const featured = demoWraps.filter((wrap) => wrap.featured).map((wrap) => wrap.slug);
    expect(featured.toSorted()).toEqual(["quiet-machinery", "saturday-was-a-rumour"]);
  });

  it("describes everything in two to four sentences of clean text", () => {
    for (const { slug, description } of [...demoWraps, ...demoArtists, ...demoExperiences]) {
      const sentences = description.match(/[.?!](?= |$)/g) ?? [];
      expect(sentences.length, slug).toBeGreaterThanOrEqual(2);
      expect(sentences.length, slug).toBeLessThanOrEqual(4);
      expect(description, slug).toBe(description.trim().normalize("NFC"));
      expect(description, slug).not.toMatch(/lorem|['"]| {2}/);
    }
  });
});

describe.each(demoWraps.map((wrap) => [wrap.slug, wrap] as const))("%s", (_slug, wrap) => {
  it("has an ISWC with a right check digit", () => {
    expect(wrap.iswc).toMatch(/^T-\d{3}\.\d{3}\.\d{3}-\d$/);
    expect(Number(wrap.iswc.at(-1))).toBe(iswcCheckDigit(wrap.iswc));
  });

  it("has albums with well-formed ISRCs that were assigned no later than the release", () => {
    expect(wrap.albums.length).toBeGreaterThan(0);
    for (const album of wrap.albums) {
      expect(album.isrc).toMatch(/^[A-Z]{2}-[A-Z0-9]{3}-\d{2}-\d{5}$/);
      expect(Number(`20${album.isrc.slice(7, 9)}`)).toBeLessThanOrEqual(
        Number(album.release_date.slice(0, 4)),
      );
      expect(album.track_number).toBeGreaterThan(0);
    }
  });

  it("names languages by two letters when it is sung, and none when it is not", () => {
    const languages = wrap.albums.flatMap((album) => album.languages);
    expect(languages.length > 0).toBe(wrap.lyrics !== undefined);
    for (const language of languages) expect(language).toMatch(/^[a-z]{2}$/);
  });

  it("splits at most 100 % in either column, in hundredths of a percent", () => {
    const rates = wrap.owners.flatMap((owner) => [owner.ownership_rate, owner.royalty_rate]);
    for (const rate of rates) expect(rate).toBe(Number(rate.toFixed(2)));
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(0);
    expect(hundredths(wrap.owners.map((owner) => owner.ownership_rate))).toBeLessThanOrEqual(10_000);
    expect(hundredths(wrap.owners.map((owner) => owner.royalty_rate))).toBeLessThanOrEqual(10_000);
    expect(repeated(wrap.owners.map((owner) => owner.name))).toEqual([]);
  });

  it("has real dates, in order, none after it joined the catalogue", () => {
    const days = wrap.dates.map((date) => date.date);
    expect(days).toEqual(days.toSorted());
    const listed = wrap.created_at.slice(0, 10);
    for (const day of [...days, ...wrap.albums.map((album) => album.release_date), listed]) {
      expect(isRealDay(day), day).toBe(true);
      expect(day <= listed, day).toBe(true);
    }
    expect(wrap.dates.map((date) => date.date_type)).toContain("RELEASE");
  });

  it("credits people in known roles", () => {
    expect(wrap.credits.length).toBeGreaterThanOrEqual(3);
    for (const credit of wrap.credits) expect(contributorRoles).toContain(credit.role);
    for (const date of wrap.dates) expect(keyDateTypes).toContain(date.date_type);
    expect(wrap.tags.some((tag) => tag.genre)).toBe(true);
  });

  it("links each streaming service once, on that service's own host", () => {
    expect(repeated(wrap.dsps.map((dsp) => dsp.dsp))).toEqual([]);
    for (const { dsp, link } of wrap.dsps) expect(new URL(link).host).toBe(hosts[dsp]);
  });

  it("has reward levels that climb, under names of their own", () => {
    const points = wrap.rewards.map((reward) => reward.reward_points_earned);
    expect(points).toEqual([...new Set(points)].toSorted((a, b) => a - b));
    for (const point of points) expect(point).toBeGreaterThan(0);
    expect(repeated(wrap.rewards.map((reward) => reward.name))).toEqual([]);
  });

  it("opens only experiences of its own by DAPP_ACCESS, and none that everybody may take part in", () => {
    for (const reward of wrap.rewards) {
      if (reward.reward_type !== "DAPP_ACCESS") continue;
      const experience = demoExperiences.find((candidate) => candidate.slug === reward.dapp);
      expect(experience?.wrap).toBe(wrap.slug);
      expect(experience?.is_public_mintable).toBe(false);
      expect(experience?.is_active || !experience?.contract, "not completed").toBe(true);
    }
  });

  it("offers a wrapped MP3 only for wraps with an active experience whose token can be obtained", () => {
    const open = demoExperiences.filter(
      (experience) => experience.wrap === wrap.slug && experience.is_active,
    );
    for (const reward of wrap.rewards) {
      if (reward.reward_type !== "WRAPPED_MP3") continue;
      const about = open.filter(({ slug }) => reward.dapp === undefined || slug === reward.dapp);
      expect(about.length, reward.name).toBeGreaterThan(0);
    }
  });
});

describe("lyrics", () => {
  const sung = demoWraps.flatMap((wrap) => (wrap.lyrics ? [wrap.lyrics] : []));

  it("come with twelve songs", () => {
    expect(sung).toHaveLength(12);
  });

  it("have 8 to 24 lines in stanzas parted by one empty line", () => {
    for (const lyrics of sung) {
      const lines = lyrics.split("\n");
      expect(lines.length).toBeGreaterThanOrEqual(8);
      expect(lines.length).toBeLessThanOrEqual(24);
      expect(lyrics).toContain("\n\n");
      expect(lyrics).not.toMatch(/^\s|\s$|\n{3}|[ \t]\n/);
    }
  });

  it("are timed by stanza on five songs", () => {
    const timed = demoWraps.flatMap(({ lyrics, lyricBars }) =>
      lyrics && lyricBars ? [{ lyrics, lyricBars }] : [],
    );
    expect(timed).toHaveLength(5);
    for (const { lyrics, lyricBars } of timed) {
      const ends = lyrics.split("\n\n").map((stanza, place) => {
        const [first = 0, perLine = 0] = lyricBars.stanzas[place] ?? [];
        return [first, first + perLine * stanza.split("\n").length];
      });
      expect(ends).toHaveLength(lyricBars.stanzas.length);
      expect(ends.flat()).toEqual(ends.flat().toSorted((a, b) => a - b));
    }
  });
});

describe("rights and rewards taken together", () => {
  it("split exactly 100 % on most wraps and leave a few royalties out", () => {
    const whole = demoWraps.filter(
      ({ owners }) =>
        hundredths(owners.map((owner) => owner.ownership_rate)) === 10_000 &&
        hundredths(owners.map((owner) => owner.royalty_rate)) === 10_000,
    );
    expect(whole.length).toBeGreaterThanOrEqual(20);
    const unpaid = demoWraps.flatMap((wrap) => wrap.owners).filter((owner) => owner.royalty_rate === 0);
    expect(unpaid.length).toBeGreaterThanOrEqual(2);
  });

  it("offer every reward type, over at least twelve wraps", () => {
    const offered = new Set(demoWraps.flatMap((wrap) => wrap.rewards.map((reward) => reward.reward_type)));
    expect([...offered].toSorted()).toEqual([...rewardTypes].toSorted());
    expect(demoWraps.filter((wrap) => wrap.rewards.length > 0).length).toBeGreaterThanOrEqual(12);
  });

  it("show a wNFT in each of its states", () => {
    const states = new Set(demoWraps.map((wrap) => wrap.nft?.nft_confirmed));
    expect(states).toEqual(new Set([undefined, false, true]));
    for (const { nft } of demoWraps) {
      if (!nft) continue;
      expect(nft.nft_hash).toMatch(/^0x[0-9a-f]{64}$/);
      if (nft.nft_confirmed) expect(nft.contract_address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    }
  });
});

describe("the experiences", () => {
  it("show every state and every type", () => {
    const states = demoExperiences.map(({ is_active, contract }) =>
      is_active ? "Active" : contract ? "Completed" : "Upcoming",
    );
    expect(new Set(states)).toEqual(new Set(["Active", "Completed", "Upcoming"]));
    expect(new Set(demoExperiences.map((experience) => experience.type)).size).toBe(3);
    expect(demoExperiences.some(({ is_active, opensInDays = 0 }) => is_active && opensInDays > 0)).toBe(true);
    const closed = demoExperiences.filter((experience) => !experience.is_public_mintable);
    expect(closed.filter(({ is_active }) => is_active).length).toBeGreaterThanOrEqual(2);
    expect(closed.some(({ is_active }) => !is_active)).toBe(true);
  });

  it.each(demoExperiences.map((experience) => [experience.slug, experience] as const))(
    "%s is consistent with its state",
    (_slug, experience) => {
      const { contract, is_active, activated_at, participants, max_nfts } = experience;
      if (is_active) expect(contract).toBeDefined();
      expect(activated_at !== undefined).toBe(contract !== undefined);
      if (activated_at) expect(activated_at > experience.created_at).toBe(true);
      if (contract) expect(contract.address).toMatch(/^0x[0-9a-fA-F]{40}$/);
      if (contract) expect(contract.network).toBe(experience.network);
      else expect(participants).toBe(0);
      if (contract && !is_active) expect(participants).toBe(max_nfts);
      if (max_nfts > 0) expect(participants).toBeLessThanOrEqual(max_nfts);
      expect(experience.created_at > (wrapOf(experience.wrap)?.created_at ?? "9")).toBe(true);
    },
  );
});

describe("the users", () => {
  it("are a fan, two publishers and an admin, each with a password of three words", () => {
    expect(demoUsers.map((user) => user.key)).toEqual(["fan", "publisher", "premium", "admin"]);
    for (const user of demoUsers) {
      expect(user.password).toMatch(/^[a-z]+ [a-z]+ [a-z]+$/);
      expect(user.email).toMatch(/^[a-z]+@wrapsody\.example$/);
    }
  });

  it("follow artists of the catalogue", () => {
    const followed = demoAccounts.flatMap(({ follows = [] }) => follows);
    expect(followed.length).toBeGreaterThanOrEqual(20);
    expect(followed.filter((slug) => !demoArtists.some((artist) => artist.slug === slug))).toEqual([]);
  });

  it("collected places that were taken, each of them one person's", () => {
    const collected = demoUsers.flatMap(({ collected = {} }) =>
      Object.entries(collected).flatMap(([slug, places]) => places.map((place) => ({ slug, place }))),
    );
    expect(collected.length).toBeGreaterThanOrEqual(7);
    expect(repeated(collected.map(({ slug, place }) => `${slug} ${place}`))).toEqual([]);
    for (const { slug, place } of collected) {
      const participants = demoExperiences.find((experience) => experience.slug === slug)?.participants ?? 0;
      expect(place >= 1 && place <= participants, `${slug} ${place}`).toBe(true);
    }
  });
});
