import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { campaignState } from "@wrapsody/shared/experiences/experiences.ts";
import { paths } from "../../../paths.ts";
import { publicEntry } from "./campaign-entry.ts";

/** Returns an experience as a schema.org event. `publicUrl` has no trailing slash. */
export function experienceEvent(campaign: Campaign, publicUrl: string): object {
  const address = `${publicUrl}${paths.experience(campaign.pretty_id)}`;
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: campaign.name,
    description: campaign.description,
    url: address,
    startDate: campaign.activated_at ?? campaign.created_at,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    location: { "@type": "VirtualLocation", url: address },
    performer: { "@type": "MusicGroup", name: campaign.song.artist },
    workFeatured: {
      "@type": "MusicRecording",
      name: campaign.song.name,
      url: `${publicUrl}${paths.wrap(campaign.song.pretty_id)}`,
    },
    offers: offerOf(campaign, address),
    ...(campaign.promo_image === null ? {} : { image: `${publicUrl}${campaign.promo_image}` }),
    ...(campaign.places === null
      ? {}
      : { maximumAttendeeCapacity: campaign.places, remainingAttendeeCapacity: campaign.places_left ?? 0 }),
  };
}

const availability = {
  open: "InStock",
  invite: "LimitedAvailability",
  soldOut: "SoldOut",
  notStarted: "PreOrder",
  noPhase: "PreOrder",
  completed: "Discontinued",
} as const;

function offerOf(campaign: Campaign, address: string): object {
  return {
    "@type": "Offer",
    price: campaign.cost_per_nft.toFixed(2),
    priceCurrency: "USD",
    availability: `https://schema.org/${availability[publicEntry(campaign)]}`,
    url: campaignState(campaign) === "Active" ? `${address}/participate` : address,
  };
}
