import type { keyDateTypes, streamingServices } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { rewardTypes } from "@wrapsody/shared/rewards/rewards.ts";
import type { ContributorRole } from "@wrapsody/shared/studio/contributor-roles.ts";
import type { demoSongs } from "../songs.ts";

/** Every song of `songs.ts` is a wrap under the same slug. */
export type DemoWrapSlug = (typeof demoSongs)[number]["slug"];

export type DemoExperienceSlug =
  | "tide-tables"
  | "balcony-season"
  | "last-stop-portraits"
  | "moth-register"
  | "warp-and-weft"
  | "shadow-casting"
  | "machine-room-keys"
  | "isolines"
  | "slow-fast-slow-fast"
  | "kitchen-radio";

export type DemoUserKey = "fan" | "publisher" | "premium" | "admin";

export type DemoPublisherKey = "redCard" | "choirStall" | "footbridge";

export type DemoNetwork = "MAINNET" | "POLYGON" | "LINEA";

/** Calendar day, YYYY-MM-DD. */
export type IsoDate = `${number}-${number}-${number}`;

/** Instant in UTC, YYYY-MM-DDTHH:MM:SSZ. */
export type IsoInstant = `${IsoDate}T${string}Z`;

/** EIP-55 checksummed account; all of the demo's are invented. */
export type HexAddress = `0x${string}`;

export type CreditRole = ContributorRole;
export type KeyDateType = (typeof keyDateTypes)[number];
export type DspName = (typeof streamingServices)[number];
export type RewardType = (typeof rewardTypes)[number];

export type DemoArtist = {
  readonly slug: string;
  /** As `songs.ts` writes it; this is what joins a wrap to its artist. */
  readonly name: string;
  readonly owner: DemoUserKey | DemoPublisherKey;
  readonly description: string;
};

export type DemoTag = { readonly tag: string; readonly genre: boolean };

export type DemoAlbum = {
  readonly name: string;
  readonly track_number: number;
  readonly release_date: IsoDate;
  /** CC-XXX-YY-NNNNN. */
  readonly isrc: string;
  /** Two-letter codes; empty for an instrumental. */
  readonly languages: readonly string[];
};

export type DemoCredit = { readonly role: CreditRole; readonly value: string };

export type DemoKeyDate = { readonly date_type: KeyDateType; readonly date: IsoDate };

/** Rates are percent with at most two decimals. */
export type DemoOwner = {
  readonly name: string;
  readonly ownership_rate: number;
  readonly royalty_rate: number;
};

export type DemoDsp = { readonly dsp: DspName; readonly link: `https://${string}` };

/** While minting is in progress there is a transaction hash, but no token and no contract yet. */
export type DemoWnft =
  | {
      readonly network: DemoNetwork;
      readonly nft_id: string;
      readonly contract_address: HexAddress;
      readonly nft_hash: `0x${string}`;
      readonly nft_confirmed: true;
    }
  | {
      readonly network: DemoNetwork;
      readonly nft_id: null;
      readonly contract_address: null;
      readonly nft_hash: `0x${string}`;
      readonly nft_confirmed: false;
    };

type DemoRewardLevel = {
  readonly name: string;
  readonly description: string;
  readonly reward_points_earned: number;
  /** How the fan gets it; shown once it is claimed. */
  readonly details?: string;
};

/** What there is only so much of comes with what the fan has to do, and for how many fans it is. */
export type DemoReward =
  | (DemoRewardLevel & { readonly reward_type: "DAPP_ACCESS"; readonly dapp: DemoExperienceSlug })
  | (DemoRewardLevel & { readonly reward_type: "WRAPPED_MP3"; readonly dapp?: DemoExperienceSlug })
  | (DemoRewardLevel & {
      readonly reward_type: "TICKET" | "MERCH";
      readonly details: string;
      readonly stock: number;
    })
  | (DemoRewardLevel & {
      readonly reward_type: Exclude<RewardType, "DAPP_ACCESS" | "WRAPPED_MP3" | "TICKET" | "MERCH">;
    });

export type DemoWrap = {
  readonly slug: DemoWrapSlug;
  readonly nickname?: string;
  readonly description: string;
  /** T-###.###.###-#, with a right check digit. */
  readonly iswc: string;
  readonly status: "ACTIVE";
  readonly created_at: IsoInstant;
  /** How many past plays to seed; near enough is good enough. */
  readonly plays: number;
  readonly featured?: boolean;
  readonly tags: readonly DemoTag[];
  readonly albums: readonly DemoAlbum[];
  readonly credits: readonly DemoCredit[];
  readonly dates: readonly DemoKeyDate[];
  readonly owners: readonly DemoOwner[];
  readonly dsps: readonly DemoDsp[];
  /** Stanzas are parted by one empty line. */
  readonly lyrics?: string;
  /** If the lyrics are synced: beats to the bar, and for each stanza the bar of its first line (from 1) and the bars that a line takes. */
  readonly lyricBars?: {
    readonly metre: number;
    readonly stanzas: readonly (readonly [first: number, perLine: number])[];
  };
  readonly nft?: DemoWnft;
  readonly rewards: readonly DemoReward[];
};

/**
 * Active when `is_active`; completed when it is not, but has a contract; upcoming when it has none.
 */
export type DemoExperience = {
  readonly slug: DemoExperienceSlug;
  readonly name: string;
  readonly wrap: DemoWrapSlug;
  readonly description: string;
  readonly type: "GENERATIVE" | "FIXED_IMAGE" | "RANDOM";
  /** 0 is unlimited. */
  readonly max_nfts: number;
  /** US dollars. */
  readonly cost_per_nft: number;
  readonly reward_points: number;
  readonly is_public_mintable: boolean;
  readonly network: DemoNetwork;
  readonly is_active: boolean;
  readonly contract?: { readonly address: HexAddress; readonly network: DemoNetwork };
  readonly created_at: IsoInstant;
  readonly activated_at?: IsoInstant;
  /** Participants to seed, each with rendered artwork. */
  readonly participants: number;
  /** Until then nobody can join: days from the start of the demo. */
  readonly opensInDays?: number;
};

export type DemoAccount = {
  readonly key: string;
  readonly email: `${string}@wrapsody.example`;
  readonly name: string;
  /** The view: `provider` is the fan's, `artist` the publisher's. */
  readonly user_type: "provider" | "artist";
  readonly role: "ADMIN" | "ARTIST" | "PROVIDER";
  readonly plan: "FREE" | "PREMIUM_YEARLY";
  /** Slugs of artists; fans have some. */
  readonly follows?: readonly string[];
};

export type DemoUser = DemoAccount & {
  readonly key: DemoUserKey;
  readonly password: string;
  /** The artwork that is theirs: of each experience, the places they took, counted from 1. */
  readonly collected?: Partial<Readonly<Record<DemoExperienceSlug, readonly number[]>>>;
};
