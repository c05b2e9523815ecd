import type { Language } from "@wrapsody/shared/language.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { type Content, note, paragraph, secondaryButton } from "../../../platform/mail/content.ts";
import { enqueueEmail } from "../../../platform/mail/delivery.ts";
import type { Contact } from "../../accounts/index.ts";

type MailData = { wallet: string; link: string; host: string };

/** Notifies the previous owner of a wallet that another account has linked it. */
export async function sendWalletUnlinkedMail(
  context: Context,
  tx: Executor,
  { reader, wallet }: { reader: Contact; wallet: string },
): Promise<void> {
  const { publicUrl } = context;
  const data = { wallet, link: `${publicUrl}/my/settings`, host: new URL(publicUrl).host };
  const { email: to, language, name } = reader;
  await enqueueEmail(context, tx, { to, language, content: { ...texts[language](data), name } });
}

const texts: Record<Language, (data: MailData) => Omit<Content, "name">> = {
  en: ({ wallet, link, host }) => ({
    subject: "A wallet was unlinked from your account",
    preview: "Another account has proved that it owns the wallet.",
    heading: "A wallet was unlinked from your account",
    blocks: [
      paragraph(
        `The wallet ${wallet} was linked to another account, whose owner signed for it with the wallet’s key.`,
      ),
      paragraph("If that was you, you don’t need to do anything. The wallet keeps its tokens."),
      note("If it wasn’t you, someone else has this wallet’s key: move its tokens to a new wallet."),
      secondaryButton("Open settings", link),
    ],
    reason: `You’re receiving this email because a wallet was linked to your account at ${host}.`,
  }),
  es: ({ wallet, link, host }) => ({
    subject: "Una cartera ya no está vinculada a tu cuenta",
    preview: "Otra cuenta ha demostrado que es suya.",
    heading: "Una cartera ya no está vinculada a tu cuenta",
    blocks: [
      paragraph(
        `Alguien acaba de vincular la cartera ${wallet} a otra cuenta y ha demostrado con su clave que es suya.`,
      ),
      paragraph("Si has sido tú, no tienes que hacer nada. Lo que hay en la cartera sigue en ella."),
      note(
        "Si no has sido tú, otra persona tiene la clave de esta cartera: pasa lo que contiene a una nueva.",
      ),
      secondaryButton("Abrir ajustes", link),
    ],
    reason: `Recibes este correo porque había una cartera vinculada a tu cuenta en ${host}.`,
  }),
};
