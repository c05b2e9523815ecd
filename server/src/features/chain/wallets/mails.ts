import type { Language } from "@wrapsody/shared/language.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { type Content, note, paragraph, secondaryButton } from "../../../platform/mail/content.ts";
import { enqueueEmail } from "../../../platform/mail/delivery.ts";
import type { Contact } from "../../accounts/index.ts";

type Told = { wallet: string; link: string; host: string };

/** Tells somebody that a wallet of theirs is somebody else's from now on. */
export async function sendWalletUnlinkedMail(
  context: Context,
  tx: Executor,
  { reader, wallet }: { reader: Contact; wallet: string },
): Promise<void> {
  const { publicUrl } = context;
  const told = { wallet, link: `${publicUrl}/my/settings`, host: new URL(publicUrl).host };
  const { email: to, language, name } = reader;
  await enqueueEmail(context, tx, { to, language, content: { ...texts[language](told), name } });
}

const texts: Record<Language, (told: Told) => Omit<Content, "name">> = {
  en: ({ wallet, link, host }) => ({
    subject: "A wallet is not linked to your account any more",
    preview: "Another account has proved that it is theirs.",
    heading: "A wallet is not linked to your account any more",
    blocks: [
      paragraph(
        `Somebody has just linked the wallet ${wallet} to another account, and proved with its key that it is theirs.`,
      ),
      paragraph("If that was you, there is nothing to do. What is in the wallet stays in it."),
      note("If it was not you, somebody else has the key of this wallet: move what is in it to a new one."),
      secondaryButton("Open settings", link),
    ],
    reason: `You get this mail because a wallet was linked to your account at ${host}.`,
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
