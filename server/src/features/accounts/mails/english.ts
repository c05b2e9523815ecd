import { button, codeBlock, note, paragraph, secondaryButton } from "../../../platform/mail/content.ts";
import type { Texts } from "./texts.ts";

export const english: Texts = {
  "confirm-sign-up": ({ link }, { host, lasts }) => ({
    subject: "Confirm your address",
    preview: "One step to activate your Wrapsody account.",
    heading: "Confirm your address",
    blocks: [
      paragraph("You signed up at Wrapsody with this address. Confirm it to activate your account."),
      button("Confirm address", link),
      note(`The link works for ${lasts("confirm-sign-up")}. After that, just sign up again.`),
      note("If you didn’t sign up, ignore this email. No account is created unless you confirm."),
    ],
    reason: `You’re receiving this email because someone signed up at ${host} with your address.`,
  }),

  "already-registered": ({ loginLink, resetLink }, { host }) => ({
    subject: "You already have an account",
    preview: "You can log in.",
    heading: "You already have an account",
    blocks: [
      paragraph(
        "Someone, probably you, just signed up at Wrapsody with this address. You already have an account, so you can log in.",
      ),
      button("Log in", loginLink),
      paragraph("Forgot your password?"),
      secondaryButton("Choose a new password", resetLink),
      note(
        "If it wasn’t you, you don’t need to do anything: nothing was changed, and nobody learned that you have an account.",
      ),
    ],
    reason: `You’re receiving this email because someone signed up at ${host} with your address.`,
  }),

  "claim-account": ({ link }, { host, lasts }) => ({
    subject: "An account is waiting for you",
    preview: `Claim it within ${lasts("claim-account")}.`,
    heading: "An account is waiting for you",
    blocks: [
      paragraph(
        "An account at Wrapsody was created for you with this address. Once you claim it, we’ll send you a second email to choose your password.",
      ),
      button("Claim your account", link),
      note(`The link works for ${lasts("claim-account")}. It’s only for you; don’t share it.`),
      note(
        "If you don’t know what this is about, ignore this email: nobody can log in to the account unless you claim it.",
      ),
    ],
    reason: `You’re receiving this email because an account was created for your address at ${host}.`,
  }),

  "choose-password": ({ link }, { host, lasts }) => ({
    subject: "Choose your password",
    preview: "The last step to your Wrapsody account.",
    heading: "Choose your password",
    blocks: [
      paragraph("Your Wrapsody account is claimed. Choose a password to log in with this address."),
      button("Choose password", link),
      note(
        `The link works for ${lasts("choose-password")}. After that, request a new password on the login page.`,
      ),
      note(
        "If you didn’t claim an account, delete this email and don’t share the link: anyone who opens it can choose the password.",
      ),
    ],
    reason: `You’re receiving this email because the account with your address was claimed at ${host}.`,
  }),

  "reset-password": ({ link }, { host, lasts }) => ({
    subject: "Choose a new password",
    preview: `The link works for ${lasts("reset-password")}.`,
    heading: "Choose a new password",
    blocks: [
      paragraph("Someone, probably you, requested a new password for your Wrapsody account."),
      button("Choose a new password", link),
      note(
        `The link works for ${lasts("reset-password")} and only once. After you choose a password, you’re logged out on all devices.`,
      ),
      note("If it wasn’t you, you don’t need to do anything: your password stays the same."),
    ],
    reason: `You’re receiving this email because someone requested a new password at ${host} with your address.`,
  }),

  "login-code": ({ code }, { host, lasts }) => ({
    subject: "Your code to log in",
    preview: `It works for ${lasts("login-code")}.`,
    heading: "Your code to log in",
    blocks: [
      paragraph("Enter this code to log in:"),
      codeBlock(code),
      note(
        `The code works for ${lasts("login-code")} and only for this login. Nobody at Wrapsody will ever ask you for it.`,
      ),
      note(
        `If you aren’t logging in, someone else knows your password. Don’t share the code, and choose a new password at ${host} now.`,
      ),
    ],
    reason: `You’re receiving this email because someone logged in at ${host} with your address and your password.`,
  }),

  "password-changed": ({ resetLink }, { host }) => ({
    subject: "Your password was changed",
    preview: "If it was you, you don’t need to do anything.",
    heading: "Your password was changed",
    blocks: [
      paragraph(
        "The password of your Wrapsody account was just changed. If it was you, you don’t need to do anything.",
      ),
      paragraph(
        "If it wasn’t you, someone else may be able to log in to your account. Choose a new password now:",
      ),
      secondaryButton("Choose a new password", resetLink),
    ],
    reason: `You’re receiving this email because the password of your account at ${host} was changed.`,
  }),

  "codes-switched-on": ({ settingsLink }, { host }) => ({
    subject: "Login codes are on",
    preview: "Logging in now requires your password and a code.",
    heading: "Login codes are on",
    blocks: [
      paragraph(
        "From now on, logging in requires your password and a code that we send to this address each time.",
      ),
      paragraph("If you didn’t turn them on, choose a new password and check your settings:"),
      secondaryButton("Open settings", settingsLink),
    ],
    reason: `You’re receiving this email because the settings of your account at ${host} were changed.`,
  }),

  "codes-switched-off": ({ settingsLink }, { host }) => ({
    subject: "Login codes are off",
    preview: "You can now log in with your password alone.",
    heading: "Login codes are off",
    blocks: [
      paragraph("From now on, you log in with your password alone. We no longer send codes to this address."),
      paragraph("If you didn’t turn them off, choose a new password now and turn the codes on again:"),
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
        `Someone, probably you, just logged in at Wrapsody with ${service}. Because ${service} confirmed this address, it can now be used to log in.`,
      ),
      paragraph(
        "If it wasn’t you, someone else can read your email or use your account there. Check your devices and log them out:",
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
      paragraph("Thanks for listening. You’re welcome to sign up again at any time."),
      note(`If you didn’t delete it, contact the operator of ${host} soon.`),
    ],
    reason: `You’re receiving this email because the account with your address at ${host} was deleted.`,
  }),

  "import-invited": ({ link }, { host }) => ({
    subject: "You can now import in bulk",
    preview: "Import many artists and songs from a spreadsheet.",
    heading: "You can now import in bulk",
    blocks: [
      paragraph(
        "You’re invited to import artists and songs to Wrapsody from a spreadsheet. A dry run shows what each file would do before anything is imported.",
      ),
      button("Import", link),
    ],
    reason: `You’re receiving this email because the operator of ${host} invited you.`,
  }),

  "premium-granted": ({ lastDay, link }, { host, day }) => ({
    subject: "You’ve been given the premium plan",
    preview: "More artists, more songs, a lower fee, at no cost.",
    heading: "You’ve been given the premium plan",
    blocks: [
      paragraph(
        `The operator of ${host} has given your account the premium plan through ${day(lastDay)}. It’s free and ends automatically.`,
      ),
      button("See your plan", link),
    ],
    reason: `You’re receiving this email because the plan of your account at ${host} changed.`,
  }),
};
