import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { dollars, MAX_CHOSEN_USD, pricings, typedNumber } from "../payments/pricing.ts";
import { royaltyRate } from "../payments/royalties.ts";
import { oneLine } from "../text/text.ts";
import { networks } from "./chain.ts";
import { DEFAULT_QR_COLOURS } from "./colours.ts";
import { withOriginal } from "./crop.ts";
import {
  anchorPoints,
  campaign,
  campaignStats,
  campaignTypes,
  component,
  componentTypes,
  slotName,
} from "./experiences.ts";
import { walletAddress } from "./participation.ts";
import { isRedirectTarget } from "./qr.ts";

/** Limits of campaigns and components. Lengths are in pixels of a 900 × 900 canvas. */
export const campaignLimits = {
  name: 120,
  description: 5_000,
  maxNfts: 1_000_000,
  costUsd: 100_000,
  rewardPoints: 1_000_000,
  components: 200,
  wallets: 5_000,
  imageBytes: 2_000_000,
  componentName: 80,
  slotName: 24,
  link: 500,
} as const;
export const componentLimits = {
  side: 900,
  minWidth: 160,
  slots: 9,
  layers: 9,
  minRarity: 1,
  maxRarity: 99,
  qrWidth: 280,
  samples: 50,
} as const;

/** The texts of the specification. */
export const campaignTexts = {
  required: "Required",
  image: "Please use a PNG or JPEG image of at most 2Mb.",
  allFields: "All fields are required.",
  qrLink: "A QR code needs a redirect URL.",
  qrLinkUnsafe: "The redirect URL must not contain a user name, a password or line breaks.",
  noWallets: "Please enter at least one wallet address.",
} as const;

export const campaignStages = ["DRAFT", "ACTIVATING", "ACTIVE", "COMPLETED"] as const;

/** Reasons that prevent activation. */
export const activationNeeds = [
  "SONG_NOT_PUBLIC",
  "NO_PROMO_IMAGE",
  "NO_COMPONENTS",
  "NEEDS_NINE_TILES",
  "TOO_FEW_COMBINATIONS",
  "COMPONENT_WITHOUT_IMAGE",
  "PHOTO_SHARES_SLOT",
  "NETWORK_UNAVAILABLE",
  "NOBODY_TAKES_PAYMENTS",
  "ROYALTY_WITHOUT_WALLET",
] as const;

/** A campaign as its publisher sees it, with the price without phases in `cost_per_nft`, which is what `PATCH drop/{id}` changes. */
export const ownCampaign = campaign.extend({
  stage: z.enum(campaignStages),
  /** Why the last activation failed; null unless it did. */
  activation_problem: z.string().nullable(),
  reward_level: z.number().int().nullable(),
  components: z.number().int(),
  /** Components with an image. */
  images: z.number().int(),
  possible_combinations: z.number(),
  /** Artworks guaranteed within the limits of its components; null without a limit. */
  possible_pictures: z.number().nullable(),
  needs: z.array(z.enum(activationNeeds)),
});
export type OwnCampaign = z.output<typeof ownCampaign>;

const reference = z.object({ id: z.string().min(1).max(120) });
const required = { error: campaignTexts.required };
const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);
const wholeNumber = "Please enter a whole number.";
/** `missing` is the message for an absent value. */
const whole = (least: number, most: number, missing: string = campaignTexts.required) =>
  z.preprocess(
    typedNumber,
    z
      .number({ error: ({ input }) => (input === undefined ? missing : wholeNumber) })
      .int({ error: wholeNumber })
      .min(least, { error: `Please enter a number from ${least} to ${most}.` })
      .max(most, { error: `Please enter a number from ${least} to ${most}.` }),
  );
const description = z
  .string()
  .trim()
  .max(campaignLimits.description, { error: `Please use at most ${campaignLimits.description} characters.` });
const name = z
  .string(required)
  .trim()
  .min(1, required)
  .max(campaignLimits.name, { error: `Please use at most ${campaignLimits.name} characters.` })
  .regex(...oneLine);

/** Id of the reward level that opens a private experience; empty for none. */
const level = z.preprocess(
  (value) => (value === "" ? null : value),
  z.coerce.number({ error: "Please choose a reward level of this wrap." }).int().positive().nullish(),
);

/** US dollars in whole cents. */
export const priceUsd = dollars(campaignLimits.costUsd);

