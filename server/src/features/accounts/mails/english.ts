import { button, codeBlock, note, paragraph, secondaryButton } from "../../../platform/mail/content.ts";
import type { Texts } from "./texts.ts";

export const english: Texts = {
  "confirm-sign-up": ({ link }, { host, lasts }) => ({
    subject: "Confirm your address",
    preview: "One step, and your Wrapsody account begins.",
    heading: "Confirm your address",
    blocks: [
      paragraph(
        "You signed up at Wrapsody with this address. Confirm that it is yours, and your account begins.",
      ),
      button("Confirm address", link),
      note(`The link works for ${lasts("confirm-sign-up")}. After that, just sign up again.`),
      note("If you didn’t sign up, ignore this email. No account is created unless you confirm."),
    ],
    reason: `You’re receiving this email because someone signed up at ${host} with your address.`,
  }),

  "already-registered": ({ loginLink, resetLink }, { host }) => ({
    subject: "You already have an account",
    preview: "You can simply log in.",
    heading: "You already have an account",
    blocks: [
      paragraph(
        "Somebody, probably you, has just signed up at Wrapsody with this address. There is an account for it already, so you can simply log in.",
      ),
      button("Log in", loginLink),
      paragraph("Forgot your password?"),
      secondaryButton("Choose a new password", resetLink),
      note(
        "If it was not you, there is nothing to do: nothing was changed, and nobody was told that you have an account.",
      ),
    ],
    reason: `You’re receiving this email because someone signed up at ${host} with your address.`,
  }),

  "claim-account": ({ link }, { host, lasts }) => ({
    subject: "An account is waiting for you",
    preview: `It is yours to claim for ${lasts("claim-account")}.`,
    heading: "An account is waiting for you",
    blocks: [
      paragraph(
        "An account at Wrapsody was made for you, with this address. Claim it, and it is yours. We then send you a second mail, with which you choose your password.",
      ),
      button("Claim your account", link),
      note(
        `The link works for ${lasts("claim-account")}. It is meant for you alone: please do not pass it on.`,
      ),
      note(
        "If you do not know what this is about, there is nothing to do: as long as you do not claim the account, nobody can log in to it.",
      ),
    ],
    reason: `You’re receiving this email because an account was made for your address at ${host}.`,
  }),

  "choose-password": ({ link }, { host, lasts }) => ({
    subject: "Choose your password",
    preview: "The last step to your Wrapsody account.",
    heading: "Choose your password",
    blocks: [
      paragraph(
        "Your account at Wrapsody is claimed. Choose a password, and you can log in with this address.",
      ),
      button("Choose password", link),
      note(
        `The link works for ${lasts("choose-password")}. After that, ask for a new password where you log in, and we send you another one.`,
      ),
      note(
        "If you did not claim an account, delete this mail and pass the link on to nobody: whoever opens it chooses the password.",
      ),
    ],
    reason: `You’re receiving this email because the account with your address was claimed at ${host}.`,
  }),

  "reset-password": ({ link }, { host, lasts }) => ({
    subject: "Choose a new password",
    preview: `The link works for ${lasts("reset-password")}.`,
    heading: "Choose a new password",
    blocks: [
      paragraph("Somebody, probably you, has asked for a new password for your account at Wrapsody."),
      button("Choose a new password", link),
      note(
        `The link works for ${lasts("reset-password")}, and once. When you have chosen, you are logged out everywhere and log in with the new password.`,
      ),
      note("If it was not you, there is nothing to do: your password stays as it is."),
    ],
    reason: `You’re receiving this email because someone asked for a new password at ${host} with your address.`,
  }),

  "login-code": ({ code }, { host, lasts }) => ({
    subject: "Your code to log in",
    preview: `It works for ${lasts("login-code")}.`,
    heading: "Your code to log in",
    blocks: [
      paragraph("Type this code where you are logging in:"),
      codeBlock(code),
      note(
        `The code works for ${lasts("login-code")}, and for this log-in alone. Nobody at Wrapsody will ever ask you for it.`,
      ),
      note(
        `If you are not logging in, somebody knows your password. Tell nobody the code, and choose a new password at ${host} at once.`,
      ),
    ],
    reason: `You’re receiving this email because someone logged in at ${host} with your address and your password.`,
  }),

  "password-changed": ({ resetLink }, { host }) => ({
    subject: "Your password was changed",
    preview: "If it was you, there is nothing to do.",
    heading: "Your password was changed",
    blocks: [
      paragraph(
        "The password of your account at Wrapsody has just been changed. If it was you, there is nothing to do.",
      ),
      paragraph(
        "If it was not you, somebody else may be able to log in to your account. Choose a new password at once:",
      ),
      secondaryButton("Choose a new password", resetLink),
    ],
    reason: `You’re receiving this email because the password of your account at ${host} was changed.`,
  }),

  "codes-switched-on": ({ settingsLink }, { host }) => ({
    subject: "Log-in codes are on",
    preview: "Logging in now takes your password and a code.",
    heading: "Log-in codes are on",
    blocks: [
      paragraph(
        "From now on, logging in to your account takes your password and a code, which we send to this address each time.",
      ),
      paragraph("If it was not you who switched them on, choose a new password and look at your settings:"),
      secondaryButton("Open settings", settingsLink),
    ],
    reason: `You’re receiving this email because the settings of your account at ${host} were changed.`,
  }),

  "codes-switched-off": ({ settingsLink }, { host }) => ({
    subject: "Log-in codes are off",
    preview: "Your password alone now opens your account.",
    heading: "Log-in codes are off",
    blocks: [
      paragraph(
        "From now on, your password alone opens your account. We send no more codes to this address.",
      ),
      paragraph(
        "If it was not you who switched them off, choose a new password at once and switch the codes on again:",
      ),
      secondaryButton("Open settings", settingsLink),
    ],
    reason: `You’re receiving this email because the settings of your account at ${host} were changed.`,
  }),

  "network-linked": ({ service, settingsLink }, { host }) => ({
    subject: "A streaming service can now be used to log in",
    preview: `You can now log in with ${service}.`,
    heading: `You can now log in with ${service}`,
    blocks: [
      paragraph(
        `Somebody has just logged in at Wrapsody with ${service}. Because ${service} confirmed this address, it can now be used to log in.`,
      ),
      paragraph(
        "If it was not you, somebody else reads your mail or uses your account there. Look at the devices that are signed in, and sign them out:",
      ),
      secondaryButton("Open settings", settingsLink),
    ],
    reason: `You’re receiving this email because a way to log in to your account at ${host} was added.`,
  }),

  "account-deleted": (_mail, { host }) => ({
    subject: "Your account was deleted",
    preview: "This is the last email we’ll send you.",
    heading: "Your account was deleted",
    blocks: [
      paragraph(
        "Your account at Wrapsody has been deleted, and this address can no longer log in. Artwork in your wallet remains yours.",
      ),
      paragraph("Thank you for having listened. You are welcome to sign up again at any time."),
      note(`If it was not you who deleted it, please tell the people who run ${host} soon.`),
    ],
    reason: `You’re receiving this email because the account with your address at ${host} was deleted. It is the last one.`,
  }),

  "import-invited": ({ link }, { host }) => ({
    subject: "You can now import in bulk",
    preview: "Bring many artists and songs at once, from a spreadsheet.",
    heading: "You can now import in bulk",
    blocks: [
      paragraph(
        "You are invited to bring artists and songs to Wrapsody from a spreadsheet, many at once. Each file is tried first, so that you see what it would do before it does anything.",
      ),
      button("Import", link),
    ],
    reason: `You’re receiving this email because the people who run ${host} invited you.`,
  }),

  "premium-granted": ({ lastDay, link }, { host, day }) => ({
    subject: "You have been given the premium plan",
    preview: "More artists, more songs, a lower fee, and nothing to pay.",
    heading: "You have been given the premium plan",
    blocks: [
      paragraph(
        `The people who run ${host} have given your account the premium plan, up to and including ${day(lastDay)}. There is nothing to pay, and it ends by itself.`,
      ),
      button("See your plan", link),
    ],
    reason: `You’re receiving this email because the plan of your account at ${host} has changed.`,
  }),
};
