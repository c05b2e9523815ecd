import { button, codeBlock, note, paragraph, secondaryButton } from "../../../platform/mail/content.ts";
import type { Texts } from "./texts.ts";

export const spanish: Texts = {
  "confirm-sign-up": ({ link }, { host, lasts }) => ({
    subject: "Confirma tu dirección",
    preview: "Un paso más y tu cuenta de Wrapsody empieza.",
    heading: "Confirma tu dirección",
    blocks: [
      paragraph(
        "Te has registrado en Wrapsody con esta dirección. Confirma que es tuya y tu cuenta quedará creada.",
      ),
      button("Confirmar dirección", link),
      note(
        `El enlace funciona durante ${lasts("confirm-sign-up")}. Si caduca, basta con volver a registrarte.`,
      ),
      note(
        "Si no te has registrado, no tienes que hacer nada: si no la confirmas, no se crea ninguna cuenta.",
      ),
    ],
    reason: `Recibes este correo porque alguien se ha registrado en ${host} con tu dirección.`,
  }),

  "already-registered": ({ loginLink, resetLink }, { host }) => ({
    subject: "Ya tienes una cuenta",
    preview: "Solo tienes que iniciar sesión.",
    heading: "Ya tienes una cuenta",
    blocks: [
      paragraph(
        "Alguien, seguramente tú, acaba de registrarse en Wrapsody con esta dirección. Ya existe una cuenta con ella, así que solo tienes que iniciar sesión.",
      ),
      button("Iniciar sesión", loginLink),
      paragraph("¿Ya no recuerdas tu contraseña?"),
      secondaryButton("Elegir otra contraseña", resetLink),
      note(
        "Si no has sido tú, no tienes que hacer nada: no ha cambiado nada y a nadie se le ha dicho que tienes una cuenta.",
      ),
    ],
    reason: `Recibes este correo porque alguien se ha registrado en ${host} con tu dirección.`,
  }),

  "claim-account": ({ link }, { host, lasts }) => ({
    subject: "Hay una cuenta que te espera",
    preview: `Puedes reclamarla durante ${lasts("claim-account")}.`,
    heading: "Hay una cuenta que te espera",
    blocks: [
      paragraph(
        "Se ha creado para ti una cuenta en Wrapsody con esta dirección. Reclámala y será tuya. Después te enviaremos otro correo para que elijas tu contraseña.",
      ),
      button("Reclamar tu cuenta", link),
      note(
        `El enlace funciona durante ${lasts("claim-account")}. Es solo para ti: no se lo pases a nadie, por favor.`,
      ),
      note(
        "Si no sabes de qué se trata, no tienes que hacer nada: mientras no reclames la cuenta, nadie puede entrar en ella.",
      ),
    ],
    reason: `Recibes este correo porque se ha creado en ${host} una cuenta para tu dirección.`,
  }),

  "choose-password": ({ link }, { host, lasts }) => ({
    subject: "Elige tu contraseña",
    preview: "El último paso para entrar en tu cuenta de Wrapsody.",
    heading: "Elige tu contraseña",
    blocks: [
      paragraph(
        "Tu cuenta de Wrapsody ya está reclamada. Elige una contraseña y podrás iniciar sesión con esta dirección.",
      ),
      button("Elegir contraseña", link),
      note(
        `El enlace funciona durante ${lasts("choose-password")}. Si caduca, pide otra contraseña donde inicias sesión y te enviaremos un enlace nuevo.`,
      ),
      note(
        "Si no has reclamado ninguna cuenta, borra este correo y no le pases el enlace a nadie: quien lo abra elige la contraseña.",
      ),
    ],
    reason: `Recibes este correo porque se ha reclamado en ${host} la cuenta de tu dirección.`,
  }),

  "reset-password": ({ link }, { host, lasts }) => ({
    subject: "Elige otra contraseña",
    preview: `El enlace funciona durante ${lasts("reset-password")}.`,
    heading: "Elige otra contraseña",
    blocks: [
      paragraph("Alguien, seguramente tú, ha pedido una contraseña nueva para tu cuenta de Wrapsody."),
      button("Elegir otra contraseña", link),
      note(
        `El enlace funciona durante ${lasts("reset-password")} y una sola vez. Al elegirla se cierran todas tus sesiones y entras con la contraseña nueva.`,
      ),
      note("Si no has sido tú, no tienes que hacer nada: tu contraseña sigue siendo la misma."),
    ],
    reason: `Recibes este correo porque alguien ha pedido en ${host} una contraseña nueva con tu dirección.`,
  }),

  "login-code": ({ code }, { host, lasts }) => ({
    subject: "Tu código para iniciar sesión",
    preview: `Funciona durante ${lasts("login-code")}.`,
    heading: "Tu código para iniciar sesión",
    blocks: [
      paragraph("Escribe este código donde estás iniciando sesión:"),
      codeBlock(code),
      note(
        `El código funciona durante ${lasts("login-code")} y solo para esta sesión. Nadie de Wrapsody te lo pedirá nunca.`,
      ),
      note(
        `Si no estás iniciando sesión, alguien conoce tu contraseña. No le digas el código a nadie y elige cuanto antes otra contraseña en ${host}.`,
      ),
    ],
    reason: `Recibes este correo porque alguien ha iniciado sesión en ${host} con tu dirección y tu contraseña.`,
  }),

  "password-changed": ({ resetLink }, { host }) => ({
    subject: "Tu contraseña ha cambiado",
    preview: "Si has sido tú, no tienes que hacer nada.",
    heading: "Tu contraseña ha cambiado",
    blocks: [
      paragraph(
        "La contraseña de tu cuenta de Wrapsody acaba de cambiar. Si has sido tú, no tienes que hacer nada.",
      ),
      paragraph(
        "Si no has sido tú, puede que otra persona tenga acceso a tu cuenta. Elige cuanto antes otra contraseña:",
      ),
      secondaryButton("Elegir otra contraseña", resetLink),
    ],
    reason: `Recibes este correo porque ha cambiado la contraseña de tu cuenta en ${host}.`,
  }),

  "codes-switched-on": ({ settingsLink }, { host }) => ({
    subject: "Códigos por correo activados",
    preview: "Ahora se entra con tu contraseña y un código.",
    heading: "Códigos por correo activados",
    blocks: [
      paragraph(
        "A partir de ahora, para entrar en tu cuenta hacen falta tu contraseña y un código, que enviaremos cada vez a esta dirección.",
      ),
      paragraph("Si no los has activado tú, elige otra contraseña y revisa tus ajustes:"),
      secondaryButton("Abrir ajustes", settingsLink),
    ],
    reason: `Recibes este correo porque han cambiado los ajustes de tu cuenta en ${host}.`,
  }),

  "codes-switched-off": ({ settingsLink }, { host }) => ({
    subject: "Códigos por correo desactivados",
    preview: "Ahora basta tu contraseña para entrar.",
    heading: "Códigos por correo desactivados",
    blocks: [
      paragraph(
        "A partir de ahora, para entrar en tu cuenta basta tu contraseña. Ya no enviaremos códigos a esta dirección.",
      ),
      paragraph(
        "Si no los has desactivado tú, elige cuanto antes otra contraseña y vuelve a activar los códigos:",
      ),
      secondaryButton("Abrir ajustes", settingsLink),
    ],
    reason: `Recibes este correo porque han cambiado los ajustes de tu cuenta en ${host}.`,
  }),

  "network-linked": ({ service, settingsLink }, { host }) => ({
    subject: "Un servicio de streaming abre tu cuenta",
    preview: `Ya puedes entrar con ${service}.`,
    heading: `Ya puedes entrar con ${service}`,
    blocks: [
      paragraph(
        `Alguien acaba de iniciar sesión en Wrapsody con ${service}. Ese servicio ha verificado que esta dirección es suya, así que desde ahora también abre tu cuenta, además de tu contraseña.`,
      ),
      paragraph(
        "Si no has sido tú, otra persona lee tu correo o usa tu cuenta de ese servicio. Revisa los dispositivos con la sesión iniciada y ciérrales la sesión:",
      ),
      secondaryButton("Abrir ajustes", settingsLink),
    ],
    reason: `Recibes este correo porque se ha añadido una forma de entrar en tu cuenta en ${host}.`,
  }),

  "account-deleted": (_mail, { host }) => ({
    subject: "Tu cuenta se ha eliminado",
    preview: "Este es el último correo que te enviamos.",
    heading: "Tu cuenta se ha eliminado",
    blocks: [
      paragraph(
        "Tu cuenta de Wrapsody se ha eliminado y ya no se puede iniciar sesión con esta dirección. Las obras que tengas en tu cartera siguen siendo tuyas.",
      ),
      paragraph("Gracias por haber escuchado. Puedes volver a registrarte cuando quieras."),
      note(`Si no la has eliminado tú, avisa pronto a quienes gestionan ${host}, por favor.`),
    ],
    reason: `Recibes este correo porque se ha eliminado la cuenta de tu dirección en ${host}. Es el último.`,
  }),

  "import-invited": ({ link }, { host }) => ({
    subject: "Ya puedes importar en bloque",
    preview: "Trae muchos artistas y canciones a la vez, desde una hoja de cálculo.",
    heading: "Ya puedes importar en bloque",
    blocks: [
      paragraph(
        "Te invitamos a traer artistas y canciones a Wrapsody desde una hoja de cálculo, muchos a la vez. Cada archivo se prueba primero, para que veas qué haría antes de que haga nada.",
      ),
      button("Importar", link),
    ],
    reason: `Recibes este correo porque te han invitado quienes gestionan ${host}.`,
  }),

  "premium-granted": ({ lastDay, link }, { host, day }) => ({
    subject: "Te han dado el plan premium",
    preview: "Más artistas, más canciones, una comisión menor y nada que pagar.",
    heading: "Te han dado el plan premium",
    blocks: [
      paragraph(
        `Quienes gestionan ${host} han dado a tu cuenta el plan premium, hasta el ${day(lastDay)} inclusive. No hay nada que pagar y termina por sí solo.`,
      ),
      button("Ver tu plan", link),
    ],
    reason: `Recibes este correo porque ha cambiado el plan de tu cuenta en ${host}.`,
  }),
};