const campaignFields = {
  name,
  description: description.default(""),
  type: z.enum(campaignTypes, required).default("GENERATIVE"),
  /** 0 is unlimited. */
  max_nfts: whole(0, campaignLimits.maxNfts).default(0),
  reward_points: whole(0, campaignLimits.rewardPoints).default(1),
  cost_per_nft: priceUsd.default(0),
  pricing: z.enum(pricings, required).default("FIXED"),
  /** US dollars, at least `cost_per_nft`. Required with PAY_WHAT_YOU_WANT, ignored otherwise. */
  suggested_price: dollars(MAX_CHOSEN_USD).optional(),
  is_public_mintable: flag.default(true),
  network: z.enum(networks, required).default("LINEA"),
  /** Resale royalty in percent, paid to a linked wallet of the publisher. */
  royalty_rate: royaltyRate.default(0),
  reward_level: level,
};

const promoImage = { maxBytes: campaignLimits.imageBytes, tooLarge: campaignTexts.image };

export const postDrop = endpoint({
  method: "POST",
  path: "drop/:id",
  access: "session",
  limit: "upload",
  tag: "campaigns",
  summary:
    "Creates an inactive experience of the caller's wrap (`id`), without a contract. It is hidden from others until it has a " +
    "promo image.",
  params: reference,
  body: z.object(campaignFields),
  files: { promo_image: promoImage },
  answer: ownCampaign,
});

export const patchDrop = endpoint({
  method: "PATCH",
  path: "drop/:id",
  access: "session",
  limit: "upload",
  tag: "campaigns",
  summary:
    "Updates the given fields of the caller's experience. Type, supply, price, royalty, network and access are locked on activation.",
  params: reference,
  body: z.object({
    name: name.optional(),
    description: description.optional(),
    type: z.enum(campaignTypes).optional(),
    max_nfts: whole(0, campaignLimits.maxNfts).optional(),
    reward_points: whole(0, campaignLimits.rewardPoints).optional(),
    cost_per_nft: priceUsd.optional(),
    pricing: z.enum(pricings).optional(),
    suggested_price: campaignFields.suggested_price,
    royalty_rate: royaltyRate.optional(),
    is_public_mintable: flag.optional(),
    network: z.enum(networks).optional(),
    reward_level: level,
  }),
  files: { promo_image: promoImage },
  answer: ownCampaign,
});

export const getMyDapps = endpoint({
  method: "GET",
  path: "my/dapps",
  access: "session",
  tag: "campaigns",
  summary:
    "Lists the caller's experiences; for an account without an artist, the public experiences that it takes part in, without " +
    "what only their publisher may know. `~~` matches part of the name, or else similar names.",
  list: {
    filters: { song_id: "integer", name: "text", stage: "text", is_public_mintable: "boolean" },
    sortKeys: ["created_at", "is_active", "name"],
  },
  answer: listOf(ownCampaign),
});

export const getMyDapp = endpoint({
  method: "GET",
  path: "my/dapp/:id",
  access: "session",
  tag: "campaigns",
  summary: "Returns the caller's experience with its components.",
  params: reference,
  answer: z.object({ campaign: ownCampaign, components: z.array(component), stats: campaignStats }),
});

export const patchActivate = endpoint({
  method: "PATCH",
  path: "drop/:id/activate",
  access: "session",
  tag: "campaigns",
  summary:
    "Activates the caller's experience: deploys its contract, once however often it is called. Returns immediately; `stage` " +
    "shows when it is active. A resale royalty goes to `royalty_receiver`, by default the caller's first linked wallet that works " +
    "on the network.",
  params: reference,
  body: z.object({ royalty_receiver: walletAddress.optional() }),
  answer: ownCampaign,
});

export const deleteActivation = endpoint({
  method: "DELETE",
  path: "drop/:id/activate",
  access: "session",
  tag: "campaigns",
  summary:
    "Withdraws the activation of the caller's experience while its contract transaction is unsigned; it is a draft again.",
  params: reference,
  answer: ownCampaign,
});

export const patchClose = endpoint({
  method: "PATCH",
  path: "drop/:id/close",
  access: "session",
  tag: "campaigns",
  summary: "Closes the caller's active experience to new participants.",
  params: reference,
  answer: ownCampaign,
});

export const deleteDrop = endpoint({
  method: "DELETE",
  path: "drop/:id",
  access: "session",
  tag: "campaigns",
  summary: "Deletes the caller's experience unless it is active. Minted tokens stay on the chain.",
  params: reference,
  answer: z.object({}),
});

