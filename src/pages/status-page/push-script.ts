import { readFileSync } from "node:fs"
import { join } from "node:path"

/** A script of a page without comments and indentation. */
export const readScript = (path: string): string =>
  readFileSync(path, "utf8")
    .replaceAll(/^\s*\/\/.*\n/gm, "")
    .replaceAll(/^\s+/gm, "")

/** Defines `offerPush(form)`. */
export const pushScript = readScript(join(import.meta.dirname, "push.js"))
