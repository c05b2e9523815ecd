import type { Context } from "../../platform/context.ts";

/** Whole addresses of the site's pages, as mails name them. */
type Site = Pick<Context, "publicUrl">;

export const loginLink = ({ publicUrl }: Site): string => `${publicUrl}/login`;

export const settingsLink = ({ publicUrl }: Site): string => `${publicUrl}/my/settings`;

/** Where an import begins. */
export const importLink = ({ publicUrl }: Site): string => `${publicUrl}/my/artists/bulk`;

export const planLink = ({ publicUrl }: Site): string => `${publicUrl}/my/subscription`;

export const lostPasswordLink = ({ publicUrl }: Site): string => `${publicUrl}/lostPassword`;

export const claimLink = ({ publicUrl }: Site, { id, code }: { id: string; code: string }): string =>
  `${publicUrl}/claim/${id}/${code}`;

/** Where a password is chosen with a code. */
export const passwordLink = ({ publicUrl }: Site, { id, code }: { id: string; code: string }): string =>
  `${publicUrl}/resetPassword?${new URLSearchParams({ code, uid: id })}`;