/** Checked here, because the URL check of zod removes line breaks instead of refusing them. */
const qrLink = z
  .string({ error: campaignTexts.qrLink })
  .trim()
  .max(campaignLimits.link, { error: `Please use at most ${campaignLimits.link} characters.` })
  .superRefine((link, { addIssue }) => {
    const isUrl = /^https?:\/\//i.test(link) && URL.canParse(link);
    if (!isUrl) addIssue({ code: "custom", message: campaignTexts.qrLink });
    else if (!isRedirectTarget(link)) addIssue({ code: "custom", message: campaignTexts.qrLinkUnsafe });
  })
  .meta({ format: "uri" });

/** The fields of a component, without its image. */
const componentFields = {
  name: z
    .string({ error: campaignTexts.allFields })
    .trim()
    .min(1, { error: campaignTexts.allFields })
    .max(campaignLimits.componentName, {
      error: `Please use at most ${campaignLimits.componentName} characters.`,
    })
    .regex(...oneLine),
  slot_number: whole(1, componentLimits.slots, campaignTexts.allFields),
  component_type: z.enum(componentTypes).default("IMAGE"),
  anchor_point: z.enum(anchorPoints, { error: campaignTexts.allFields }),
  layer_level: whole(1, componentLimits.layers, campaignTexts.allFields),
  rarity: whole(componentLimits.minRarity, componentLimits.maxRarity, campaignTexts.allFields),
  width: whole(componentLimits.minWidth, componentLimits.side).default(componentLimits.side),
  offsetX: whole(0, componentLimits.side).default(0),
  offsetY: whole(0, componentLimits.side).default(0),
  /** 0 is unlimited. */
  max_permitted: whole(0, campaignLimits.maxNfts).default(0),
  qr_code_link: z.union([z.literal(""), qrLink]).nullish(),
  qr_code_width: whole(componentLimits.minWidth, componentLimits.side).default(componentLimits.qrWidth),
  secure_link: flag.default(true),
  fg_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, { error: "Please enter a colour as #rrggbb." })
    .default(DEFAULT_QR_COLOURS.foreground),
  bg_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, { error: "Please enter a colour as #rrggbb." })
    .default(DEFAULT_QR_COLOURS.background),
};

/** Asks the server to shrink the image. */
const shrink = flag.optional();
const componentImage = withOriginal(promoImage, "shrink");
const savedComponent = component.extend({
  /** Bytes of an image that was shrunk. */
  shrunk_bytes: z.number().int().optional(),
});

export const postComponent = endpoint({
  method: "POST",
  path: "drop/:id/component",
  access: "session",
  limit: "component",
  tag: "campaigns",
  summary:
    "Adds a component to the caller's experience before activation. IMAGE needs the part `image`, or in `copy_of` the id of " +
    "another component whose image it copies. QR_CODE needs `qr_code_link`, an http or https URL without user name, password " +
    "and line breaks, and a `fg_color` that is darker than `bg_color` with a contrast of at least 4.5. " +
    "With `shrink`, the image may have up to 30 MB; what is stored of it has at most 2 MB.",
  params: reference,
  body: z.object({
    ...componentFields,
    shrink,
    copy_of: z.coerce.number().int().positive().optional(),
    /** Fields of a component that the server sets; accepted, but without effect. */
    id: z.unknown().optional(),
    s3_bucket_uri: z.unknown().optional(),
  }),
  files: { image: componentImage },
  answer: savedComponent,
});

export const patchComponent = endpoint({
  method: "PATCH",
  path: "drop/:id/component/:componentId",
  access: "session",
  limit: "component",
  tag: "campaigns",
  summary:
    "Updates the given fields of a component before activation. `shrink` is as in `POST drop/{id}/component`.",
  params: reference.extend({ componentId: z.coerce.number().int().positive() }),
  body: z.object({
    shrink,
    name: componentFields.name.optional(),
    slot_number: componentFields.slot_number.optional(),
    anchor_point: componentFields.anchor_point.optional(),
    layer_level: componentFields.layer_level.optional(),
    rarity: componentFields.rarity.optional(),
    width: componentFields.width.unwrap().optional(),
    offsetX: componentFields.offsetX.unwrap().optional(),
    offsetY: componentFields.offsetY.unwrap().optional(),
    max_permitted: componentFields.max_permitted.unwrap().optional(),
    qr_code_link: componentFields.qr_code_link,
    qr_code_width: componentFields.qr_code_width.unwrap().optional(),
    secure_link: flag.optional(),
    fg_color: componentFields.fg_color.unwrap().optional(),
    bg_color: componentFields.bg_color.unwrap().optional(),
  }),
  files: { image: componentImage },
  answer: savedComponent,
});

