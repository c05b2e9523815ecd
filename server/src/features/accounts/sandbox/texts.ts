import type { Language } from "@wrapsody/shared/language.ts";

const english = {
  title: "Log in with Sandbox Streaming",
  notice:
    "This is a sandbox. There is no such streaming service: this page is part of Wrapsody, asks for no password, and lets anybody be anybody.",
  heading: "Who is listening?",
  lead: "Wrapsody would like to know your name and your e-mail address.",
  pick: "Be one of these",
  type: "Or be somebody else",
  name: "Name",
  email: "E-mail",
  emailNote: "Nobody checks it, so it opens no account that was not opened from here.",
  send: "Continue",
  cancel: "Cancel and go back",
  required: "Required",
  tooLong: "This is too long.",
  noAddress: "Please enter an e-mail address.",
  strangerTitle: "This log-in cannot go on",
  stranger: "The address that led here is not one of Wrapsody's. Please begin again at its log-in page.",
};
export type Texts = typeof english;

const spanish: Texts = {
  title: "Iniciar sesión con Sandbox Streaming",
  notice:
    "Esto es un entorno de pruebas. Este servicio de streaming no existe: esta página es parte de Wrapsody, no pide contraseña y permite que cualquiera sea cualquiera.",
  heading: "¿Quién escucha?",
  lead: "Wrapsody quiere saber tu nombre y tu correo electrónico.",
  pick: "Elige a una de estas personas",
  type: "O sé otra persona",
  name: "Nombre",
  email: "Correo electrónico",
  emailNote: "Nadie lo comprueba, así que no abre ninguna cuenta que no se haya abierto desde aquí.",
  send: "Continuar",
  cancel: "Cancelar y volver",
  required: "Obligatorio",
  tooLong: "Es demasiado largo.",
  noAddress: "Escribe una dirección de correo electrónico.",
  strangerTitle: "No se puede seguir",
  stranger:
    "La dirección que te trajo aquí no es de Wrapsody. Empieza de nuevo en su página de inicio de sesión.",
};

export const texts: Readonly<Record<Language, Texts>> = { en: english, es: spanish };
