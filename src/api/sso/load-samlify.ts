import { createRequire } from "node:module"
import type samlify from "samlify"

/** 10 MB of memory that only an installation with a SAML provider takes. */
export const loadSamlify = () => createRequire(import.meta.url)("samlify") as typeof samlify