export const deleteComponent = endpoint({
  method: "DELETE",
  path: "drop/:id/:componentId",
  access: "session",
  tag: "campaigns",
  summary: "Deletes a component before activation. `POST drop/{id}/components/restore` undoes it for a day.",
  params: reference.extend({ componentId: z.coerce.number().int().positive() }),
  answer: z.object({}),
});

/** Other traits of a token have these names, and slots without a name. */
const reservedSlotName = /^(rarity|rarity score|slot \d+)$/i;

export const putSlot = endpoint({
  method: "PUT",
  path: "drop/:id/slot/:slot",
  access: "session",
  tag: "campaigns",
  summary:
    "Names a slot of the caller's experience before activation; an empty `name` removes the name. Slots of one experience have " +
    "different names. They are the names of the traits, also in the metadata of tokens. Not for RANDOM.",
  params: reference.extend({ slot: z.coerce.number().int().min(1).max(componentLimits.slots) }),
  body: z.object({
    name: z
      .string(required)
      .trim()
      .max(campaignLimits.slotName, {
        error: `Please use at most ${campaignLimits.slotName} characters.`,
      })
      .regex(...oneLine)
      .refine((name) => !reservedSlotName.test(name), { error: "This name is reserved." }),
  }),
  answer: z.object({ slot_names: z.array(slotName) }),
});

/** Components of one experience, each once. */
const componentIds = z
  .array(z.number({ error: wholeNumber }).int({ error: wholeNumber }).positive({ error: wholeNumber }), {
    error: campaignTexts.required,
  })
  .min(1, { error: campaignTexts.required })
  .max(campaignLimits.components, { error: `Please use at most ${campaignLimits.components} components.` });

export const postComponentsDelete = endpoint({
  method: "POST",
  path: "drop/:id/components/delete",
  access: "session",
  tag: "campaigns",
  summary:
    "Deletes several components of the caller's experience before activation. Skips unknown ones. " +
    "`POST drop/{id}/components/restore` undoes it for a day.",
  params: reference,
  body: z.object({ component_ids: componentIds }),
  answer: z.object({ deleted: z.array(z.number().int()) }),
});

export const postComponentsRestore = endpoint({
  method: "POST",
  path: "drop/:id/components/restore",
  access: "session",
  tag: "campaigns",
  summary:
    "Restores components that were deleted within a day, with their ids, settings and images, before activation. Returns the " +
    "components of `component_ids` that exist now.",
  params: reference,
  body: z.object({ component_ids: componentIds }),
  answer: z.object({ components: z.array(component) }),
});

/** A QR code as it will be rendered: rows of `0` (light) and `1` (dark), from the top, without the white around them. */
export const qrCode = z.object({
  rows: z.array(z.string()),
  /** Minimum width in pixels of the image that cameras can scan. */
  least_width: z.number().int(),
});

export const postQr = endpoint({
  method: "POST",
  path: "drop/:id/qr",
  access: "session",
  tag: "campaigns",
  summary:
    "Previews the QR code of a component of the caller's experience, saved or not. A secure code leads to the page where " +
    "its owner confirms it, any other to `qr_code_link`. Nothing is stored.",
  params: reference,
  body: z.object({
    qr_code_link: qrLink,
    secure_link: flag.default(true),
    /** The saved QR code component. */
    component_id: z.number().int().positive().nullish(),
  }),
  answer: qrCode,
});

const trait = z.object({
  slot_number: z.number().int(),
  component_id: z.number().int(),
  component: z.string(),
});

/** Sample artworks, drawn and composed like real ones; nothing is stored. */
export const simulation = z.object({
  combinations: z.number(),
  /** As `possible_pictures` of the experience. */
  pictures: z.number().nullable(),
  /** Compares `max_nfts` with the possible artworks: all fit, none is left over, or too few. */
  verdict: z.enum(["UNLIMITED", "ENOUGH", "EXACT", "TOO_FEW"]),
  components: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      slot_number: z.number().int(),
      /** Share of all artworks that hold it, 0 to 1. */
      expected: z.number(),
      /** Samples that hold it. */
      drawn: z.number().int(),
    }),
  ),
  samples: z.array(
    z.object({
      traits: z.array(trait),
      total_rarity_score: z.number().int(),
      /** 300 by 300 pixels, as base64 of WebP. */
      picture: z.string(),
    }),
  ),
});

