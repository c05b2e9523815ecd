import type { RefundReason } from "@wrapsody/shared/participation.ts";
import { button, note, paragraph } from "../../../../platform/mail/content.ts";
import type { Facts, Texts } from "./texts.ts";

const tookPart = ({ host }: Facts) =>
  `You get this mail because you took a place in an experience at ${host}.`;

const whys: Record<RefundReason, (name: string) => string> = {
  SOLD_OUT: (name) => `All places in “${name}” were taken before your order was complete.`,
  TOO_LATE: (name) => `Your payment for a place in “${name}” came too late: it is not open any more.`,
  WITHDRAWN: (name) => `“${name}” was deleted before your artwork was made.`,
  BY_THE_HOUSE: (name) => `We have paid back what you paid for a place in “${name}”.`,
};

export const english: Texts = {
  finished: ({ name, link, minted, failed }, { host }) => ({
    subject: failed === 0 ? "Your artworks are minted" : "Not all of your artworks are minted",
    preview: "The list of wallets that you sent is done.",
    heading: failed === 0 ? "Your artworks are minted" : "Not all of your artworks are minted",
    blocks: [
      paragraph(
        `The list of wallets that you sent for “${name}” is done: ${count(minted, "artwork was", "artworks were")} minted.`,
      ),
      ...(failed === 0 ? [] : [paragraph(`${count(failed, "artwork", "artworks")} could not be minted.`)]),
      button(failed === 0 ? "Open your lists" : "See which ones", link),
    ],
    reason: `You get this mail because you sent a list of wallets at ${host}.`,
  }),

  failed: ({ name, link }, { host }) => ({
    subject: "An artwork could not be made",
    preview: "Somebody took part in your experience, and has no artwork yet.",
    heading: "An artwork could not be made",
    blocks: [
      paragraph(
        `Somebody took part in “${name}”, and their artwork could not be made or minted. Their place stays theirs, and they are told that you know.`,
      ),
      paragraph(
        "The page below says why, and has it made again. If more fail before that, you get no further mail.",
      ),
      button("See what failed", link),
    ],
    reason: `You get this mail because you publish an experience at ${host}.`,
  }),

  confirmed: ({ name, order, link, paid }, facts) => ({
    subject: "Your place is confirmed",
    preview: "Your artwork is being made.",
    heading: "Your place is confirmed",
    blocks: [
      paragraph(
        `You have a place in “${name}”. Your artwork is being made, and comes to your wallet by itself.`,
      ),
      paragraph(
        paid === null ? `Your order has the number ${order}.` : `You paid ${paid}. Order number: ${order}.`,
      ),
      button("See your artwork", link),
    ],
    reason: tookPart(facts),
  }),

  photo: ({ name, order, link, paid, again }, facts) => ({
    subject: again ? "Your photo is still missing" : "Your place is paid for: add your photo",
    preview: "Your artwork is made as soon as your photo is there.",
    heading: again ? "Your photo is still missing" : "Add your photo",
    blocks: [
      paragraph(
        `Your place in “${name}” is yours. One thing is missing: your artwork is made as soon as you have added your photo.`,
      ),
      paragraph(`You paid ${paid}. Order number: ${order}.`),
      button("Add your photo", link),
      note("Your place is kept for as long as it takes."),
    ],
    reason: tookPart(facts),
  }),

  paidBack: ({ name, order, link, paid, why, keeps }, facts) => ({
    subject: "Your payment is paid back",
    preview: "The money goes back to the card that it came from.",
    heading: "Your payment is paid back",
    blocks: [
      paragraph(whys[why](name)),
      paragraph(
        `The ${paid} that you paid go back to the card that they came from. This can take some days. Order number: ${order}.`,
      ),
      paragraph(
        keeps
          ? "Your artwork stays yours. The points that it earned you are taken back."
          : "The place is not yours any more.",
      ),
      button("See your order", link),
    ],
    reason: tookPart(facts),
  }),
};

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
