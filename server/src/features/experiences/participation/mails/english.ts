import type { RefundReason } from "@wrapsody/shared/participation.ts";
import { button, note, paragraph } from "../../../../platform/mail/content.ts";
import type { Facts, Texts } from "./texts.ts";

const tookPart = ({ host }: Facts) =>
  `You’re receiving this email because you joined an experience at ${host}.`;

const whys: Record<RefundReason, (name: string) => string> = {
  SOLD_OUT: (name) => `All spots in “${name}” were taken before your order was complete.`,
  TOO_LATE: (name) => `Your payment for “${name}” arrived too late: the experience is no longer open.`,
  WITHDRAWN: (name) => `“${name}” was deleted before your artwork was created.`,
  BY_THE_HOUSE: (name) => `We’ve refunded your payment for “${name}”.`,
};

export const english: Texts = {
  finished: ({ name, link, minted, failed }, { host }) => ({
    subject: failed === 0 ? "Your artworks are minted" : "Not all of your artworks are minted",
    preview: "Your list of wallets is complete.",
    heading: failed === 0 ? "Your artworks are minted" : "Not all of your artworks are minted",
    blocks: [
      paragraph(
        `Your list of wallets for “${name}” is complete: ${count(minted, "artwork was", "artworks were")} minted.`,
      ),
      ...(failed === 0 ? [] : [paragraph(`${count(failed, "artwork", "artworks")} could not be minted.`)]),
      button(failed === 0 ? "Open your lists" : "See which ones", link),
    ],
    reason: `You’re receiving this email because you sent a list of wallets at ${host}.`,
  }),

  failed: ({ name, link }, { host }) => ({
    subject: "An artwork couldn’t be created",
    preview: "A participant of your experience has no artwork yet.",
    heading: "An artwork couldn’t be created",
    blocks: [
      paragraph(
        `A participant’s artwork of “${name}” couldn’t be created or minted. Their spot is safe, and we’ve told them you’ve been notified.`,
      ),
      paragraph("See the reason and retry on the page below. You won’t get another email until you do."),
      button("See what failed", link),
    ],
    reason: `You’re receiving this email because you publish an experience at ${host}.`,
  }),

  confirmed: ({ name, order, link, paid }, facts) => ({
    subject: "Your spot is confirmed",
    preview: "Your artwork is being created.",
    heading: "Your spot is confirmed",
    blocks: [
      paragraph(
        `You have a spot in “${name}”. Your artwork is being created and will be sent to your wallet.`,
      ),
      paragraph(paid === null ? `Order number: ${order}.` : `You paid ${paid}. Order number: ${order}.`),
      button("See your artwork", link),
    ],
    reason: tookPart(facts),
  }),

  photo: ({ name, order, link, paid, again }, facts) => ({
    subject: again ? "Your photo is still missing" : "Your spot is paid for: add your photo",
    preview: "We create your artwork as soon as you add your photo.",
    heading: again ? "Your photo is still missing" : "Add your photo",
    blocks: [
      paragraph(`You have a spot in “${name}”. Add your photo, and we’ll create your artwork.`),
      paragraph(`You paid ${paid}. Order number: ${order}.`),
      button("Add your photo", link),
      note("Your spot doesn’t expire."),
    ],
    reason: tookPart(facts),
  }),

  paidBack: ({ name, order, link, paid, why, keeps }, facts) => ({
    subject: "Your payment was refunded",
    preview: "The refund goes to the card you paid with.",
    heading: "Your payment was refunded",
    blocks: [
      paragraph(whys[why](name)),
      paragraph(
        `The refund of ${paid} goes to the card you paid with and can take a few days to appear. Order number: ${order}.`,
      ),
      paragraph(
        keeps
          ? "Your artwork stays yours. The points that it earned were revoked."
          : "You no longer have a spot.",
      ),
      button("See your order", link),
    ],
    reason: tookPart(facts),
  }),
};

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