export const postSimulation = endpoint({
  method: "POST",
  path: "drop/:id/simulation",
  access: "session",
  limit: "simulation",
  tag: "campaigns",
  summary: "Draws and composes sample artworks of the caller's experience.",
  params: reference,
  body: z.object({ samples: whole(1, componentLimits.samples).default(componentLimits.samples) }),
  answer: simulation,
});

export const mintBatch = z.object({
  id: z.number().int(),
  places: z.number().int(),
  minted: z.number().int(),
  failed: z.number().int(),
  created_at: instant,
  finished_at: instant.nullable(),
});

export const postMint = endpoint({
  method: "POST",
  path: "drop/:id/mint",
  access: "session",
  tag: "campaigns",
  summary:
    "Gives each wallet a spot in the caller's active experience, one address a line. Reports all invalid lines " +
    "(`wallets.<line>`) and queues nothing until the list is valid. A repeated address is rejected (E0005) unless " +
    "`duplicates` is true.",
  params: reference,
  body: z.object({
    // Each line is validated separately, so that its error names the line.
    wallets: z.union([z.string(), z.array(z.string())]),
    duplicates: flag.default(false),
  }),
  answer: mintBatch,
});

/**
 * An artwork that could not be composed or minted. Its spot stays taken, except for a line without a
 * combination, whose spot was released.
 */
export const failedArtwork = z.object({
  /** Null for a line for which no combination was left: it cannot be retried. */
  participant_id: z.number().int().nullable(),
  name: z.string(),
  /** Null if the artwork is kept for its owner. */
  owner_wallet_address: z.string().nullable(),
  /** The batch and its line; null for a fan's own order. */
  batch_id: z.number().int().nullable(),
  batch_line: z.number().int().nullable(),
  /** The reason, as a sentence for the publisher. */
  problem: z.string(),
  created_at: instant,
});

export const getFailures = endpoint({
  method: "GET",
  path: "my/dapp/:id/failures",
  access: "session",
  tag: "campaigns",
  summary:
    "Lists the artworks of the caller's experience that could not be composed or minted, latest first.",
  params: reference,
  list: { filters: { batch_id: "integer" }, sortKeys: ["created_at"] },
  answer: listOf(failedArtwork),
});

export const postMintAgain = endpoint({
  method: "POST",
  path: "drop/:id/participant/:participantId/mint",
  access: "session",
  tag: "campaigns",
  summary:
    "Retries composing and minting a failed artwork of the caller's experience. Other artworks stay unchanged.",
  params: reference.extend({ participantId: z.coerce.number().int().positive() }),
  answer: z.object({}),
});

export const postMintBulk = endpoint({
  method: "POST",
  path: "drop/:id/mintBulk",
  access: "session",
  tag: "campaigns",
  summary:
    "Planned: many spots in the caller's experience for one wallet. Valid requests are rejected with E0032; nothing is " +
    "queued. `drop/:id/mint` accepts the same address on many lines.",
  params: reference,
  body: z.object({
    wallet: z
      .string({ error: campaignTexts.noWallets })
      .trim()
      .min(1, { error: campaignTexts.noWallets })
      .max(100),
    total: whole(1, campaignLimits.wallets),
  }),
  answer: mintBatch,
});

export const getMints = endpoint({
  method: "GET",
  path: "my/dapp/:id/mints",
  access: "session",
  tag: "campaigns",
  summary: "Lists the mint batches of the caller's experience with their progress, latest first.",
  params: reference,
  list: { filters: {}, sortKeys: ["created_at"] },
  answer: listOf(mintBatch),
});

/** The configured networks, the preferred one first. */
export const getNetworks = endpoint({
  method: "GET",
  path: "chain/networks",
  access: "public",
  tag: "campaigns",
  summary: "Lists the connected networks.",
  answer: z.object({
    networks: z.array(
      z.object({
        name: z.enum(networks),
        chain_id: z.number().int(),
        /** For wallets that do not know the network; a path of this site for the local chain. */
        rpc_url: z.string(),
        contracts: z.object({ wrap_token: z.string().nullable() }),
      }),
    ),
  }),
});
