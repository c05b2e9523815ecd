/** Passkeys need a host with a name, over HTTPS or on this machine. */
export function supportsPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(window.location.hostname);
  return window.isSecureContext && window.PublicKeyCredential !== undefined && !isAddress;
}

/** Loads the ceremonies with the browser's authenticators. They are a chunk of their own, because few pages use them. */
export const loadCeremonies = () => import("./ceremonies.ts");
