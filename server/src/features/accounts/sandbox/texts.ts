import type { Language } from "@wrapsody/shared/api/language.ts";

const english = {
  title: "Log in with Sandbox Streaming",
  notice:
    "This is a sandbox, not a real streaming service. This page is part of Wrapsody, needs no password, and lets you sign in as anyone.",
  heading: "Who is listening?",
  lead: "Wrapsody wants to access your name and email address.",
  pick: "Choose a user",
  type: "Or enter someone else",
  name: "Name",
  email: "Email",
  emailNote: "This address is not verified, so it only logs in to accounts created from here.",
  send: "Continue",
  cancel: "Cancel and go back",
  required: "Required",
  tooLong: "Too long.",
  noAddress: "Enter an email address.",
  strangerTitle: "Login failed",
  stranger: "This link was not created by Wrapsody. Start again on its login page.",
};
export type Texts = typeof english;

const spanish: Texts = {
  title: "Iniciar sesión con Sandbox Streaming",
  notice:
    "Esto es un entorno de pruebas, no un servicio de streaming real. Esta página es parte de Wrapsody, no pide contraseña y permite iniciar sesión como cualquier persona.",
  heading: "¿Quién escucha?",
  lead: "Wrapsody quiere acceder a tu nombre y tu correo electrónico.",
  pick: "Elige un usuario",
  type: "O escribe los datos de otra persona",
  name: "Nombre",
  email: "Correo electrónico",
  emailNote: "Esta dirección no se verifica, así que solo da acceso a cuentas creadas desde aquí.",
  send: "Continuar",
  cancel: "Cancelar y volver",
  required: "Obligatorio",
  tooLong: "Es demasiado largo.",
  noAddress: "Escribe una dirección de correo electrónico.",
  strangerTitle: "Error al iniciar sesión",
  stranger: "Este enlace no lo ha creado Wrapsody. Empieza de nuevo en su página de inicio de sesión.",
};

export const texts: Readonly<Record<Language, Texts>> = { en: english, es: spanish };
