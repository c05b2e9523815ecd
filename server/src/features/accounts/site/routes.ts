import {
  deleteSignUpInvitation,
  getSignUpInvitations,
  getSite,
  getSiteSettings,
  getSiteText,
  patchSiteSettings,
  postSignUpInvitation,
  postTestMail,
} from "@wrapsody/shared/operations/site-settings.ts";
import { pageRoute, type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { requireAdmin } from "../admin/admin.ts";
import { listInvitations } from "../sign-up/sign-up-invitations.data.ts";
import { inviteToSignUp, revokeInvitation } from "../sign-up/sign-up-invitations.ts";
import { showSite, showSiteSettings, showSiteText, updateSiteSettings } from "./site-settings.ts";
import { sendTestMail } from "./test-mail.ts";

/** Returns the routes of the site settings and of invitations to sign up. */
export function siteRoutes(context: Context): Route[] {
  return [
    route(getSite, () => showSite(context)),
    // Changed settings invalidate every page.
    pageRoute(
      getSiteText,
      ({ params: { text }, query: { language } }) => showSiteText(context, { text, language }),
      () => [],
    ),
    route(getSiteSettings, ({ session }) => {
      requireAdmin(session);
      return showSiteSettings(context);
    }),
    route(patchSiteSettings, ({ session, device, body }) => {
      requireAdmin(session);
      return updateSiteSettings(context, { session, device, body });
    }),
    route(postTestMail, ({ session }) => {
      requireAdmin(session);
      return sendTestMail(context, session);
    }),
    route(getSignUpInvitations, ({ session, list }) => {
      requireAdmin(session);
      return listInvitations(context.db, list, context.clock.now());
    }),
    route(postSignUpInvitation, ({ session, device, body }) => {
      requireAdmin(session);
      return inviteToSignUp(context, { session, device, body });
    }),
    route(deleteSignUpInvitation, async ({ session, device, params: { id } }) => {
      requireAdmin(session);
      await revokeInvitation(context, { session, device, id });
      return {};
    }),
  ];
}
