import { createRequire } from "node:module"
import type samlify from "samlify"

type Loaded = { default: typeof samlify }

/** 10 MB of memory that only an installation with a SAML provider takes. */
export const loadSamlify = () => (createRequire(import.meta.url)("./samlify.ts") as Loaded).default
