import { createContext } from "react";

/** The nonce of the page's inline scripts; known on the server only. */
export const Nonce = createContext<string | undefined>(undefined);
