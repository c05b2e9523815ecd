import {
  patchMe,
  patchPassword,
  postAuth,
  postAuthMfa,
  postPasswordReset,
  postUser,
} from "@wrapsody/shared/accounts/accounts.ts";
import { postSocialExchange, postSocialSubsidiary } from "@wrapsody/shared/accounts/social-login.ts";
import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { describeIssue } from "@wrapsody/shared/api/validation-messages.ts";
import { postSongNft } from "@wrapsody/shared/catalogue/wnft.ts";
import { postComponent, postDrop, postMint, postMintBulk } from "@wrapsody/shared/experiences/campaigns.ts";
import {
  postPayment,
  postPaymentConfirm,
  postPreselected,
} from "@wrapsody/shared/experiences/participation.ts";
import { postQrConfirm } from "@wrapsody/shared/experiences/qr.ts";
import { postSubscribeConfirm } from "@wrapsody/shared/payments/subscriptions.ts";
import { postDownload } from "@wrapsody/shared/rewards/downloads.ts";
import { postReward } from "@wrapsody/shared/rewards/reward-levels.ts";
import { postSongImport, postUserImport } from "@wrapsody/shared/studio/imports.ts";
import {
  patchSong,
  patchSongArt,
  patchSongAudio,
  postArtist,
  postSong,
} from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allRoutes } from "../features.ts";
import { findUnknownKeys } from "../platform/api/unknown-keys.ts";
import { openPeople, type People } from "../testing/fixtures/people.ts";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

const keys = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, ""]));

/** The payloads that the specification lists: the keys of each body, and its files. */
const specified: readonly [Endpoint, body: object, file?: string][] = [
  [postArtist, keys("name description"), "image"],
  [
    postSong,
    {
      ...keys("name iswc nickname artist duration"),
      albums: [{ ...keys("name trackNumber releaseDate isrc"), languages: [] }],
      credits: [keys("role name")],
      dates: [keys("type date")],
      owners: [keys("name ownership royalty")],
      dsps: [keys("id songId")],
      tags: [{ tag: "", metadata: { genre: "true" } }],
    },
    "image",
  ],
  [postUserImport, {}, "tsvImport"],
  [postSongImport, {}, "tsvImport"],
  [patchSong, keys("name iswc description")],
  [patchSongArt, {}, "artwork"],
  [patchSongAudio, {}, "audio"],
  [postSongNft, keys("mintOn useIpfs")],
  [postReward, keys("name description reward_points_earned details reward_type alt_id")],
  [
    postDrop,
    keys("name description type max_nfts reward_points cost_per_nft is_public_mintable network reward_level"),
    "promo_image",
  ],
  [
    postComponent,
    {
      ...keys("id name slot_number component_type anchor_point layer_level rarity s3_bucket_uri"),
      ...keys("max_permitted qr_code_link qr_code_width secure_link fg_color bg_color offsetX offsetY"),
    },
    "image",
  ],
  [postMint, { wallets: [""] }],
  [postMintBulk, keys("wallet total")],
  [postSubscribeConfirm, keys("code orderId")],
  [patchMe, keys("key value")],
  [postDownload, keys("signature wallet rewardId")],
  [postPayment, keys("wallet qty")],
  [postPaymentConfirm, keys("code orderId")],
  [postPreselected, keys("transaction_id code slot_number preselected_id"), "photo"],
  [postQrConfirm, keys("songId componentId wallet signature nftId")],
  [postAuth, keys("username password")],
  [postAuthMfa, keys("code")],
  [postUser, keys("email name pw pwconfirm")],
  [postSocialExchange, keys("providerToken response isRefresh")],
  [postSocialSubsidiary, keys("token")],
  [postPasswordReset, keys("email")],
  [patchPassword, keys("code userId password confirmPassword")],
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe("the body of a request", () => {
  it.each(specified.map(([endpoint, body, file]) => [nameOf(endpoint), endpoint, body, file] as const))(
    "of %s may have every key that the specification lists",
    (_, endpoint, body, file) => {
      expect(findUnknownKeys(endpoint.body, body)).toEqual([]);
      expect(Object.keys(endpoint.files ?? {})).toEqual(file === undefined ? [] : [file]);
    },
  );

  it("cannot have an unknown key, whatever the endpoint", () => {
    const accepting = allRoutes(people.context)
      .filter(({ endpoint }) => findUnknownKeys(endpoint.body, { unheardOf: 1 }).length === 0)
      .map(({ endpoint }) => nameOf(endpoint));
    expect(accepting).toEqual([]);
  });

  it.each([
    ["missing", (): undefined => undefined],
    ["of another type", () => Symbol.iterator],
    ["empty", () => ""],
    ["no number", () => Number.NaN],
    ["too large", () => 10 ** 15],
    ["too long", () => "x".repeat(20_000)],
    ["null", () => null],
  ])("is refused in plain words where values are %s, whatever the endpoint", (_, createValue) => {
    const raw = allRoutes(people.context).flatMap(({ endpoint }) => {
      const names = Object.keys("shape" in endpoint.body ? (endpoint.body.shape as object) : {});
      const body = Object.fromEntries(names.map((name) => [name, createValue()]));
      const { issues = [] } = endpoint.body.safeParse(body, { error: describeIssue }).error ?? {};
      return issues.map(({ path, message }) => `${nameOf(endpoint)} ${path.join(".")}: ${message}`);
    });
    const isRaw = (message: string) =>
      /Invalid input|Invalid option|expected |received |Too (big|small)/.test(message);
    expect(raw.filter(isRaw)).toEqual([]);
  });
});
